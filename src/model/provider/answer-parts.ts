import type { Json } from '../../base/json.js';
import type { Carry, Message } from '../message.js';

/**
 * One part of an answer, as the provider cut it. What it says stands in the message; this is how much of that it is, and
 * what the provider wants back with exactly this part: a signature, an id, encrypted reasoning.
 */
export interface AnswerPart {
  readonly kind: 'text' | 'reasoning' | 'call';
  /** Characters of the message's text or reasoning; 0 for a call. */
  length: number;
  held?: Held;
}

export type Held = { readonly [key: string]: Json };

/** Notes a piece of text or reasoning. It goes on where the last part was the same; what is held stays on its own. */
export function noteText(parts: AnswerPart[], kind: 'text' | 'reasoning', length: number, held?: Held): void {
  const last = parts.at(-1);
  if (held !== undefined) parts.push({ kind, length, held });
  else if (last?.kind === kind && last.held === undefined) last.length += length;
  else if (length > 0) parts.push({ kind, length });
}

/** What goes with the message; undefined when nothing is held. */
export function carryOf(
  parts: readonly AnswerPart[],
  of: { readonly api: string; readonly model: string },
): Carry | undefined {
  if (!parts.some(({ held }) => held !== undefined)) return undefined;
  return { ...of, value: parts as unknown as Json };
}

type Assistant = Extract<Message, { readonly role: 'assistant' }>;

/** The parts a message came in; undefined when they are another's, or no longer fit what the message says. */
export function partsOf(
  { carry, text, reasoning = '', calls }: Assistant,
  { api, model }: { readonly api: string; readonly model: string },
): readonly AnswerPart[] | undefined {
  if (carry?.api !== api || carry.model !== model || !Array.isArray(carry.value)) return undefined;
  const parts = (carry.value as readonly Json[]).map(readPart);
  if (!parts.every((part) => part !== undefined)) return undefined;
  const sum = (kind: AnswerPart['kind']): number =>
    parts.reduce((all, part) => (part.kind === kind ? all + part.length : all), 0);
  const fits = sum('text') === text.length && sum('reasoning') === reasoning.length;
  return fits && parts.filter(({ kind }) => kind === 'call').length === calls.length ? parts : undefined;
}

function readPart(value: Json): AnswerPart | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, length, held } = value;
  if (kind !== 'text' && kind !== 'reasoning' && kind !== 'call') return undefined;
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) return undefined;
  return { kind, length, ...(held !== undefined && isRecord(held) && { held }) };
}

const isRecord = (value: Json): value is Held => typeof value === 'object' && value !== null && !Array.isArray(value);
