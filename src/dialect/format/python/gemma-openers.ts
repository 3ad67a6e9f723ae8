import type { Opener } from '../../read/grammar.js';
import { startsWith } from '../starts.js';
import { createGemmaCalls, type GemmaCallsOptions } from './gemma-calls.js';
import { anyQuote } from './gemma-values.js';

/** `call:NAME{…}` behind its mark; and without it, where the mark was lost and the tool is known. */
export function gemmaOpeners(
  dialect: string,
  open: string,
  options: GemmaCallsOptions,
): { readonly marked: Opener; readonly unmarked: Opener } {
  return {
    marked: { dialect, text: open, at: 'anywhere', starts: startsWith('call:'), read: createGemmaCalls(options) },
    unmarked: {
      dialect,
      text: (tools) => tools.names.map((name) => `call:${name}{`),
      at: 'line',
      read: createGemmaCalls({ ...options, quote: anyQuote, unmarked: true }),
    },
  };
}
