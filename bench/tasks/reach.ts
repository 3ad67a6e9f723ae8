import type { Model, ModelFailure } from '../../src/model/model.js';

/** Asks for one word, so that a model that cannot be had is found out at once, and one that has to be loaded is. */
export async function reach(model: Model, signal: AbortSignal): Promise<ModelFailure | undefined> {
  let failure: ModelFailure | undefined;
  const messages = [{ role: 'user' as const, text: 'Answer with the word ready.' }];
  await model.stream({ messages, tools: [], signal }, (event) => {
    if (event.type === 'failure') failure = event.failure;
  });
  return failure;
}

/** Whether the next request would fail the same. */
export const isOut = (failure: ModelFailure['kind'] | undefined): boolean =>
  failure === 'unreachable' || failure === 'unauthorized' || failure === 'unknown-model';
