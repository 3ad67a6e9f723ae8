import type { Fact } from '../../tool/fact.js';
import { coversCommand, type Found, findsCommand } from './command-pattern.js';
import { fold, matchesGlob } from './glob.js';
import { coversHost, findsHost, type HostAddress, parseAddress } from './host-pattern.js';
import { coversPath, findsPath } from './path-pattern.js';
import { type Folders, type SpelledPath, spellPath } from './path-spelling.js';
import type { ReadyRule } from './rule-set.js';

/** A fact with what is worked out of it once, however many rules are compared. */
export interface SeenFact {
  readonly fact: Fact;
  /** The target and the way to it, in any case of letters. */
  readonly searched: () => readonly SpelledPath[];
  readonly exact: () => SpelledPath;
  readonly address: () => HostAddress | undefined;
  /** Of a command; null where a word is not known. */
  readonly words: () => readonly (string | null)[];
}

export function seeFact(fact: Fact, folders: Folders): SeenFact {
  const { target, via } = fact;
  return {
    fact,
    searched: once(() =>
      (via === undefined ? [target] : [target, via]).map((path) => spellPath(path, folders, { folds: true })),
    ),
    exact: once(() => spellPath(target, folders, { folds: false })),
    address: once(() => parseAddress(target)),
    words: once(() => wordsOf(fact)),
  };
}

/** A word that is a pattern becomes the names of files. Where nothing but words was written, it is meant as it is. */
function wordsOf({ words = [null], plain }: Fact): readonly (string | null)[] {
  return plain === true ? words : words.map((word) => (word !== null && /[*?[]/.test(word) ? null : word));
}

/** Whether a rule that denies, asks or notifies is about the fact. Whoever wrote it meant everything that could be it. */
export function finds(ready: ReadyRule, seen: SeenFact): Found {
  const { fact } = seen;
  if (ready.rule.subject.pattern === undefined) return 'yes';
  if (fact.kind === 'exec') return ready.command === undefined ? 'no' : findsCommand(ready.command, seen.words());
  const found = findsTarget(ready, seen);
  return found === 'no' && !fact.known ? 'maybe' : found;
}

function findsTarget({ path, host, name }: ReadyRule, { fact, searched, address }: SeenFact): Found {
  if (isPathKind(fact)) {
    if (path === undefined) return 'no';
    for (const one of searched()) if (findsPath(path, one, fact.deep === true)) return 'yes';
    return 'no';
  }
  if (fact.kind !== 'net')
    return name !== undefined && matchesGlob(name.folded, fold(bare(fact.target))) ? 'yes' : 'no';
  if (host === undefined) return 'no';
  const known = address();
  if (known === undefined) return 'maybe';
  return findsHost(host, known) ? 'yes' : 'no';
}

/** Whether a rule that allows is surely about all of the fact. */
export function covers(ready: ReadyRule, { fact, exact, address }: SeenFact): boolean {
  const { command, path, host, name } = ready;
  if (fact.kind === 'exec') {
    if (fact.plain !== true || fact.unread === true || fact.where === 'outside') return false;
    return coversCommand(command ?? anyCommand, fact.words ?? []);
  }
  if (!fact.known) return false;
  if (ready.rule.subject.pattern === undefined) return true;
  if (isPathKind(fact)) return path !== undefined && coversPath(path, exact(), fact.deep === true);
  if (fact.kind !== 'net') return name !== undefined && matchesGlob(name.exact, bare(fact.target));
  const known = address();
  return host !== undefined && known !== undefined && coversHost(host, known);
}

const anyCommand = { words: [], prefix: true };

export const isPathKind = ({ kind }: Fact): boolean =>
  kind === 'read' || kind === 'write' || kind === 'delete' || kind === 'move';

/** Variables are told as `$NAME`. */
const bare = (target: string): string => target.replace(/^\$/, '');

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
