import { alsoAuto } from '../dialect/auto.js';
import type { Dialect } from '../dialect/dialect.js';
import { hermes } from '../dialect/format/hermes.js';
import type { Model } from './model.js';
import { promptedModel } from './prompted-model.js';

export interface PromptModeOptions {
  /** The text format of the calls; `hermes` by default. Others are read all the same. */
  readonly dialect?: Dialect;
}

/**
 * Gives a model that knows no calls tools all the same: it is told of them in its system message and writes calls as
 * text, which is read back into calls. Results reach it in the style of the dialect.
 */
export const promptMode = (model: Model, { dialect = hermes }: PromptModeOptions = {}): Model =>
  promptedModel(model, { dialect, reading: alsoAuto(dialect) });
