import type { Model, ModelEvent } from './model.js';
import { overModel } from './over-model.js';

/** The model, with the calls read that it writes as text where it makes none by its API. */
export function readText(model: Model): Model {
  return overModel(model, async (request, emit) => {
    // Where nothing can be called, a call in a text is only talk of one.
    if (request.tools.length === 0) return model.stream(request, emit);
    let take: ((event: ModelEvent) => void) | undefined;
    let opened: Promise<void> | undefined;
    const waiting: ModelEvent[] = [];
    const open = async (): Promise<void> => {
      const { readAnyCalls } = await import('./text-calls.js');
      take = readAnyCalls(request, emit);
      for (const event of waiting) take(event);
    };
    // What goes wrong with it is told by the one who needs it.
    const preload = setTimeout(() => import('./text-calls.js').catch(() => {}), preloadMs);
    const streamed = model.stream(request, (event) => {
      // Calls by the API that come before any text are all that counts.
      if (event.type === 'call' && opened === undefined) take ??= emit;
      if (event.type === 'text' && take === undefined) opened ??= open();
      if (take !== undefined) take(event);
      else if (opened === undefined) emit(event);
      else waiting.push(event);
    });
    await streamed.finally(() => clearTimeout(preload));
    await opened;
  });
}

/**
 * What reads is large. It is loaded while the server works on its answer, and not before the request is on its way; else
 * with the first text.
 */
const preloadMs = 30;
