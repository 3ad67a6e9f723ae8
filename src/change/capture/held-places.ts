import { dirname } from 'node:path';
import { isBeneath } from '../../base/is-beneath.js';
import { createMountPlan } from '../../sandbox/mount-plan.js';
import { shieldWorkspace } from '../../sandbox/shield-workspace.js';
import type { Fact } from '../../tool/fact.js';

/** A place of the workspace that a confined command cannot change, or (`held` false) can although what is around it cannot. */
export interface HeldPlace {
  /** Relative to the workspace. */
  readonly path: string;
  readonly held: boolean;
}

/**
 * Where the sandbox keeps a command with these facts from any change: one that is found there is somebody else's. Only
 * places that cannot be moved out of the way with a folder they lie in.
 */
export function findHeld(root: string, facts: readonly Fact[]): readonly HeldPlace[] {
  const plan = createMountPlan();
  plan.set({ path: root, as: 'write' });
  shieldWorkspace(plan, { root, facts });
  const fixed = new Set([root]);
  const places: HeldPlace[] = [];
  for (const { path, as } of plan.mounts()) {
    if (!fixed.has(dirname(path)) || path === root) continue;
    fixed.add(path);
    places.push({ path: path.slice(root === '/' ? 1 : root.length + 1), held: as === 'read' });
  }
  return places;
}

/** The innermost place counts. */
export function isHeld(path: string, places: readonly HeldPlace[]): boolean {
  let nearest: HeldPlace | undefined;
  for (const place of places) {
    if (isBeneath(path, place.path) && place.path.length >= (nearest?.path.length ?? 0)) nearest = place;
  }
  return nearest?.held === true;
}
