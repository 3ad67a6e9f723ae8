import { readdirSync, readlinkSync } from 'node:fs';

/** The descriptors of this process that lie below a folder; others may come and go, as test files share processes. */
export function heldBelow(folder: string): readonly string[] {
  const targets = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The one that listed them, or one that was closed meanwhile.
      return [];
    }
  });
  return targets.filter((target) => target === folder || target.startsWith(`${folder}/`));
}
