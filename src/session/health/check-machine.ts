import { checkRipgrep } from '../../builtin/search/ripgrep.js';
import { createBareProcesses } from '../../sandbox/bare-process.js';
import { checkSandbox } from './check-sandbox.js';
import type { HealthItem } from './health-item.js';

export interface MachineOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** `process.versions.node`. */
  readonly node: string;
  readonly folder: string;
}

/** What Toolwright needs of the machine: Node.js, ripgrep and what confines commands. */
export async function checkMachine({ env, platform, node, folder }: MachineOptions): Promise<readonly HealthItem[]> {
  const processes = createBareProcesses({ env });
  const [ripgrep, sandbox] = await Promise.all([checkRipgrep(processes, folder), checkSandbox({ env, platform })]);
  return [checkNode(node), ripgrepItem(ripgrep), sandbox];
}

const least = [20, 19] as const;

function checkNode(version: string): HealthItem {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const part = 'node';
  if (major > least[0] || (major === least[0] && minor >= least[1])) return { part, state: 'ok', says: `v${version}` };
  return { part, state: 'bad', says: `v${version}`, todo: `Install Node.js ${least.join('.')} or newer.` };
}

function ripgrepItem(found: { readonly version: string } | { readonly problem: string }): HealthItem {
  if ('version' in found) return { part: 'ripgrep', state: 'ok', says: found.version };
  return {
    part: 'ripgrep',
    state: 'bad',
    says: found.problem,
    todo: 'Searching needs it: install Toolwright again without --omit=optional, so that its platform package comes along.',
  };
}
