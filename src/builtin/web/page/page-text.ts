import { parseJson } from '../../../base/json.js';
import { humanSize } from '../../../base/text.js';
import type { NetResponse } from '../../../tool/net.js';
import { isFailure, type ToolFailure } from '../../../tool/outcome.js';
import { feedText } from './feed-text.js';
import { htmlTokens } from './html-tokens.js';
import { readHtml } from './read-html.js';
import { stripTags } from './strip-tags.js';

export type PageFormat = 'markdown' | 'text' | 'raw';

export interface PageRequest {
  readonly format: PageFormat;
  /** False: links become their words. */
  readonly links: boolean;
  readonly signal: AbortSignal;
  /** The text of a PDF, or why there is none. */
  readPdf(bytes: Uint8Array): Promise<string | ToolFailure>;
}

/** What a reader gets of an answer. */
export interface PageText {
  readonly text: string;
  readonly title?: string;
  /** How it was read where that is not plain, each in a sentence. */
  readonly notes: readonly string[];
}

/** Text out of whatever a server sent; what is no text is told of. */
export async function pageText(response: NetResponse, request: PageRequest): Promise<PageText> {
  const { body, headers, url } = response;
  const type = contentTypeOf(response);
  if (body.length === 0) return { text: '', notes: ['The answer is empty.'] };
  const kind = kindOf(type, body);
  if (kind === 'pdf') {
    const read = await request.readPdf(body);
    return isFailure(read) ? { text: '', notes: [read.message] } : { text: read, notes: [] };
  }
  if (kind === 'binary') return { text: '', notes: [binaryNote(type, body)] };
  const { text, note } = decodeText(body, headers['content-type'] ?? '');
  const notes = note === undefined ? [] : [note];
  if (request.format === 'raw') return { text, notes };
  if (kind === 'json') return { text: prettyJson(text), notes };
  if (kind === 'xml') return { text: feedText(text.slice(0, maxStripped)), notes };
  if (kind === 'text') return { text, notes };
  const { format, links, signal } = request;
  const page = await readHtml({ html: text, url, markdown: format === 'markdown', links, signal });
  if (typeof page === 'string') {
    const why = `Only its tags were taken away, for ${page}.`;
    return { text: stripTags(text.slice(0, maxStripped)), ...titled(titleOf(text)), notes: [...notes, why] };
  }
  const { title, content } = page;
  return { text: request.format === 'markdown' ? content : stripTags(content), ...titled(title), notes };
}

/** Without its parameters, in lower case. It stands among words of ours: what has not the form of a type is none. */
export const contentTypeOf = ({ headers }: Pick<NetResponse, 'headers'>): string =>
  /^\s*([\w.+-]{1,50}\/[\w.+-]{1,50})\s*(?:[;,]|$)/.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '';

type Kind = 'html' | 'json' | 'xml' | 'text' | 'pdf' | 'binary';

function kindOf(type: string, body: Uint8Array): Kind {
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'application/json' || /[/+]json$|^application\/x-ndjson$/.test(type)) return 'json';
  if (/[/+]xml$/.test(type) && type !== 'image/svg+xml') return 'xml';
  if (type.startsWith('text/') || textTypes.test(type)) return 'text';
  if (/^(?:image|audio|video|font)\//.test(type)) return 'binary';
  return sniff(body);
}

const textTypes =
  /^(?:application\/(?:javascript|x-javascript|ecmascript|yaml|x-yaml|toml|x-sh|sql|graphql|x-www-form-urlencoded)|image\/svg\+xml)$/;

/** For types that say nothing, and none at all. */
function sniff(body: Uint8Array): Kind {
  const head = Buffer.from(body.subarray(0, 1024));
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (head.includes(0) && !isWide) return 'binary';
  return /^\s*<(?:!doctype html|html|head|body)\b/i.test(head.toString('latin1')) ? 'html' : 'text';
}

/** What is looked at of a page whose structure is not read. */
const maxStripped = 2_000_000;
const maxTitle = 300;

const titled = (title: string): { readonly title?: string } => {
  const line = title.replaceAll(/\s+/g, ' ').trim().slice(0, maxTitle);
  return line === '' ? {} : { title: line };
};

function titleOf(html: string): string {
  let within = false;
  for (const token of htmlTokens(html.slice(0, 50_000))) {
    if (within) return token.kind === 'text' ? stripTags(token.text) : '';
    within = token.kind === 'open' && token.name === 'title';
  }
  return '';
}

function prettyJson(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}

const binaryNote = (type: string, body: Uint8Array): string =>
  `It is no text but ${type === '' ? 'bytes' : type} of ${humanSize(body.length)}: save it with save_to to look at it with other tools.`;

/** The text of an answer, and how its bytes were read. */
interface DecodedText {
  readonly text: string;
  readonly charset: string;
  /** Set when it had to be guessed, or is not what was said. */
  readonly note?: string;
}

/** A BOM beats the header, which beats what the page says of itself; without any of them it is UTF-8 or else Latin-1. */
function decodeText(bytes: Uint8Array, contentType: string): DecodedText {
  const marked = bomOf(bytes);
  if (marked !== undefined) return decodeAs(bytes, marked);
  const said = /\bcharset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ?? saidWithin(bytes);
  if (said !== undefined) return decodeAs(bytes, said);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), charset: 'utf-8' };
  } catch {
    return { ...decodeAs(bytes, latin1), note: 'It names no charset and is not UTF-8: it was read as Latin-1.' };
  }
}

/** As browsers read Latin-1. */
const latin1 = 'windows-1252';

function decodeAs(bytes: Uint8Array, label: string): DecodedText {
  try {
    const decoder = new TextDecoder(label);
    return { text: decoder.decode(bytes), charset: decoder.encoding };
  } catch {
    // The name stands among words of ours.
    const named = /^[\w.:-]{1,20}$/.test(label) ? ` "${label}"` : '';
    const note = `Its charset${named} is not known: it was read as Latin-1.`;
    return { text: new TextDecoder(latin1).decode(bytes), charset: latin1, note };
  }
}

function bomOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** What a page says in its first bytes, which are ASCII up to there: `<meta charset>` or an XML declaration. */
function saidWithin(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
  const meta = /<meta\s[^>]{0,200}?\bcharset\s*=\s*["']?([^\s"';/>]+)/i.exec(head)?.[1];
  const said = meta ?? /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  // Who could read this in UTF-16 was wrong about it.
  return said === undefined || /^utf-?16/i.test(said) ? undefined : said;
}

const headBytes = 2048;
