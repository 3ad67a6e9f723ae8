import type { Fact } from '../../tool/fact.js';
import { foldPath } from '../path/fold-path.js';
import type { Places } from '../policy.js';
import { findsPath, type PathPattern, parsePathPattern } from '../rule/path-pattern.js';
import { spellPath } from '../rule/path-spelling.js';

/** Files whose text nobody vouches for. */
interface UntrustedFiles {
  /** Whether what is read is, or may be, one of them. */
  has(read: Fact): boolean;
  /** Takes note of what a call has written that also fetches. */
  fetched(facts: readonly Fact[]): void;
}

type Names = readonly string[];

interface Written {
  readonly path: Names;
  readonly deep: boolean;
}

/** Those after them are not told apart any more. */
const maxWritten = 1000;

/** `patterns` are such as rules have. */
export function createUntrustedFiles(patterns: readonly string[], places: Places): UntrustedFiles {
  const marked = patterns.map(parsePathPattern).flatMap((parsed) => (parsed.ok ? [parsed.pattern] : []));
  const root = foldPath(places.root);
  const written = new Map<string, Written>();
  const namesOf = (path: string): Names => foldPath(path, path.startsWith('/') ? [] : root);
  return {
    has(read) {
      if (read.namesOnly === true || (marked.length === 0 && written.size === 0)) return false;
      // What is read shows only at run time: it may be one of them.
      if (!read.known) return true;
      const deep = read.deep === true;
      const paths = read.via === undefined ? [read.target] : [read.target, read.via];
      return paths.some((path) => isMarked(path) || isWritten(namesOf(path)));

      function isMarked(path: string): boolean {
        if (marked.length === 0) return false;
        const spelled = spellPath(path, places, { folds: true });
        return marked.some((pattern) => findsPath(pattern, spelled, deep) || (deep && isAnywhere(pattern)));
      }

      function isWritten(path: Names): boolean {
        for (const one of written.values()) {
          if (begins(path, one.path) && (one.deep || path.length === one.path.length)) return true;
          if (deep && begins(one.path, path)) return true;
        }
        return false;
      }
    },
    fetched(facts) {
      if (!facts.some(({ kind }) => kind === 'net')) return;
      for (const { kind, known, target, deep = false } of facts) {
        if (kind !== 'write' || !known) continue;
        const path = namesOf(target);
        // Of the workspace as a whole nothing is told that would be of use: all work is done there.
        if (begins(root, path) || written.size >= maxWritten) continue;
        written.set(path.join('/'), { path, deep });
      }
    },
  };
}

/** A name in any folder may lie below any folder. */
const isAnywhere = ({ choices }: PathPattern): boolean => choices.some(({ from }) => from === 'anywhere');

const begins = (path: Names, start: Names): boolean =>
  start.length <= path.length && start.every((name, at) => name === path[at]);
