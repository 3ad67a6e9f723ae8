import { defined } from '../base/defined.js';
import { createId } from '../base/id.js';
import type { Captured } from '../tool/port.js';
import type { ChangeBody } from './event.js';
import { keptBlobs } from './kept-blobs.js';

/** What is recorded of what a command changed; undefined when it changed nothing. */
export function commandChange(callId: string, captured: Captured): ChangeBody | undefined {
  const { paths, refused = [] } = captured;
  const lost = lostWords(captured);
  if (paths.length === 0 && lost === undefined && refused.length === 0) return undefined;
  return {
    changeId: createId('chg'),
    callId,
    operation: 'command',
    paths,
    kept: [...keptBlobs(paths), ...refused.flatMap(({ blob }) => blob ?? [])],
    ...defined({ lost }),
    ...(refused.length > 0 && { refused: refused.map(({ path, blob }) => ({ path, ...(blob && { blob }) })) }),
  };
}

const maxTold = 10;

/** What of a command cannot be taken back, and why; undefined when all can. */
function lostWords({ lost, unknown }: Captured): string | undefined {
  if (unknown !== undefined || lost.length === 0) return unknown;
  const told = lost.slice(0, maxTold).map(({ path, why }) => `${path}: ${why}`);
  return [...told, ...(lost.length > maxTold ? [`and ${lost.length - maxTold} more`] : [])].join('; ');
}
