import { configPaths } from '../../config/config-paths.js';
import { listProfiles } from '../../config/profile/list-profiles.js';
import type { CompletionValue, ValueRequest } from './completion-value.js';

/** The profiles that can be used: those that are built in, and the user's own. */
export async function profileValues({ host }: ValueRequest): Promise<readonly CompletionValue[]> {
  const listed = await listProfiles(configPaths({ env: host.env, platform: process.platform }));
  return listed
    .filter(({ problems }) => problems.length === 0)
    .map(({ name, summary }) => ({ value: name, says: summary }));
}
