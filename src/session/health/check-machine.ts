import { checkRipgrep } from '../../builtin/search/ripgrep.js';
import { createProcesses } from '../../sandbox/bare-process.js';
import { type BubblewrapState, checkBubblewrap } from '../../sandbox/bubblewrap.js';
import type { HealthItem } from './health-item.js';

export interface MachineOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** `process.versions.node`. */
  readonly node: string;
  readonly folder: string;
}

/** What Toolwright needs of the machine: Node.js, ripgrep and, for confined commands, bubblewrap. */
export async function checkMachine({ env, platform, node, folder }: MachineOptions): Promise<readonly HealthItem[]> {
  const processes = createProcesses({ env, sandboxed: false });
  const [ripgrep, bubblewrap] = await Promise.all([
    checkRipgrep(processes, folder),
    platform === 'linux' ? checkBubblewrap(processes, folder) : undefined,
  ]);
  return [checkNode(node), ripgrepItem(ripgrep), sandboxItem(bubblewrap, platform)];
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

function sandboxItem(bubblewrap: BubblewrapState | undefined, platform: NodeJS.Platform): HealthItem {
  const part = 'bubblewrap';
  if (bubblewrap === undefined) {
    const says = `not available on ${platform}`;
    return { part, state: 'warn', says, todo: 'Commands run unconfined here; mode auto refuses them.' };
  }
  if (bubblewrap.state === 'works') return { part, state: 'ok', says: bubblewrap.version };
  if (bubblewrap.state === 'missing') {
    const todo =
      'Install it to confine commands: apt install bubblewrap, dnf install bubblewrap, or pacman -S bubblewrap.';
    return { part, state: 'warn', says: 'not installed', todo };
  }
  const todo =
    'The system refuses unprivileged user namespaces: allow them (sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap).';
  return { part, state: 'warn', says: `${bubblewrap.version}, but it cannot confine: ${bubblewrap.words}`, todo };
}
