import { normalize } from 'node:path';
import { isBeneath } from '../../base/is-beneath.js';
import type { CommandContext } from './command-context.js';
import { pathFacts } from './path-facts.js';
import { type Running, runWords } from './run-words.js';
import { forkShell, type Shell } from './shell.js';
import { suspect, suspectName } from './suspect-name.js';
import { literal, type Word } from './word.js';

const maxCharacters = 2_000_000;
const maxPieces = 1000;
const maxPiece = 300;

/**
 * Looks for harm in text that cannot be read as a script, or is too long for that: quotes are dropped, and whatever
 * stands between separators is taken for a command. It proves nothing; it only finds what must not run.
 */
export function scanText(text: string, shell: Shell, running: Running): void {
  const inner = {
    ...forkShell(shell, { depth: shell.depth + 1, doubt: 'it is only guessed at' }),
    context: withoutLooking(shell.context),
  };
  const flat = text
    .slice(0, maxCharacters)
    .replaceAll('\\\n', '')
    .replaceAll(/\$\{?IFS\}?/g, ' ')
    .replaceAll(/["'\\]/g, '');
  for (const piece of shortest(flat.split(/[\n;&|(){}`<>]+/))) {
    const words = piece.trim().split(/[ \t]+/);
    for (const start of startsOf(words)) {
      const guesses = words.slice(start).map((word) => guessed(word, shell));
      runWords(guesses, inner, running);
    }
  }
  scanRedirects(flat, inner);
  if (/(?:^|[\s;])([\w:.]+)\s*\(\)\s*\{[^}]{0,200}?\1\s*[|&][^}]{0,200}?&/.test(flat.slice(0, 10_000))) {
    const at = shell.facts.add({ kind: 'exec', target: '…', where: 'nowhere', known: true });
    shell.facts.forbid(at, 'it starts itself over and over: a fork bomb');
  }
}

/** The first suspect and the last ones: what stands between may be no wrapper, or was cut. */
function startsOf(words: readonly string[]): ReadonlySet<number> {
  const suspects = [...words.keys()].filter((at) => suspectName.test((words[at] ?? '').replace(/^.*\//, '')));
  return new Set([...suspects.slice(0, 1), ...suspects.slice(-3)]);
}

/** What wipes a machine is short: the shortest suspects first, so that no crowd of others hides them. */
function shortest(pieces: readonly string[]): readonly string[] {
  const byLength: Set<string>[] = [];
  for (const piece of pieces) {
    const short = piece.length > maxPiece ? `${piece.slice(0, maxPiece / 2)} ${piece.slice(-maxPiece / 2)}` : piece;
    if (!suspect.test(short)) continue;
    byLength[short.length] ??= new Set();
    byLength[short.length]?.add(short);
  }
  const sorted: string[] = [];
  for (const group of byLength) {
    for (const piece of group ?? []) {
      if (sorted.length >= maxPieces) return sorted;
      sorted.push(piece);
    }
  }
  return sorted;
}

function scanRedirects(text: string, shell: Shell): void {
  let found = 0;
  for (const [, operator, target = ''] of text.matchAll(/([<>])[>|&]?[ \t]*([~/$][^\s;&|<>()]{0,300})/g)) {
    found += 1;
    if (found > maxPieces) return;
    const touch = { kind: operator === '<' ? 'read' : 'write', by: -1 } as const;
    for (const fact of pathFacts(guessed(target, shell), touch, shell)) shell.facts.add({ ...fact, known: false });
  }
}

/** What paths say is enough here: looking at thousands of files would take too long. */
function withoutLooking(context: CommandContext): CommandContext {
  const { root } = context;
  return {
    ...context,
    links: () => [],
    list: () => undefined,
    readBytes: () => undefined,
    readText: () => undefined,
    resolve(given) {
      const path = normalize(given).replace(/(.)\/$/, '$1');
      const inside = isBeneath(path, root);
      const shown = inside ? path.slice(root.length + 1) || '.' : path;
      return { given, path, shown, inside, kind: 'missing', size: 0 };
    },
  };
}

function guessed(word: string, { context }: Shell): Word {
  const expanded = word.replace(/^~(?=\/|$)/, context.home).replaceAll(/\$\{?HOME\}?/g, context.home);
  return expanded.includes('*') ? { text: undefined, source: word, guess: expanded } : literal(expanded);
}
