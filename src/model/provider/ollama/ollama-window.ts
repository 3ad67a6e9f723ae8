import type { ModelFailure } from '../../model.js';

export interface WindowLimits {
  readonly model: string;
  /** What the model can read at most, where that is known. */
  readonly modelTokens: number | undefined;
  /** What the person allows at most. */
  readonly contextTokens: number | undefined;
  /** The size it is loaded with, or its own settings ask for: a smaller one would load it anew. */
  readonly loadedTokens: number | undefined;
  /** How much context there is memory for, about. A person who says more has it tried. */
  readonly memoryTokens?: number | undefined;
  readonly maxOutputTokens: number | undefined;
}

/** How large a context the server is asked for (`num_ctx`). */
export type OllamaWindow = ReturnType<typeof createOllamaWindow>;

const smallest = 8192;
/** Where most sessions end: a first choice of less would have the model loaded again in the middle of them. */
const usualStart = 16_384;
/** Each of them loads the model anew and has it read everything again. */
const mostGrowths = 2;
/** Where nothing is known of a model: most of those in use read as much, and the server says when this one does not. */
const usualTokens = 131_072;
/** Room for an answer, thoughts included, when no limit is set for it; and the least an answer can be given in. */
const usualRoom = 4096;
const leastRoom = 256;

/**
 * Ollama loads a model with a fixed context and cuts what does not fit: its own default is far too small for work with
 * tools. A larger context costs memory, and each change loads the model anew, which takes seconds to minutes, and has it read
 * the conversation again. So the size is chosen with the first request, with room for twice as much, from what the model is
 * loaded with already, and grows twice at most: to four times as much, then to all there is.
 */
export function createOllamaWindow(limits: WindowLimits) {
  const { modelTokens = usualTokens, contextTokens, memoryTokens, loadedTokens = 0 } = limits;
  const wanted = contextTokens ?? Math.max(smallest, loadedTokens, memoryTokens ?? Number.POSITIVE_INFINITY);
  const most = Math.min(modelTokens, wanted);
  const room = limits.maxOutputTokens ?? usualRoom;
  let numCtx = Math.min(most, Math.max(usualStart, loadedTokens));
  let isChosen = loadedTokens > 0;
  let growths = 0;
  let factor = 1;
  let grown: { readonly from: number; readonly to: number } | undefined;

  const grow = (needed = 0): boolean => {
    if (numCtx >= most) return false;
    const from = numCtx;
    growths += 1;
    numCtx = growths < mostGrowths ? roundUp(Math.max(4 * numCtx, 2 * needed), most) : most;
    isChosen = true;
    grown = { from, to: numCtx };
    return true;
  };

  return {
    /** How far it can grow. */
    most,
    get numCtx() {
      return numCtx;
    },
    /** Makes room for a request of about so many tokens, or answers why there is none. */
    makeRoom(estimate: number): ModelFailure | undefined {
      const needed = Math.ceil(estimate * factor);
      if (needed + leastRoom > most) return overflow(limits, needed, most);
      if (!isChosen) numCtx = roundUp(Math.max(usualStart, 2 * (needed + room)), most);
      else if (needed + room > numCtx) grow(needed + room);
      isChosen = true;
      return undefined;
    },
    /** The server counted more than was estimated: takes the next step, if there is one. */
    grow,
    /** How it has grown since it was asked for last: the person waits while the model is loaded again. */
    takeGrowth() {
      const last = grown;
      grown = undefined;
      return last;
    },
    /** Takes what the server counted for a request of that estimate. */
    learn(estimate: number, inputTokens: number) {
      // Only upwards: older servers leave out of their count what they had in their cache.
      factor = Math.max(factor, Math.min(4, inputTokens / estimate));
    },
  };
}

const roundUp = (size: number, most: number): number => {
  let next = smallest;
  while (next < size) next *= 2;
  return Math.min(most, next);
};

function overflow({ model, contextTokens, memoryTokens }: WindowLimits, needed: number, most: number): ModelFailure {
  const byMemory =
    memoryTokens === most ? ' (what this machine has memory for, about; set contextTokens to try more)' : '';
  const limited = contextTokens === most ? ' (contextTokens; raise it if the machine has the memory)' : byMemory;
  const message = `The conversation has about ${needed} tokens, and ${model} reads at most ${most}${limited}. Nothing was sent: the server would cut off its start. Start a new session, or choose a model that reads more.`;
  return { kind: 'context-overflow', message };
}
