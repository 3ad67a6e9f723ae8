import { join } from 'node:path';
import { readConfigFile } from '../../config/config-file.js';
import { configName } from '../../config/config-paths.js';
import type { TrustInspection } from '../../config/trust.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { readCommandConfig } from './command-config.js';

/** `toolwright config path`: where config files lie, and whether they are there. */
export async function pathCommand(invocation: Invocation, host: Host): Promise<number> {
  const { config, trust } = await readCommandConfig(invocation, host);
  const { user, managed } = config.paths;
  const files = [
    ...(user === undefined ? [] : [{ layer: 'user', file: user, state: stateOf(user) }]),
    { layer: 'workspace', file: join(trust.folder, configName), state: workspaceState(trust) },
    { layer: 'managed', file: managed, state: stateOf(managed) },
  ];
  const lines = files.map(({ layer, file, state }) => `${layer.padEnd(9)}  ${safeLine(file)}  (${state})`);
  host.stdout.write(invocation.flag('json') ? `${renderJson(files)}\n` : `${lines.join('\n')}\n`);
  return exitCodes.answered;
}

type FileState = 'used' | 'missing' | 'not trusted' | 'unreadable';

function stateOf(path: string): FileState {
  const found = readConfigFile(path);
  if (found === undefined) return 'missing';
  return found.ok ? 'used' : 'unreadable';
}

function workspaceState(trust: TrustInspection): FileState {
  if (trust.state === 'unreadable') return 'unreadable';
  if (trust.state === 'nothing' || !trust.files.some(({ path }) => path === configName)) return 'missing';
  return trust.state === 'trusted' ? 'used' : 'not trusted';
}
