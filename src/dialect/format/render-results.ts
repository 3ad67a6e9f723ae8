import { parseJson } from '../../base/json.js';
import { cutEnd } from '../../base/text.js';
import type { DialectResult } from '../dialect.js';
import { encodeEntities, escapeMarkup, escapeMarkupText } from '../markup.js';

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

/** What a tool gave, as JSON in which nothing can close its place, open a call or be a special token. */
export function outputJson({ text, isError }: Pick<DialectResult, 'text' | 'isError'>): string {
  const content = resultContent(text);
  return escapeMarkup(isError ? `{"is_error": true, "content": ${content}}` : content);
}

/** One result with the name of its tool, as JSON in which no markup stands. */
export function namedResult({ name, text, isError }: DialectResult): string {
  const error = isError ? ', "is_error": true' : '';
  return escapeMarkup(`{"name": ${JSON.stringify(name)}, "content": ${resultContent(text)}${error}}`);
}

export const namedResults = (results: readonly DialectResult[]): string => results.map(namedResult).join('\n');

/** A result is always JSON: whatever a tool gave, it cannot end its tag, open another one or look like a call. */
export const taggedResults =
  (tag = 'tool_response') =>
  (results: readonly DialectResult[]): string =>
    results.map((result) => `<${tag}>\n${namedResult(result)}\n</${tag}>`).join('\n');

/** Each result as it is, but for markup that could end its tags or look like a call. */
export const rawTaggedResults = (results: readonly DialectResult[]): string =>
  results.map((result) => `<tool_response>\n${rawResult(result)}\n</tool_response>`).join('\n');

export const rawResult = ({ text, isError }: DialectResult): string =>
  escapeMarkupText(isError ? `Error: ${text}` : text);

/** Each result as a line of JSON in which no code fence stands either, with these marks around them all. */
export const unfencedResults =
  (open = '', close = '') =>
  (results: readonly DialectResult[]): string =>
    `${open}${namedResults(results).replaceAll('`', '\\u0060')}${close}`;

/** One JSON object a line: whatever a tool gave cannot end its string. */
export const resultLines = (results: readonly DialectResult[]): string =>
  results
    .map(({ name, text, isError }) =>
      escapeMarkup(`{"tool": ${JSON.stringify(name)}, "${isError ? 'error' : 'result'}": ${resultContent(text)}}`),
    )
    .join('\n');

export const introducedResults = (results: readonly DialectResult[]): string =>
  `Results of your calls, in their order:\n${resultLines(results)}`;

/** What a tool gave is escaped as the text of an element: it cannot end it, open a call or look like a special token. */
export const renderToolTagResults = (results: readonly DialectResult[]): string =>
  results
    .map(({ name, text, isError }) => {
      const tag = isError ? 'error' : 'result';
      return `<tool_response>\n<tool_name>${safe(cutEnd(name, 128))}</tool_name>\n<${tag}>\n${safe(text)}\n</${tag}>\n</tool_response>`;
    })
    .join('\n');

const safe = (text: string): string => encodeEntities(text).replace(/\[(?=\/?[A-Z])/g, '&#91;');
