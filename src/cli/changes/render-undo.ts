import { plural } from '../../base/text.js';
import type { UndoEnd, UndoPreview } from '../../change/undo.js';
import type { ToldObstacle } from '../../change/undo-obstacle.js';
import { safeLine } from '../safe-text.js';
import type { Style } from '../view/style.js';
import { renderDiffLines } from './render-diff.js';
import { renderPaths } from './render-paths.js';

const maxDiffLines = 200;
const maxObstacles = 20;

/** What would be done, before it is. */
export function renderUndoPreview({ kind, changes, paths, skipped, notes }: UndoPreview, style: Style): string {
  const calls = new Set(changes.map(({ callId }) => callId)).size;
  const turns = [...new Set(changes.map(({ turn }) => turn))];
  const when = turns.length === 1 ? `turn ${turns[0]}` : `turns ${turns[0]} to ${turns.at(-1)}`;
  const head = `${kind === 'undo' ? 'Undo' : 'Redo'} ${plural(changes.length, 'change')} of ${plural(calls, 'call')} in ${when}:`;
  return [
    style.bold(head),
    ...renderPaths(paths, '  '),
    ...(paths.length === 0 ? ['  every path is so already'] : []),
    ...notes.map((note) => style.yellow(safeLine(note, { strict: true }))),
    ...(skipped.length === 0 ? [] : ['Left as they are:', ...renderObstacles(skipped, style)]),
  ].join('\n');
}

/** How it ended. */
export function renderUndoEnd(
  end: UndoEnd,
  { style, redoBy }: { readonly style: Style; readonly redoBy: string },
): string {
  switch (end.type) {
    case 'nothing':
      return safeLine(end.message);
    case 'declined':
      return 'Nothing was changed.';
    case 'done':
      return end.kind === 'undo'
        ? `Undone: ${plural(end.paths.length, 'path')} put back. ${redoBy} makes it again.`
        : `Redone: ${plural(end.paths.length, 'path')} changed again.`;
    case 'refused':
      return [safeLine(end.message), ...renderObstacles(end.obstacles, style)].join('\n');
    default:
      return end satisfies never;
  }
}

function renderObstacles(obstacles: readonly ToldObstacle[], style: Style): readonly string[] {
  const shown = obstacles.slice(0, maxObstacles).flatMap((one) => renderObstacle(one, style));
  const rest = obstacles.length - maxObstacles;
  return rest > 0 ? [...shown, `  … and ${rest} more`] : shown;
}

function renderObstacle({ message, versions }: ToldObstacle, style: Style): readonly string[] {
  const head = `  ${safeLine(message, { strict: true })}`;
  if (versions === undefined) return [head];
  const diff = (text: string): readonly string[] =>
    renderDiffLines(text, { style, max: maxDiffLines }).map((line) => `${style.dim('    │')} ${line}`);
  return [head, '    the change:', ...diff(versions.change), '    what came since:', ...diff(versions.since)];
}
