import type { Dialect } from '../dialect/dialect.js';
import { hermes } from '../dialect/hermes.js';
import type { Model } from './model.js';
import { createPromptAnswer } from './prompt-answer.js';
import { createPromptMessages } from './prompt-messages.js';

export interface PromptModeOptions {
  /** The text format of the calls; `hermes` by default. */
  readonly dialect?: Dialect;
}

/**
 * Gives a model that knows no calls tools all the same: it is told of them in its system message and writes calls as
 * text, which is read back into calls. Results reach it as a user message.
 */
export function promptMode(model: Model, { dialect = hermes }: PromptModeOptions = {}): Model {
  const rewrite = createPromptMessages(dialect);
  return {
    name: model.name,
    stream(request, emit) {
      const { tools, toolChoice, signal } = request;
      const mayCall = tools.length > 0 && toolChoice !== 'none';
      const answer = createPromptAnswer({ dialect, mayCall, tools: tools.map(({ name }) => name) }, emit);
      return model.stream({ messages: rewrite(request), tools: noTools, signal }, answer);
    },
  };
}

const noTools = [] as const;
