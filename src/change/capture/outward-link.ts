import { realpathSync } from 'node:fs';
import { isBeneath } from '../../base/is-beneath.js';
import type { PathChange } from '../../tool/version.js';
import { absoluteIn } from '../undo-plan.js';
import { targetOf } from './shield.js';

/** Whether a change left a link out of the workspace: programs that are not confined would follow it later. */
export function leadsOut({ path, after }: PathChange, root: string): boolean {
  if (after.kind !== 'link') return false;
  try {
    return !isBeneath(realpathSync(absoluteIn(root, path)), root);
  } catch {
    // Nothing is there yet.
    return targetOf(path, after.target, root) === undefined;
  }
}
