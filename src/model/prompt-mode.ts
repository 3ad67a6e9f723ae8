import { alsoAuto } from '../dialect/also-auto.js';
import type { Dialect } from '../dialect/dialect.js';
import { hermes } from '../dialect/format/hermes.js';
import type { Model } from './model.js';
import { createPromptMessages } from './prompt-messages.js';
import { createWrittenCalls } from './written-calls.js';

export interface PromptModeOptions {
  /** The text format of the calls; `hermes` by default. Others are read all the same. */
  readonly dialect?: Dialect;
  /** No other format is read. */
  readonly only?: boolean;
  /** Calls in code blocks count, too. */
  readonly inCode?: boolean;
  /** What the model is told of the tools is a system message of its own, before that of the conversation. */
  readonly promptApart?: boolean;
  /** Calls and results stay what they are, instead of text, in what the model is sent of the conversation. */
  readonly keepsCalls?: boolean;
}

/**
 * Gives a model that knows no calls tools all the same: it is told of them in its system message and writes calls as
 * text, which is read back into calls. Results reach it in the style of the dialect.
 */
export function promptMode(model: Model, options: PromptModeOptions = {}): Model {
  const { dialect = hermes, only = false, inCode = false } = options;
  const rewrite = createPromptMessages(dialect, options);
  const reading = only ? dialect : alsoAuto(dialect);
  return {
    name: model.name,
    get contextTokens() {
      return model.contextTokens;
    },
    stream(request, emit) {
      const written = createWrittenCalls({ dialect: reading, inCode, request }, emit);
      return model.stream({ messages: rewrite(request), tools: noTools, signal: request.signal }, written);
    },
  };
}

const noTools = [] as const;
