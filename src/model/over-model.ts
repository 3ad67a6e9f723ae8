import type { Model, ModelEvent, ModelFailure, ModelRequest } from './model.js';

/** The same model, asked another way. */
export const overModel = (model: Model, stream: Model['stream']): Model => ({
  name: model.name,
  promptCache: model.promptCache,
  undeclared: model.undeclared,
  get contextTokens() {
    return model.contextTokens;
  },
  ...(model.keepLoaded !== undefined && { keepLoaded: () => model.keepLoaded?.() }),
  stream,
});

/** A failure that was not handed on, and whether anything of an answer came before it. */
export interface KeptFailure {
  readonly failure: ModelFailure;
  readonly begun: boolean;
}

/** Asks a model and hands on what it says, except a failure that is to be kept: the answer tells it. */
export async function askKeeping(
  model: Model,
  { request, emit }: { readonly request: ModelRequest; readonly emit: (event: ModelEvent) => void },
  keeps: (kept: KeptFailure) => boolean,
): Promise<KeptFailure | undefined> {
  let begun = false;
  let kept: KeptFailure | undefined;
  await model.stream(request, (event) => {
    if (event.type === 'failure') {
      const found = { failure: event.failure, begun };
      if (keeps(found)) kept = found;
      else emit(event);
      return;
    }
    begun ||= event.type !== 'retry' && event.type !== 'progress';
    emit(event);
  });
  return kept;
}
