import type { ListedChange } from '../../change/list-changes.js';
import { safeLine } from '../safe-text.js';
import { shortTime } from '../view/session-lines.js';
import type { Style } from '../view/style.js';
import { renderDiffLines } from './render-diff.js';
import { renderPaths } from './render-paths.js';

/** The changes of a session: each with its turn, time, call and what it did; with `diff` line by line. */
export function renderChanges(
  changes: readonly ListedChange[],
  { style, diff }: { readonly style: Style; readonly diff: boolean },
): string {
  return changes.flatMap((change) => [headOf(change, style), ...bodyOf(change, { style, diff })]).join('\n');
}

function headOf({ turn, at, callId, tool, operation, undone }: ListedChange, style: Style): string {
  const words = [`turn ${turn}`, shortTime(at), safeLine(callId), safeLine(tool), operation].filter(
    (word) => word !== '',
  );
  return `${style.bold(words.join('  '))}${undone ? style.yellow('  undone') : ''}`;
}

function bodyOf(
  { paths, refused = [] }: ListedChange,
  { style, diff }: { readonly style: Style; readonly diff: boolean },
): readonly string[] {
  const putBack = refusedLines(refused);
  if (!diff) return [...renderPaths(paths, '    '), ...putBack];
  const lines = paths.flatMap((one) =>
    one.diff === undefined
      ? renderPaths([one], '    ')
      : renderDiffLines(one.diff, { style }).map((line) => `    ${line}`),
  );
  return [...lines, ...putBack];
}

/** So many are listed; the rest is counted. */
const maxRefused = 50;

function refusedLines(refused: NonNullable<ListedChange['refused']>): readonly string[] {
  const lines = refused
    .slice(0, maxRefused)
    .map(
      ({ path, blob }) => `    ${safeLine(path)}: protected, put back${blob === undefined ? '' : `, kept as ${blob}`}`,
    );
  return refused.length === lines.length ? lines : [...lines, `    … and ${refused.length - lines.length} more`];
}
