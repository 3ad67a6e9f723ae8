import type { Model } from '../model/model.js';
import type { OpenQuestions } from '../run/question.js';

/** As long as a person is waited for, what the model's server has loaded is to stay so: they may be away for an hour. */
export function createLoadKeeper(model: () => Model, questions: Pick<OpenQuestions, 'open'>) {
  let timer: NodeJS.Timeout | undefined;
  return {
    /** A question was put to a person. */
    asked(): void {
      if (timer !== undefined || model().keepLoaded === undefined) return;
      timer = setInterval(() => {
        if (questions.open.length > 0) return model().keepLoaded?.();
        clearInterval(timer);
        timer = undefined;
      }, eachMs);
      timer.unref();
    },
  };
}

/** Well within the half hour that Ollama is asked to keep a model. */
const eachMs = 10 * 60_000;
