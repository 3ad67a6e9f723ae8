import { cutEnd, humanSize } from '../../base/text.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { type Hunk, parseHunks } from './parse-hunks.js';
import { type Cursor, patchError } from './patch-cursor.js';
import { type PatchNames, parseName, sectionNames } from './patch-names.js';

/** What a patch says of one file. */
export interface FilePatch {
  readonly kind: 'create' | 'delete' | 'edit' | 'move';
  readonly path: string;
  /** Of a move: where the file is now. */
  readonly from?: string;
  /** Whether it shall be executable, where the patch says so. */
  readonly executable?: boolean;
  readonly hunks: readonly Hunk[];
}

const maxChars = 8_000_000;
const maxFiles = 1000;

/** Reads a unified diff, plain or as Git writes it. Nothing is guessed: what is not part of one is an error with its line. */
export function parsePatch(text: string): readonly FilePatch[] | ToolFailure {
  if (text.length > maxChars) {
    return fail(
      'validation_failed',
      `The patch has ${humanSize(text.length)}; at most ${humanSize(maxChars)} are taken. Split it.`,
    );
  }
  const cursor: Cursor = { lines: patchLines(text), at: 0 };
  const files: FilePatch[] = [];
  for (skipBlank(cursor); cursor.at < cursor.lines.length; skipBlank(cursor)) {
    if (files.length === maxFiles) {
      return fail('validation_failed', `The patch changes more than ${maxFiles} files. Split it.`);
    }
    const file = parseSection(cursor);
    if (isFailure(file)) return file;
    files.push(file);
  }
  return files.length === 0
    ? fail('parse_error', 'The patch is empty. Give a unified diff: lines "--- a/path", "+++ b/path", then its hunks.')
    : files;
}

/** A patch whose every line ends with CRLF was brought here so: its line ends are not those of the files. */
function patchLines(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.every((line) => line.endsWith('\r')) ? lines.map((line) => line.slice(0, -1)) : lines;
}

function skipBlank(cursor: Cursor): void {
  while (cursor.at < cursor.lines.length && cursor.lines[cursor.at]?.trim() === '') cursor.at += 1;
}

interface Section {
  readonly line: number;
  /** What stands behind `diff --git`. */
  readonly header?: string;
  /** The lines between that and the hunks, by their first words. */
  readonly words: ReadonlyMap<Word, string>;
  /** From `---` and `+++`; absent where there are none. */
  readonly names?: PatchNames;
}

function parseSection(cursor: Cursor): FilePatch | ToolFailure {
  const section = parseHead(cursor);
  if (isFailure(section)) return section;
  const names = sectionNames(section);
  if (isFailure(names)) return names;
  const hunks = parseHunks(cursor, names.to ?? names.from ?? '');
  return isFailure(hunks) ? hunks : filePatch(section, names, hunks);
}

const words = [
  'old mode',
  'new mode',
  'new file mode',
  'deleted file mode',
  'rename from',
  'rename to',
  'similarity index',
  'dissimilarity index',
  'index',
] as const;
type Word = (typeof words)[number];

function parseHead(cursor: Cursor): Section | ToolFailure {
  const line = cursor.at + 1;
  const first = here(cursor);
  if (!first.startsWith('diff --git ')) {
    const names = parseNames(cursor);
    return isFailure(names) ? names : { line, words: new Map(), names };
  }
  cursor.at += 1;
  const found = new Map<Word, string>();
  for (; cursor.at < cursor.lines.length; cursor.at += 1) {
    const text = here(cursor);
    if (text === '' || text.startsWith('diff --git ')) break;
    if (text.startsWith('--- ') || text.startsWith('@@')) break;
    const word = words.find((one) => text.startsWith(`${one} `));
    if (word === undefined) return patchError(cursor.at + 1, unusable(text));
    found.set(word, text.slice(word.length + 1));
  }
  const section = { line, header: first.slice('diff --git '.length), words: found };
  if (!here(cursor).startsWith('--- ')) return section;
  const names = parseNames(cursor);
  return isFailure(names) ? names : { ...section, names };
}

/** What is no part of a patch, or of none that is taken here. */
function unusable(text: string): string {
  if (text.startsWith('GIT binary patch') || text.startsWith('Binary files '))
    return 'it changes binary content, which is not patched here. Use run_command with git apply.';
  if (text.startsWith('copy from ') || text.startsWith('copy to '))
    return 'copies are not made here. Give the new file whole, as a new file.';
  if (text.startsWith('```')) return 'it is a code fence. Give the patch alone, without a fence around it.';
  if (text.startsWith('*** '))
    return 'it is another format of patches. Give a unified diff: "--- a/path", "+++ b/path", then "@@ -1,3 +1,4 @@" and lines.';
  return `${JSON.stringify(cutEnd(text, 60))} is no part of a patch. A file begins with "diff --git" or with "--- a/path" and "+++ b/path"; give nothing beside the patch.`;
}

function parseNames(cursor: Cursor): PatchNames | ToolFailure {
  const first = here(cursor);
  if (!first.startsWith('--- ')) return patchError(cursor.at + 1, unusable(first));
  const second = cursor.lines[cursor.at + 1]?.replace(/\r$/, '') ?? '';
  if (!second.startsWith('+++ ')) return patchError(cursor.at + 2, '"+++ b/path" should follow "--- a/path".');
  const from = parseName(first.slice(4), cursor.at + 1);
  const to = parseName(second.slice(4), cursor.at + 2);
  cursor.at += 2;
  if (isFailure(from)) return from;
  return isFailure(to) ? to : { from, to };
}

const here = ({ lines, at }: Cursor): string => (lines[at] ?? '').replace(/\r$/, '');

function filePatch(section: Section, names: PatchNames, hunks: readonly Hunk[]): FilePatch | ToolFailure {
  const { line, words: said } = section;
  const { from, to } = names;
  const mode = said.get('new file mode') ?? said.get('new mode') ?? said.get('deleted file mode');
  if (mode !== undefined && !/^100(?:644|755)$/.test(mode)) return patchError(line, otherMode(mode));
  const executable = mode === undefined || said.has('deleted file mode') ? {} : { executable: mode === '100755' };
  if (to === undefined && from === undefined) return patchError(line, 'it names no file.');
  if (to === undefined) return { kind: 'delete', path: from ?? '', hunks };
  if (from === undefined) return { kind: 'create', path: to, ...executable, hunks };
  const nothing = hunks.length === 0 && said.get('new mode') === undefined;
  if (from !== to) return { kind: 'move', path: to, from, ...executable, hunks };
  return nothing
    ? patchError(line, `it changes nothing of ${to}. Leave the file out, or give its hunks.`)
    : { kind: 'edit', path: to, ...executable, hunks };
}

function otherMode(mode: string): string {
  const what = mode === '120000' ? 'a link' : mode === '160000' ? 'a submodule' : 'no mode that files have here';
  return `mode ${cutEnd(mode, 20)} is ${what}: only 100644 and 100755 are taken. Use run_command for anything else.`;
}
