import * as nodeModule from 'node:module';
import { isAbsolute, join } from 'node:path';

interface Cacher {
  /** Since Node.js 22.1. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * Keeps compiled code between starts, where Node.js can: in a folder of the user's own, since code from a folder others may
 * write to would be run. `NODE_DISABLE_COMPILE_CACHE` turns it off.
 */
export function useCompileCache(
  env: Readonly<Record<string, string | undefined>>,
  { enableCompileCache: enable }: Cacher = nodeModule as Cacher,
): void {
  const { XDG_CACHE_HOME: xdg, HOME: home } = env;
  const base =
    xdg !== undefined && isAbsolute(xdg)
      ? xdg
      : home !== undefined && isAbsolute(home)
        ? join(home, '.cache')
        : undefined;
  if (enable !== undefined && base !== undefined) enable(join(base, 'toolwright', 'compiled'));
}
