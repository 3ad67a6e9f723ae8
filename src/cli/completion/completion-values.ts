import type { ValueKind } from '../command.js';
import type { CompletionValue, ValueRequest, ValueSource } from './completion-value.js';

/** The kinds of which only the program knows the values; the others are completed by the shell itself. */
const sources: Readonly<Record<Exclude<ValueKind, 'file' | 'folder' | 'env'>, () => Promise<ValueSource>>> = {
  session: async () => (await import('./session-values.js')).sessionValues,
  model: async () => (await import('./model-values.js')).modelValues,
  server: async () => (await import('./server-values.js')).serverValues,
  profile: async () => (await import('./profile-values.js')).profileValues,
};

/** The values of a kind, as many as a list may have; none of a kind that is not known. */
export async function completionValues(kind: string, request: ValueRequest): Promise<readonly CompletionValue[]> {
  const load = Object.entries(sources).find(([name]) => name === kind)?.[1];
  if (load === undefined) return [];
  const source = await load();
  return (await source(request)).filter(({ value }) => isWord(value)).slice(0, maxValues);
}

const maxValues = 200;
const maxLength = 400;

/** What cannot be typed on one line is offered to nobody. */
const isWord = (value: string): boolean =>
  value !== '' && value.length <= maxLength && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(value);
