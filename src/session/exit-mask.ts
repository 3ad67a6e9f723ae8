import { maskValue } from '../policy/secret/mask-value.js';
import type { SessionOptions } from './options.js';
import { sessionMask } from './session-mask.js';

/** Takes secrets out of what is shown of a store, or of anything else that leaves. */
export interface ExitMask {
  text(text: string): string;
  /** Every text in a JSON value. */
  value<T>(value: T): T;
}

/** Where secrets are looked for, as in a session. */
type ExitContext = Pick<SessionOptions, 'env' | 'secrets'> & { readonly workspace: string };

export function createExitMask(context: ExitContext): ExitMask {
  const mask = sessionMask(context, context.workspace);
  return {
    text: (text) => mask.text(text).text,
    value: (value) => maskValue(value, mask).value,
  };
}
