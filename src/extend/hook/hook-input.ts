import { boundText } from '../../base/text.js';
import type { Mask } from '../../policy/secret/mask.js';
import { maskValue } from '../../policy/secret/mask-value.js';
import type { Hook } from './hook.js';

/** What a hook reads on its standard input. */
interface HookInput {
  readonly hook: Hook['on'];
  readonly eventId: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly cwd: string;
  readonly session: { readonly id: string; readonly actor: string };
  readonly data: object;
}

/** The longest result a hook is handed. */
const maxResult = 1_000_000;

/** As it is written: on one line, with the secrets in it masked. `masked` counts them. */
export function renderInput(input: HookInput, mask: Mask): { readonly text: string; readonly masked: number } {
  const { value, count } = maskValue(input, mask);
  return { text: `${JSON.stringify(value)}\n`, masked: count };
}

/** A result of more than a hook could use is handed over as text, cut, and marked so. */
export function boundResult(value: unknown): { readonly result: unknown; readonly cut?: true } {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= maxResult) return { result: value };
  return { result: boundText(text, maxResult, (left) => `\n[… ${left} characters left out …]\n`), cut: true };
}
