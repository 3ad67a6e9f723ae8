import { estimateTokens } from '../../estimate-tokens.js';
import type { Model } from '../../model.js';
import { askKeeping, overModel } from '../../over-model.js';
import type { OllamaWindow } from './ollama-window.js';

/** Sends a request only with a context it fits into; a larger one is taken where the server counted more. */
export const fittedModel = (model: Model, current: () => OllamaWindow | undefined): Model =>
  overModel(model, async (request, emit) => {
    const window = current();
    const estimate = estimateTokens(request);
    const tooLong = window?.makeRoom(estimate);
    if (tooLong !== undefined) return emit({ type: 'failure', failure: tooLong });
    let outgrown: unknown;
    do {
      outgrown = await askKeeping(
        model,
        {
          request,
          emit(event) {
            if (event.type === 'usage') window?.learn(estimate, event.usage.inputTokens);
            emit(event);
          },
        },
        ({ failure: { kind }, begun }) => kind === 'context-overflow' && !begun && window?.grow() === true,
      );
    } while (outgrown !== undefined);
  });
