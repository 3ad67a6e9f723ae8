import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { patchError } from './patch-cursor.js';

/** The names of one file before and after; undefined for `/dev/null`. */
export interface PatchNames {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface Named {
  readonly line: number;
  readonly header?: string;
  readonly words: ReadonlyMap<string, string>;
  readonly names?: PatchNames;
}

/** The names a section is about, without the `a/` and `b/` they have where both do. */
export function sectionNames({ line, header, words, names }: Named): PatchNames | ToolFailure {
  const moved = movedNames(words, line);
  if (isFailure(moved)) return moved;
  if (moved !== undefined && names === undefined) return moved;
  const told = names ?? headerNames(header ?? '', line);
  if (isFailure(told)) return told;
  const { from, to } = stripped(told);
  if (moved !== undefined) {
    const agrees = from === moved.from && to === moved.to;
    return agrees ? moved : patchError(line, 'its names are not those of its rename.');
  }
  if (words.has('new file mode')) {
    if (names !== undefined && from !== undefined) return patchError(line, 'a new file has "--- /dev/null".');
    return { from: undefined, to };
  }
  if (words.has('deleted file mode')) {
    if (names !== undefined && to !== undefined) return patchError(line, 'a deleted file has "+++ /dev/null".');
    return { from, to: undefined };
  }
  if (from === undefined || to === undefined || from === to) return { from, to };
  return patchError(line, `it names two files, ${from} and ${to}. Say "rename from" and "rename to", or one name.`);
}

function movedNames(words: ReadonlyMap<string, string>, line: number): PatchNames | ToolFailure | undefined {
  const given = [words.get('rename from'), words.get('rename to')];
  if (given.every((name) => name === undefined)) return undefined;
  const [from, to] = given.map((name) => (name === undefined ? undefined : parseName(name, line)));
  if (isFailure(from)) return from;
  if (isFailure(to)) return to;
  if (from === undefined || to === undefined) return patchError(line, 'a rename has "rename from" and "rename to".');
  return from === to ? patchError(line, `it renames ${from} to itself.`) : { from, to };
}

/** Git names a file twice, with the same length, when neither is quoted and nothing is renamed. */
function headerNames(header: string, line: number): PatchNames | ToolFailure {
  const unclear = (): ToolFailure =>
    patchError(line, 'it is not clear which file is meant. Give "---" and "+++" lines.');
  const middle = header.startsWith('"') ? header.indexOf('" "') + 1 : (header.length - 1) / 2;
  if (header[middle] !== ' ') return unclear();
  const from = parseName(header.slice(0, middle), line);
  const to = parseName(header.slice(middle + 1), line);
  if (isFailure(from)) return from;
  if (isFailure(to)) return to;
  const names = stripped({ from, to });
  return names.from === names.to ? { from, to } : unclear();
}

function stripped({ from, to }: PatchNames): PatchNames {
  const hasPrefixes = (from?.startsWith('a/') ?? true) && (to?.startsWith('b/') ?? true);
  return hasPrefixes ? { from: from?.slice(2), to: to?.slice(2) } : { from, to };
}

/** A name, bare or in quotes as Git puts it; a time may stand behind a tab. */
export function parseName(given: string, line: number): string | undefined | ToolFailure {
  const text = given.replace(/\r$/, '');
  if (text.startsWith('"')) return unquoted(text, line);
  const name = text.split('\t', 1)[0] ?? '';
  if (name.trim() === '') return patchError(line, 'the name of the file is missing.');
  return name === '/dev/null' ? undefined : name;
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Octal escapes are bytes of UTF-8. */
function unquoted(text: string, line: number): string | ToolFailure {
  const body = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (body === undefined) return patchError(line, 'the quotes around the name are not closed.');
  const parts = body.match(/\\[0-7]{3}|\\.|[^\\]+/g) ?? [];
  const bytes: Buffer[] = [];
  for (const part of parts) {
    const code = part.startsWith('\\') ? (escapes[part.slice(1)] ?? octal(part.slice(1))) : undefined;
    if (part.startsWith('\\') && code === undefined) return patchError(line, `${part} is no escape in a name.`);
    bytes.push(code === undefined ? Buffer.from(part) : Buffer.from([code]));
  }
  const name = Buffer.concat(bytes).toString();
  return name === '' ? patchError(line, 'the name of the file is missing.') : name;
}

const octal = (digits: string): number | undefined =>
  /^[0-3][0-7]{2}$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
