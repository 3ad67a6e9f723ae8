import { parseJson } from '../base/json.js';
import type { ContentFile } from './workspace-content.js';

const maxText = 256 * 1024;
const maxTexts = 4 * 1024 * 1024;

/** The text of a file, if it is text that can be compared and shown. */
export function textOf({ bytes, link }: Pick<ContentFile, 'bytes' | 'link'>): string | undefined {
  if (link || bytes.length > maxText || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The texts of files in one piece, so far as there is room: the rest is known by hash only. */
export function packTexts(files: readonly ContentFile[]): string {
  const texts: [string, string][] = [];
  let length = 0;
  for (const file of files) {
    const text = textOf(file);
    if (text === undefined || length + text.length > maxTexts) continue;
    length += text.length;
    texts.push([file.path, text]);
  }
  return JSON.stringify(texts);
}

export function unpackTexts(packed: Uint8Array): ReadonlyMap<string, string> {
  // Escapes make a character up to six.
  const parsed = parseJson(new TextDecoder().decode(packed), { maxLength: 8 * maxTexts });
  const entries = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
  return new Map(entries.filter(isTextEntry));
}

const isTextEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
