import { sha256 } from '../base/digest.js';

/** What a decision and an approval are bound to. */
export interface Identity {
  readonly name: string;
  /** The arguments, exactly as they will be used. */
  readonly arguments: string;
  /** The state the call was planned on. */
  readonly basis: string | undefined;
}

/**
 * The digest of exactly what is decided about. Worked out when it is asked for: a verdict is stored with it, but only a
 * store that writes text, a question or a reader ever looks.
 */
export function callDigest({ name, arguments: exact, basis }: Identity): string {
  return sha256(`${name}\n${basis ?? ''}\n${exact}`);
}
