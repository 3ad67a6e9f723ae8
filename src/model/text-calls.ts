import { auto } from '../dialect/auto.js';
import { findDialect } from '../dialect/find-dialect.js';
import type { Model, ModelEvent, ModelRequest } from './model.js';
import { promptMode } from './prompt-mode.js';
import { createWrittenCalls } from './written-calls.js';

/**
 * Reads the text of an answer in whatever dialect it is written. All that reads and writes dialects is large: it is behind
 * this module, which is loaded when the first of it is needed.
 */
export function readAnyCalls(request: ModelRequest, emit: (event: ModelEvent) => void): (event: ModelEvent) => void {
  return createWrittenCalls({ dialect: auto, request }, emit);
}

/** The model in prompt mode. */
export function promptIn(model: Model, dialect: string): Model {
  return promptMode(model, { dialect: findDialect(dialect) });
}
