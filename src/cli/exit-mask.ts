import { loadUserConfig } from '../config/open-config.js';
import { createExitMask, type ExitMask } from '../session/exit-mask.js';
import type { Host } from './host.js';
import { secretNames } from './secret-names.js';

type Surroundings = Pick<Host, 'env' | 'cwd'>;

/** For what a command shows: secrets of this environment, this home and the folder it is about are masked in it. */
export function exitMask(host: Surroundings, workspace?: string): ExitMask {
  const { env } = host;
  const secrets = secretNames(loadUserConfig({ env, platform: process.platform }).values);
  return createExitMask({ env, workspace: workspace ?? host.cwd, secrets });
}

/** For what went wrong, which may be the folder or the config itself. */
export function errorMask(host: Surroundings): (text: string) => string {
  try {
    return exitMask(host).text;
  } catch {
    return createExitMask({ env: host.env, workspace: '/' }).text;
  }
}
