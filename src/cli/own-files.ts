import { dirname, isAbsolute } from 'node:path';
import type { ConfigPaths } from '../config/config-paths.js';
import { loginPlace } from '../session/servers/login-place.js';
import type { Host } from './host.js';

/** Where config, store and logins lie: no call may touch these. The store has files beside it that bear its name. */
export function ownFilesOf({ managed, user }: ConfigPaths, store: string, env: Host['env']): readonly string[] {
  const kept = isAbsolute(store)
    ? ['', '-wal', '-shm', '-journal', '.blobs', '.captures', '.kept'].map((end) => store + end)
    : [];
  return [dirname(managed), ...(user === undefined ? [] : [dirname(user)]), loginPlace(env), ...kept];
}
