import { parseJson } from '../../base/json.js';
import type { DialectResult } from '../dialect.js';
import { escapeMarkup } from '../markup.js';

/** What a tool gave as JSON: JSON as it is, any other text as a string. */
export function resultContent(text: string): string {
  const json = text.trim();
  return /^[[{]/.test(json) && parseJson(json).ok ? json : JSON.stringify(text);
}

/** The same where nothing else tells of an error, without any markup in it. */
export function resultOrError({ text, isError }: Pick<DialectResult, 'text' | 'isError'>): string {
  const content = resultContent(text);
  return escapeMarkup(isError ? `{"error": ${content}}` : content);
}
