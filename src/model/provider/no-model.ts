import type { Model } from '../model.js';

/** For a session whose calls all come from a program, by `Session.call`. Asked for an answer, it says that there is no model. */
export function noModel(name = 'none'): Model {
  return {
    name,
    async stream(_request, emit) {
      const message =
        'This session has no model: its calls come from a program. Go on with it under a model: toolwright --session ID --model NAME.';
      emit({ type: 'failure', failure: { kind: 'unknown-model', message, lasting: true } });
    },
  };
}
