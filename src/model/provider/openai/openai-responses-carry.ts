import { defined } from '../../../base/defined.js';
import type { Json } from '../../../base/json.js';
import type { Carry } from '../../message.js';
import { isObject, nonEmpty } from '../wire.js';

/** Encrypted reasoning: only the model that wrote it can read it. */
export interface SealedReasoning {
  readonly id: string;
  readonly summary: readonly string[];
  readonly encrypted: string;
}

/** What an answer was made of, in its order: what goes back is put together from this and the message itself. */
export type AnswerItem =
  | { readonly kind: 'reasoning'; readonly sealed: SealedReasoning }
  /** A message is a part of the answer's text. */
  | { readonly kind: 'message'; readonly from: number; readonly to: number; readonly phase: string | undefined }
  /** The calls follow each other as in the message. */
  | { readonly kind: 'call' };

/** Reads encrypted reasoning from an item of the output; what cannot be sent back, as without its id, is not carried. */
export function sealedReasoning(item: Readonly<Record<string, unknown>>): SealedReasoning | undefined {
  const id = nonEmpty(item['id']);
  const encrypted = nonEmpty(item['encrypted_content']);
  return id === undefined || encrypted === undefined
    ? undefined
    : { id, summary: partTexts(item['summary']), encrypted };
}

/** The texts of the parts of a summary or of a content. */
export function partTexts(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => (isObject(part) ? (nonEmpty(part['text']) ?? []) : []));
}

/** What is to be carried; nothing when the message alone tells all. */
export function carryOf(items: readonly AnswerItem[], model: string): Carry | undefined {
  const telling = items.some(
    (item) => item.kind === 'reasoning' || (item.kind === 'message' && item.phase !== undefined),
  );
  return telling ? { api: 'openai-responses', model, value: items.map(toJson) } : undefined;
}

/** The items of a carried value, which may have come from anywhere. */
export function readCarry(value: Json): readonly AnswerItem[] {
  return Array.isArray(value) ? value.flatMap((entry: Json) => readItem(entry) ?? []) : [];
}

function toJson(item: AnswerItem): Json {
  if (item.kind === 'call') return { kind: 'call' };
  if (item.kind === 'message') {
    const { from, to, phase } = item;
    return { kind: 'message', from, to, ...defined({ phase }) };
  }
  return { kind: 'reasoning', ...item.sealed };
}

function readItem(entry: Json): AnswerItem | undefined {
  if (!isObject(entry)) return undefined;
  const { kind, from, to, summary } = entry;
  if (kind === 'call') return { kind };
  if (kind === 'message' && typeof from === 'number' && typeof to === 'number') {
    return { kind, from, to, phase: nonEmpty(entry['phase']) };
  }
  const id = nonEmpty(entry['id']);
  const encrypted = nonEmpty(entry['encrypted']);
  if (kind !== 'reasoning' || id === undefined || encrypted === undefined) return undefined;
  const texts = (Array.isArray(summary) ? summary : []).filter((text: unknown) => typeof text === 'string');
  return { kind, sealed: { id, summary: texts, encrypted } };
}
