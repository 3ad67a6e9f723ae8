import { realPath } from './look.js';
import type { MountPlan } from './mount-plan.js';

/** Shows what lies at a path, read-only. What lies behind links is shown where it really is, and the path leads there. */
export function show(plan: MountPlan, path: string): void {
  const real = realPath(path);
  if (real === undefined) return;
  if (!plan.isVisible(real)) plan.set({ path: real, as: 'read' });
  if (real !== path) plan.link({ path, to: real });
}
