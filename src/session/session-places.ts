import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Places } from '../policy/policy.js';
import type { SessionOptions } from './options.js';
import { realFolder } from './real-folder.js';

/** The folders that policy and sandbox go by. */
export function placesOf({ ownFiles = [], env = {}, store }: SessionOptions, root: string): Places {
  const kept = typeof store === 'string' && store !== 'memory' ? [resolve(store)] : [];
  return { root, home: homeFolder(env), own: [...ownFiles, ...kept] };
}

export const homeFolder = (env: NonNullable<SessionOptions['env']>): string => realFolder(env['HOME'] ?? homedir());
