import type { Model, ModelFailure } from './model.js';
import { askKeeping, overModel } from './over-model.js';
import { hasResultImages, withoutResultImages } from './result-images.js';

/**
 * A model that may not see, though nobody knows: where its server refuses the pictures of results, they are left out from
 * then on and the results say so. A picture that the person sends is another matter: that one is refused.
 */
export function forgiveImages(model: Model): Model {
  let blind = false;
  return overModel(model, async (request, emit) => {
    if (!request.messages.some(hasResultImages)) return model.stream(request, emit);
    if (!blind) {
      if ((await askKeeping(model, { request, emit }, refusesImages)) === undefined) return;
      blind = true;
      const message = `The server of ${model.name} takes no pictures: those of results are left out now.`;
      emit({ type: 'problem', code: 'images-left-out', message });
    }
    await model.stream({ ...request, messages: withoutResultImages(request.messages) }, emit);
  });
}

/** In the words of vLLM, llama.cpp, LM Studio and the hosts of open models. */
function refusesImages({ failure: { status, message } }: { readonly failure: ModelFailure }): boolean {
  return status !== undefined && status >= 400 && /image|vision|multi-?modal|mmproj|content parts?\b/i.test(message);
}
