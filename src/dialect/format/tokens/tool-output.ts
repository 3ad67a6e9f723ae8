import type { DialectResult } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import { resultContent } from '../result-content.js';

/** What a tool gave, as JSON in which nothing can close its place, open a call or be a special token. */
export function outputJson({ text, isError }: DialectResult): string {
  const content = resultContent(text);
  return escapeMarkup(isError ? `{"is_error": true, "content": ${content}}` : content);
}
