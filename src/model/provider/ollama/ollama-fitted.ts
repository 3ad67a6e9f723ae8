import { estimateTokens } from '../../estimate-tokens.js';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../model.js';
import type { OllamaWindow } from './ollama-window.js';

/** Sends a request only with a context it fits into; a larger one is taken where the server counted more. */
export function fittedModel(model: Model, current: () => OllamaWindow | undefined): Model {
  return {
    name: model.name,
    async stream(request, emit) {
      const window = current();
      const estimate = estimateTokens(request);
      const tooLong = window?.makeRoom(estimate);
      if (tooLong !== undefined) return emit({ type: 'failure', failure: tooLong });
      for (;;) {
        const { failure, begun } = await outcomeOf(model, request, (event) => {
          if (event.type === 'usage') window?.learn(estimate, event.usage.inputTokens);
          emit(event);
        });
        if (failure === undefined) return;
        const mayGrow = failure.kind === 'context-overflow' && !begun;
        if (!mayGrow || window?.grow() !== true) return emit({ type: 'failure', failure });
      }
    },
  };
}

/** Passes on what a model says, and keeps back why it failed. */
export async function outcomeOf(model: Model, request: ModelRequest, emit: (event: ModelEvent) => void) {
  const outcome: { failure?: ModelFailure; begun: boolean } = { begun: false };
  await model.stream(request, (event) => {
    if (event.type === 'failure') {
      outcome.failure = event.failure;
      return;
    }
    outcome.begun ||= event.type !== 'retry';
    emit(event);
  });
  return outcome;
}
