import type { Dialect } from '../dialect/dialect.js';
import type { Model } from './model.js';
import { createWrittenCalls } from './written-calls.js';

export interface ReadDialectOptions {
  /** The one format that is read. */
  readonly dialect: Dialect;
  /** Calls in code blocks count, too. */
  readonly inCode?: boolean;
}

/** The model, with the calls of one dialect read from the text of an answer that has none by the API. */
export function readDialect(model: Model, { dialect, inCode = false }: ReadDialectOptions): Model {
  return {
    name: model.name,
    get contextTokens() {
      return model.contextTokens;
    },
    stream: (request, emit) => model.stream(request, createWrittenCalls({ dialect, inCode, request }, emit)),
  };
}
