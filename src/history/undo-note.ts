import { cutEnd } from '../base/text.js';
import type { UndoBody } from '../change/event.js';

const maxPaths = 20;
const maxPathLength = 200;

/** What the person took back or made again since the model was last told of it. */
export function createUndoNote() {
  const undone = new Set<string>();
  const redone = new Set<string>();
  return {
    apply(type: 'change-undone' | 'change-redone', { paths }: Pick<UndoBody, 'paths'>): void {
      const [into, outOf] = type === 'change-undone' ? [undone, redone] : [redone, undone];
      // What was undone and redone between two messages is as the model knows it.
      for (const { path } of paths) if (!outOf.delete(path)) into.add(path);
    },
    /** A note for the model, told once; undefined when there is nothing to tell. */
    take(): string | undefined {
      const said = [
        ...(undone.size === 0 ? [] : [`The user undid changes; as before them again: ${listPaths(undone)}.`]),
        ...(redone.size === 0 ? [] : [`The user redid changes; as they left them again: ${listPaths(redone)}.`]),
      ];
      undone.clear();
      redone.clear();
      return said.length === 0 ? undefined : `[${said.join(' ')} Read these files again before you use them.]`;
    },
  };
}

/** In quotes, so that no name of a file reads as a part of the note. */
function listPaths(paths: ReadonlySet<string>): string {
  const shown = [...paths].slice(0, maxPaths).map((path) => JSON.stringify(cutEnd(path, maxPathLength)));
  const rest = paths.size - shown.length;
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`;
}
