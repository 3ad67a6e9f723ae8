import { realPath } from './look.js';
import type { MountPlan } from './mount-plan.js';

/** Keeps a place from being changed. What a link leads to is kept; the link itself could still be replaced by another. */
export function keep(plan: MountPlan, path: string): void {
  const real = realPath(path);
  if (real !== undefined && plan.isWritable(real)) plan.set({ path: real, as: 'read' });
}
