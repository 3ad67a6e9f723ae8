import { isToolwrightError } from '../../base/error.js';
import { plural } from '../../base/text.js';
import { type LoadedConfig, loadUserConfig } from '../../config/open-config.js';
import { renderProblem } from '../../config/problem.js';
import type { TrustInspection } from '../../config/trust.js';
import type { HealthItem } from '../../session/health/health-item.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import type { Host } from '../host.js';
import { untrustedNote } from '../trust/render-trust.js';

/** The settings in force, and how their files and the trust in those of the workspace stand. */
export async function checkConfig(
  invocation: Invocation,
  host: Host,
): Promise<{
  readonly config: LoadedConfig;
  readonly trust?: TrustInspection;
  readonly items: readonly HealthItem[];
}> {
  const { config, trust } = await readOrFallBack(invocation, host);
  const item = fileItem(config);
  if (trust === undefined) {
    const says = 'without its store nobody can tell whether .toolwright is trusted, so it is not used';
    return { config, items: [item, { part: 'workspace', state: 'warn', says }] };
  }
  const note = untrustedNote(trust);
  if (note === undefined) return { config, trust, items: [item] };
  const state = trust.state === 'unreadable' ? 'bad' : 'warn';
  const todo = trust.state === 'unreadable' ? 'Correct it, or remove the folder.' : 'Look at it: toolwright trust';
  return { config, trust, items: [item, { part: 'workspace', state, says: note, todo }] };
}

function fileItem({ layers, problems: [problem, ...others], warnings: [warning] }: LoadedConfig): HealthItem {
  const part = 'config';
  if (problem !== undefined) {
    const more = others.length === 0 ? '.' : ` and ${plural(others.length, 'other problem')}: toolwright config check`;
    return { part, state: 'bad', says: renderProblem(problem), todo: `Correct it${more}` };
  }
  if (warning !== undefined)
    return { part, state: 'warn', says: renderProblem(warning), todo: 'Every one there is: toolwright config check' };
  const files = layers.map(({ file }) => file).join(', ');
  return { part, state: 'ok', says: files === '' ? 'no file, the defaults hold' : files };
}

/** What is wrong with the store, which is told elsewhere, must not keep the rest from being told. */
async function readOrFallBack(
  invocation: Invocation,
  host: Host,
): Promise<{ readonly config: LoadedConfig; readonly trust?: TrustInspection }> {
  try {
    return await readCommandConfig(invocation, host);
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    return { config: loadUserConfig({ env: host.env, platform: process.platform }) };
  }
}
