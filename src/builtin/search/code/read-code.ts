import type { Parser, Tree } from '@vscode/tree-sitter-wasm';
import { cutEnd } from '../../../base/text.js';
import { openTreeSitter } from '../../../base/tree-sitter.js';
import { matchesGlob, parseGlob } from '../../../policy/rule/glob.js';
import { asWritten } from './c-source.js';
import { type CodeLanguage, languagesOf } from './language.js';
import { readContainer, readRole } from './read-role.js';
import type { Role } from './role.js';

/** A name where it stands. */
export type NamedPlace = Role & {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** What its definition stands in, such as `Store.open`; empty at the top of a file, and of references. */
  readonly container: string;
  /** The line it stands in. */
  readonly text: string;
};

export interface ReadCode {
  readonly places: readonly NamedPlace[];
  /** The file is not wholly what its language says: what could be told was told. */
  readonly damaged: boolean;
}

const pieceMs = 20;
const maxLineChars = 200;

/** Parses file after file, each in pieces, so that nothing else waits for long. `stopped` ends what is too much. */
export async function openCodeReader(stopped: () => boolean) {
  const treeSitter = await openTreeSitter();
  const parser = treeSitter.createParser();
  const readAs = async (language: CodeLanguage, text: string, wanted: string): Promise<ReadCode | undefined> => {
    parser.setLanguage(await treeSitter.loadGrammar(language.parsedAs));
    const tree = await parseInPieces(parser, language.prepare?.(text) ?? text, stopped);
    if (tree === undefined) return undefined;
    try {
      const places = await readPlaces({ text, tree, wanted, grammar: language.grammar }, stopped);
      return { places, damaged: tree.rootNode.hasError };
    } finally {
      tree.delete();
    }
  };
  return {
    /** Reads one file; undefined when it was given up, for time or because it is of no known language. */
    async read(
      { path, text }: { readonly path: string; readonly text: string },
      wanted: string,
    ): Promise<ReadCode | undefined> {
      let told: ReadCode | undefined;
      for (const language of languagesOf(path) ?? []) {
        const read = await readAs(language, text, wanted);
        told ??= read;
        if (read?.damaged === false) return read;
      }
      return told;
    },
    close: () => parser.delete(),
  };
}

async function parseInPieces(parser: Parser, text: string, stopped: () => boolean): Promise<Tree | undefined> {
  for (;;) {
    const until = performance.now() + pieceMs;
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
    if (tree !== null) return tree;
    await nextTurn();
    if (!stopped()) continue;
    parser.reset();
    return undefined;
  }
}

interface Reading {
  readonly text: string;
  readonly tree: Tree;
  readonly wanted: string;
  readonly grammar: Parameters<typeof readRole>[0];
}

async function readPlaces({ text, tree, wanted, grammar }: Reading, stopped: () => boolean): Promise<NamedPlace[]> {
  const places: NamedPlace[] = [];
  const bound = new Set<string>();
  let line = 1;
  let lineStart = 0;
  let until = performance.now() + pieceMs;
  for (const { index, name } of findOccurrences(text, wanted)) {
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < index; end = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    const leaf = tree.rootNode.descendantForIndex(index, index + name.length);
    const role = leaf === null ? undefined : readRole(grammar, { leaf, name, offset: index - leaf.startIndex, bound });
    if (leaf !== null && role !== undefined) {
      const container = role.role === 'definition' ? asWritten(readContainer(grammar, leaf, role)) : '';
      places.push({ ...role, name, line, column: index - lineStart + 1, container, text: lineAt(text, lineStart) });
    }
    if (performance.now() < until) continue;
    await nextTurn();
    if (stopped()) break;
    until = performance.now() + pieceMs;
  }
  return places;
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  const line = text.slice(start, Math.min(end === -1 ? text.length : end, start + 2000)).trim();
  return line.length > maxLineChars ? `${cutEnd(line, maxLineChars)}…` : line;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Where a name begins in a text, and the name itself. */
interface Occurrence {
  readonly index: number;
  readonly name: string;
}

/** Finds a name as a whole word; a star in it stands for any run of letters. */
function findOccurrences(text: string, wanted: string): Iterable<Occurrence> {
  return wanted.includes('*') ? findMatching(text, wanted) : findExact(text, wanted);
}

const inName = /[\p{ID_Continue}$]/u;
const words = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

function* findExact(text: string, name: string): Generator<Occurrence> {
  for (let index = text.indexOf(name); index !== -1; index = text.indexOf(name, index + name.length)) {
    const before = text[index - 1] ?? ' ';
    const after = text[index + name.length] ?? ' ';
    if (!inName.test(before) && !inName.test(after)) yield { index, name };
  }
}

function* findMatching(text: string, wanted: string): Generator<Occurrence> {
  const parsed = parseGlob(wanted, { folds: false });
  if (!parsed.ok) return;
  for (const { 0: name, index } of text.matchAll(words)) if (matchesGlob(parsed.glob, name)) yield { index, name };
}
