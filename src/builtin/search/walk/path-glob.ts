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

type Segment = Glob | 'any';

function parseOne(pattern: string): PathGlob | string {
  const segments: Segment[] = [];
  const texts = pattern.replace(/^\//, '').split('/');
  for (const text of texts) {
    if (text === '**') {
      if (segments.at(-1) !== 'any') segments.push('any');
      continue;
    }
    const parsed = parseGlob(text, { folds: false });
    if (!parsed.ok) return parsed.message;
    segments.push(parsed.glob);
  }
  const last = segments.at(-1);
  if (!pattern.includes('/') && last !== undefined) {
    return { matches: (name) => last === 'any' || matchesGlob(last, name), reaches: () => true };
  }
  return {
    matches: (name, folder) =>
      (last === undefined || last === 'any' || matchesGlob(last, name)) && matchesParts(segments, [...folder, name]),
    reaches: (folder) => couldReach(segments, folder),
  };
}

/** Goes back to the last `**` only: those before it need not take more than they have. */
function matchesParts(segments: readonly Segment[], parts: readonly string[]): boolean {
  let segment = 0;
  let at = 0;
  let any = -1;
  let from = 0;
  while (at < parts.length) {
    const wanted = segments[segment];
    if (wanted === 'any') {
      any = segment;
      from = at;
      segment += 1;
    } else if (wanted !== undefined && matchesGlob(wanted, parts[at] ?? '')) {
      segment += 1;
      at += 1;
    } else if (any === -1) return false;
    else {
      segment = any + 1;
      from += 1;
      at = from;
    }
  }
  // `src/**` is what lies in src, not src itself.
  return segment === segments.length || (segment === segments.length - 1 && segments[segment] === 'any' && any !== -1);
}

function couldReach(segments: readonly Segment[], folder: readonly string[]): boolean {
  for (const [at, part] of folder.entries()) {
    const wanted = segments[at];
    if (wanted === 'any') return true;
    if (wanted === undefined || !matchesGlob(wanted, part)) return false;
  }
  return folder.length < segments.length;
}
