import { defined } from '../base/defined.js';
import { parseJson } from '../base/json.js';
import { renderDiff } from '../change/unified-diff.js';
import { decodeText } from './config-file.js';
import type { TrustedFile } from './event.js';
import type { ContentFile } from './workspace-content.js';

/** How a file differs from the content that was trusted before. */
export interface ContentChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** As people and `patch` read it; absent where it is not text, too large, or one of too many. */
  readonly diff?: string;
}

const maxDiffs = 20;
const maxDiffLength = 200_000;

/** Content as it was trusted: what there was, and the texts that were kept of it. */
interface EarlierContent {
  readonly files: readonly TrustedFile[];
  readonly texts: ReadonlyMap<string, string>;
}

/** What differs, by path. Differences are worked out as far as a person could read them. */
export function compareContent(before: EarlierContent, now: readonly ContentFile[]): readonly ContentChange[] {
  const left = { diffs: maxDiffs, length: maxDiffLength };
  const old = new Map(before.files.map((file) => [file.path, file]));
  const changes: ContentChange[] = [];
  for (const file of now) {
    const known = old.get(file.path);
    old.delete(file.path);
    if (known !== undefined && known.sha256 === file.sha256 && known.link === file.link) continue;
    const base = before.texts.get(file.path);
    // Of what was not kept no difference can be told.
    const diff = known === undefined || base !== undefined ? diffOf(file, base, left) : undefined;
    const change = known === undefined ? 'added' : 'changed';
    changes.push({ path: file.path, change, ...defined({ diff }) });
  }
  for (const { path } of old.values()) changes.push({ path, change: 'removed' });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function diffOf(
  file: ContentFile,
  base: string | undefined,
  left: { diffs: number; length: number },
): string | undefined {
  if (textOf(file) === undefined || left.diffs === 0 || left.length <= 0) return undefined;
  // A line end in a name must not look like a line of the difference.
  const name = JSON.stringify(file.path).slice(1, -1);
  const { diff } = renderDiff(name, base === undefined ? undefined : Buffer.from(base), file.bytes);
  left.diffs -= 1;
  left.length -= diff.length;
  return diff;
}

const maxText = 256 * 1024;
const maxTexts = 4 * 1024 * 1024;

/** The text of a file, if it is text that can be compared and shown. */
export function textOf({ bytes, link }: Pick<ContentFile, 'bytes' | 'link'>): string | undefined {
  return link || bytes.length > maxText || bytes.includes(0) ? undefined : decodeText(bytes);
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
