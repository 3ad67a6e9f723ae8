import { many, takesAll } from '../../../base/pieces.js';
import { expandBraces } from '../../../policy/rule/braces.js';
import { type Glob, matchesGlob, parseGlob } from '../../../policy/rule/glob.js';

/** A glob for paths, read once. Matching takes at most the product of the lengths, whatever the glob is. */
export interface PathGlob {
  /** Whether it matches a name in a folder whose parts these are. */
  matches(name: string, folder: readonly string[]): boolean;
  /** Whether something it matches could lie in a folder whose parts these are. */
  reaches(folder: readonly string[]): boolean;
}

export type ParsedPathGlob =
  | { readonly ok: true; readonly glob: PathGlob }
  | { readonly ok: false; readonly message: string };

/** `*.ts` matches names anywhere, `src/**` and `/x` paths from the start; `{a,b}`, `[a-z]` and `?` work. */
export function parsePathGlob(pattern: string): ParsedPathGlob {
  const expanded = expandBraces(pattern);
  if (!expanded.ok) return expanded;
  const parsed = expanded.patterns.map(parseOne);
  const wrong = parsed.find((one) => typeof one === 'string');
  if (typeof wrong === 'string') return { ok: false, message: wrong };
  const globs = parsed.filter((one) => typeof one !== 'string');
  const [only] = globs;
  if (only !== undefined && globs.length === 1) return { ok: true, glob: only };
  return {
    ok: true,
    glob: {
      matches: (name, folder) => globs.some((glob) => glob.matches(name, folder)),
      reaches: (folder) => globs.some((glob) => glob.reaches(folder)),
    },
  };
}

type Segment = Glob | typeof many;

function parseOne(pattern: string): PathGlob | string {
  const segments: Segment[] = [];
  const texts = pattern.replace(/^\//, '').split('/');
  for (const text of texts) {
    if (text === '**') {
      if (segments.at(-1) !== many) segments.push(many);
      continue;
    }
    const parsed = parseGlob(text, { folds: false });
    if (!parsed.ok) return parsed.message;
    segments.push(parsed.glob);
  }
  const last = segments.at(-1);
  if (!pattern.includes('/') && last !== undefined) {
    return { matches: (name) => last === many || matchesGlob(last, name), reaches: () => true };
  }
  // `src/**` is what lies in src, not src itself.
  const least = segments.indexOf(many) === segments.length - 1 ? segments.length : 0;
  return {
    matches: (name, folder) =>
      folder.length + 1 >= least &&
      (last === undefined || last === many || matchesGlob(last, name)) &&
      takesAll(segments, [...folder, name], matchesGlob),
    reaches: (folder) => couldReach(segments, folder),
  };
}

function couldReach(segments: readonly Segment[], folder: readonly string[]): boolean {
  for (const [at, part] of folder.entries()) {
    const wanted = segments[at];
    if (wanted === many) return true;
    if (wanted === undefined || !matchesGlob(wanted, part)) return false;
  }
  return folder.length < segments.length;
}
