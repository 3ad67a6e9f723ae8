import type { Model, ModelFailure } from './model.js';
import { openPrompted } from './open-prompted.js';
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
  const read = readText(model);
  let prompted: Promise<Model> | undefined;
  return {
    name: model.name,
    get contextTokens() {
      return model.contextTokens;
    },
    async stream(request, emit) {
      if (prompted !== undefined) return (await prompted).stream(request, emit);
      let refused: ModelFailure | undefined;
      await read.stream(request, (event) => {
        if (event.type === 'failure' && request.tools.length > 0 && refusesTools(event.failure))
          refused = event.failure;
        else emit(event);
      });
      if (refused === undefined) return;
      const message = `The server of ${model.name} takes no tools: the model is told of them in its prompt now.`;
      emit({ type: 'problem', code: 'tools-unsupported', message });
      prompted = openPrompted(model, dialect);
      await (await prompted).stream(request, emit);
    },
  };
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
