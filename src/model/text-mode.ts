import type { Model, ModelFailure } from './model.js';
import { askKeeping, overModel } from './over-model.js';
import { readText } from './read-text.js';

export interface TextModeOptions {
  /** The dialect the model is prompted in when its server takes no tools. */
  readonly dialect: string;
}

/**
 * What a model with calls of its own needs where its server is thin: a call that it wrote as text instead is read, and
 * where the server refuses tools the model is told of them in its prompt from then on.
 */
export function textMode(model: Model, { dialect }: TextModeOptions): Model {
  const reading = readText(model);
  let prompted: Promise<Model> | undefined;
  return overModel(model, async (request, emit) => {
    if (prompted === undefined) {
      const keeps = ({ failure }: { readonly failure: ModelFailure }) =>
        request.tools.length > 0 && refusesTools(failure);
      if ((await askKeeping(reading, { request, emit }, keeps)) === undefined) return;
      const message = `The server of ${model.name} takes no tools: the model is told of them in its prompt now.`;
      emit({ type: 'problem', code: 'tools-unsupported', message });
      prompted = openPrompted(model, dialect);
    }
    await (await prompted).stream(request, emit);
  });
}

/** The model in prompt mode; what that needs is loaded now. */
export async function openPrompted(model: Model, dialect: string): Promise<Model> {
  return (await import('./text-calls.js')).promptIn(model, dialect);
}

/** In the words of vLLM, llama.cpp, Ollama, LM Studio and the hosts of open models. */
function refusesTools({ status, message }: ModelFailure): boolean {
  return status !== undefined && status >= 400 && refusals.some((words) => words.test(message));
}

const refusals: readonly RegExp[] = [
  /enable-auto-tool-choice|tool-call-parser/i,
  /(?:does not|doesn't|not) support (?:tool|function)/i,
  /tools? (?:param\w* |use |calling )?(?:is|are) not supported/i,
  /no endpoints found that support tool/i,
  /tools param requires --jinja/i,
];
