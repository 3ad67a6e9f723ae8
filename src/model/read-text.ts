import type { Model, ModelEvent } from './model.js';

/** The model, with the calls read that it writes as text where it makes none by its API. */
export function readText(model: Model): Model {
  return {
    name: model.name,
    async stream(request, emit) {
      // Where nothing can be called, a call in a text is only talk of one.
      if (request.tools.length === 0) return model.stream(request, emit);
      let take: ((event: ModelEvent) => void) | undefined;
      const waiting: ModelEvent[] = [];
      // The reader is loaded while the server works on its answer.
      const opened = import('./text-calls.js').then(({ readAnyCalls }) => {
        take = readAnyCalls(request, emit);
        for (const event of waiting) take(event);
      });
      await model.stream(request, (event) => {
        if (take === undefined) waiting.push(event);
        else take(event);
      });
      await opened;
    },
  };
}
