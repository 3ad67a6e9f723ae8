import type { ModelFailure } from '../../model.js';

export interface WindowLimits {
  readonly model: string;
  /** What the model can read at most, where that is known. */
  readonly modelTokens: number | undefined;
  /** What the person allows at most. */
  readonly contextTokens: number | undefined;
  /** The size it is loaded with, or its own settings ask for: a smaller one would load it anew. */
  readonly loadedTokens: number | undefined;
  readonly maxOutputTokens: number | undefined;
}

/** How large a context the server is asked for (`num_ctx`). */
export type OllamaWindow = ReturnType<typeof createOllamaWindow>;

const smallest = 8192;
/** Where nothing is known of a model: most of those in use read as much, and the server says when this one does not. */
const usualTokens = 131_072;
/** Room for an answer, thoughts included, when no limit is set for it; and the least an answer can be given in. */
const usualRoom = 4096;
const leastRoom = 256;

/**
 * Ollama loads a model with a fixed context and cuts what does not fit: its own default is far too small for work with
 * tools. A larger context costs memory, and each change loads the model anew, which takes seconds to minutes. So the size
 * follows the conversation in a few large steps, never shrinks, and starts from what the model is loaded with already.
 */
export function createOllamaWindow(limits: WindowLimits) {
  const { modelTokens = usualTokens, contextTokens = Number.POSITIVE_INFINITY, loadedTokens = 0 } = limits;
  const most = Math.min(modelTokens, contextTokens);
  const room = limits.maxOutputTokens ?? usualRoom;
  let numCtx = Math.min(most, Math.max(smallest, loadedTokens));
  let factor = 1;

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
      while (numCtx < most && needed + room > numCtx) numCtx = step(numCtx, most);
      return undefined;
    },
    /** The server counted more than was estimated: takes the next step, if there is one. */
    grow(): boolean {
      if (numCtx >= most) return false;
      numCtx = step(numCtx, most);
      return true;
    },
    /** Takes what the server counted for a request of that estimate. */
    learn(estimate: number, inputTokens: number) {
      // Only upwards: older servers leave out of their count what they had in their cache.
      factor = Math.max(factor, Math.min(4, inputTokens / estimate));
    },
  };
}

const step = (size: number, most: number): number => {
  let next = smallest;
  while (next <= size) next *= 2;
  return Math.min(most, next);
};

function overflow({ model, contextTokens }: WindowLimits, needed: number, most: number): ModelFailure {
  const limited = contextTokens === most ? ' (contextTokens; raise it if the machine has the memory)' : '';
  const message = `The conversation has about ${needed} tokens, and ${model} reads at most ${most}${limited}. Nothing was sent: the server would cut off its start. Start a new session, or choose a model that reads more.`;
  return { kind: 'context-overflow', message };
}
