import { parseUrl } from '../../base/parse-url.js';
import { firstLine, humanSize } from '../../base/text.js';
import { wrapUntrusted } from '../../policy/taint/untrusted-text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';

/** What came of a fetch. */
export const webResult = objectOf({
  url: { type: 'string', description: 'Where it came from, after redirects.' },
  'asked?': { type: 'string', description: 'Where it was asked for, when it was redirected from there.' },
  status: { type: 'integer' },
  content_type: { type: 'string' },
  'title?': { type: 'string' },
  text: { type: 'string' },
  mark: { type: 'string', description: 'Sets the text apart from words of ours.' },
  bytes: { type: 'integer' },
  offset: { type: 'integer', description: 'Where in the whole text this begins.' },
  total_chars: { type: 'integer' },
  'saved_to?': { type: 'string' },
  'kept?': { type: 'boolean', description: 'It is the answer to an earlier request.' },
  notes: { type: 'array', items: { type: 'string' } },
  'bare?': { type: 'boolean', description: 'Nothing but URL, title and text is shown.' },
});

export type WebResult = FromSchema<typeof webResult>;

/** What we say of it stands above the text of others, and below it where to go on. */
export function showWebResult(result: WebResult): string {
  const { url, asked, status, content_type, title, text, mark, notes, bytes, saved_to, kept, bare } = result;
  // Where a server redirects to is its own text, as all of the page is.
  const heads = [
    ...(asked === undefined ? [] : [`Redirected to: ${url}`]),
    ...(title === undefined ? [] : [`Title: ${title}`]),
  ];
  const whole = [...heads, ...(heads.length > 0 && text !== '' ? [''] : []), ...(text === '' ? [] : [text])].join('\n');
  const shown = whole === '' ? [] : ['', wrapUntrusted({ text: whole, source: hostOf(url), mark })];
  if (bare === true) return [`URL: ${asked ?? url}`, ...notes, ...shown, ...goOn(result)].join('\n');
  return [
    `URL: ${asked ?? url}`,
    `Status: ${status}`,
    `Content-Type: ${content_type === '' ? 'not told' : content_type}`,
    ...(kept === true ? ['This is the answer to an earlier request: nothing was sent.'] : []),
    ...(saved_to === undefined ? [] : [`Saved to ${saved_to} (${humanSize(bytes)}).`]),
    ...notes,
    ...shown,
    ...goOn(result),
  ].join('\n');
}

function goOn({ offset, text, total_chars }: WebResult): readonly string[] {
  const end = offset + text.length;
  if (end >= total_chars && offset === 0) return [];
  const rest = end >= total_chars ? '.' : `; go on with offset ${end}.`;
  return [`Characters ${offset} to ${end} of ${total_chars}${rest}`];
}

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

export function displayWebResult({ url, status, content_type, title, bytes, saved_to }: WebResult): string {
  const what = `${status} ${content_type} ${humanSize(bytes)}`.replaceAll(/\s+/g, ' ');
  const where = saved_to === undefined ? firstLine(title ?? url) : `saved to ${saved_to}`;
  return `${what}: ${where}`;
}
