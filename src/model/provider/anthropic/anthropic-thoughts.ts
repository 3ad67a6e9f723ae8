import type { Json } from '../../../base/json.js';
import { isObject, nonEmpty } from '../wire.js';

/**
 * An answer in the order it came in: its signed thoughts as they were, and where its text and its calls stood between
 * them. What the API gets back must be in that order, with every thought unchanged.
 */
export type AnswerPart =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  /** The next so many UTF-16 units of the answer's text. */
  | { readonly type: 'text'; readonly length: number }
  /** The next call. */
  | { readonly type: 'call' };

export const isThought = ({ type }: AnswerPart): boolean => type === 'thinking' || type === 'redacted_thinking';

/** The parts as they are kept with a message; undefined when there is no thought to bring back. */
export function keepParts(parts: readonly AnswerPart[]): Json | undefined {
  return parts.some(isThought) ? parts : undefined;
}

/** What was kept, read again, which may have come from anywhere; undefined when it is nothing the API would take. */
export function readParts(kept: Json): readonly AnswerPart[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  const parts = kept.map(readPart);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readPart(part: unknown): AnswerPart | undefined {
  if (!isObject(part)) return undefined;
  const { type, thinking, length } = part;
  const signature = nonEmpty(part['signature']);
  const data = nonEmpty(part['data']);
  switch (type) {
    case 'thinking':
      if (typeof thinking !== 'string' || signature === undefined) return undefined;
      // Half a surrogate pair cannot be sent, and a changed thought no longer has its signature.
      return thinking.isWellFormed() && signature.isWellFormed() ? { type, thinking, signature } : undefined;
    case 'redacted_thinking':
      return data?.isWellFormed() ? { type, data } : undefined;
    case 'text':
      return Number.isSafeInteger(length) && Number(length) >= 0 ? { type, length: Number(length) } : undefined;
    case 'call':
      return { type };
    default:
      return undefined;
  }
}
