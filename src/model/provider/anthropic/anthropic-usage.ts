import type { Usage } from '../../model.js';
import { isObject, tokens } from '../wire.js';

export interface AnthropicUsage {
  /** Takes a `usage` object: its counts go on growing, and some servers tell some of them only at the end. */
  take(usage: unknown): void;
  counted(): Usage | undefined;
}

/** Puts the usage of one answer together from what its start and its end say. */
export function createAnthropicUsage(): AnthropicUsage {
  let told = false;
  let fresh = 0;
  let written = 0;
  let read = 0;
  let output = 0;
  let thinking = 0;
  return {
    take(usage) {
      if (!isObject(usage)) return;
      told ||= typeof usage['input_tokens'] === 'number' || typeof usage['output_tokens'] === 'number';
      fresh = Math.max(fresh, tokens(usage['input_tokens']));
      written = Math.max(written, tokens(usage['cache_creation_input_tokens']));
      read = Math.max(read, tokens(usage['cache_read_input_tokens']));
      output = Math.max(output, tokens(usage['output_tokens']));
      const details = usage['output_tokens_details'];
      if (isObject(details)) thinking = Math.max(thinking, tokens(details['thinking_tokens']));
    },
    counted() {
      if (!told) return undefined;
      return {
        inputTokens: fresh + written + read,
        outputTokens: output,
        ...(read > 0 && { cachedInputTokens: read }),
        ...(thinking > 0 && { reasoningTokens: thinking }),
      };
    },
  };
}
