import type { RunContext } from '../../tool/context.js';
import { isFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { pathBelow } from '../path-below.js';
import { holdSearch } from './held-search.js';
import { findMatches } from './ordered-matches.js';
import type { WantedMatches } from './run-grep.js';
import { patternArgs } from './search-pattern.js';

/** Finds notes in the files at a place and below, and tells the kind of each. */
export function searchTodoComments(
  { pattern, max }: Pick<WantedMatches, 'pattern' | 'max'>,
  place: Place,
  ctx: RunContext,
) {
  const words = wordForm.test(pattern) ? pattern.split('|') : [];
  const searched = words.length === 0 ? pattern : `\\b(?:${pattern})\\b`;
  return holdSearch(place, ctx, async (where) => {
    const query = {
      args: [],
      pattern: patternArgs(searched, 'regex'),
      max,
      maxPerFile: undefined,
      wants: () => true,
    };
    const found = await findMatches(query, where, ctx);
    if (isFailure(found)) return found;
    const kindIn = kindFinder(words);
    const noted = found.lines.map(({ path, line, text }) => ({
      path: pathBelow(where.folder, path),
      line,
      kind: kindIn(text),
      text: text.trim(),
    }));
    const { files, truncated, unread } = found;
    return { todos: noted, counts: countKinds(noted), files, truncated, unread };
  });
}

/** Words alone: these tell the kind of a note. */
const wordForm = /^\w{1,50}(?:\|\w{1,50}){0,50}$/;
const otherKind = 'match';

/** The word that stands first in a line. */
function kindFinder(words: readonly string[]): (text: string) => string {
  if (words.length === 0) return () => otherKind;
  const form = new RegExp(`\\b(?:${words.join('|')})\\b`);
  // Of a long line only the start is shown, and the word may stand behind it.
  return (text) => form.exec(text)?.[0] ?? otherKind;
}

function countKinds(noted: readonly { readonly kind: string }[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of noted) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
