import { sha256 } from '../base/digest.js';
import type { Fact } from '../tool/fact.js';

/** What a decision and an approval are bound to. */
export interface Identity {
  readonly name: string;
  /** The arguments, exactly as they will be used. */
  readonly arguments: string;
  /** The state the call was planned on. */
  readonly basis: string | undefined;
  /** What is opened to it because an earlier run was kept from it. */
  readonly opened?: readonly Fact[];
}

/**
 * The digest of exactly what is decided about. Worked out when it is asked for: a verdict is stored with it, but only a
 * store that writes text, a question or a reader ever looks.
 */
export function callDigest({ name, arguments: exact, basis, opened }: Identity): string {
  const first = opened === undefined ? '' : `${JSON.stringify(opened)}\n`;
  return sha256(`${first}${name}\n${basis ?? ''}\n${exact}`);
}
