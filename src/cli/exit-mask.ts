import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../base/attempt.js';
import { workspaceFolder } from '../config/config-paths.js';
import { loadUserConfig, withWorkspace } from '../config/open-config.js';
import { inspectTrust } from '../config/trust.js';
import { createExitMask, type ExitMask } from '../session/exit-mask.js';
import type { Store } from '../store/store.js';
import type { Host } from './host.js';
import { secretNames } from './secret-names.js';

type Surroundings = Pick<Host, 'env' | 'cwd'>;

/** For what a command shows: secrets of this environment, this home and the folder it is about are masked in it. */
export function exitMask(host: Surroundings, workspace?: string): ExitMask {
  const { env } = host;
  const secrets = secretNames(loadUserConfig({ env, platform: process.platform }).values);
  return createExitMask({ env, workspace: workspace ?? host.cwd, secrets });
}

/** The same with what the folder itself names as secret, if it is trusted. */
export async function trustedExitMask(store: Store, host: Surroundings, workspace = host.cwd): Promise<ExitMask> {
  if (!existsSync(join(workspace, workspaceFolder))) return exitMask(host, workspace);
  const { env } = host;
  const user = loadUserConfig({ env, platform: process.platform });
  const { values } = withWorkspace(user, await inspectTrust(store, workspace));
  return createExitMask({ env, workspace, secrets: secretNames(values) });
}

/** For what went wrong, which may be the folder or the config itself. */
export const errorMask = (host: Surroundings): ((text: string) => string) =>
  (attempt(() => exitMask(host), undefined) ?? createExitMask({ env: host.env, workspace: '/' })).text;
