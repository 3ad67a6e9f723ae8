import { type BubblewrapState, findBubblewrap } from '../../sandbox/bubblewrap/find-bubblewrap.js';
import type { RefusalCause } from '../../sandbox/bubblewrap/refusal-cause.js';
import { seccompFilter } from '../../sandbox/bubblewrap/seccomp-filter.js';
import { boundLimits } from '../../sandbox/limits/bound-limits.js';
import type { HealthItem } from './health-item.js';

export interface SandboxContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

const part = 'sandbox';

/** Whether commands are confined here, how well, and what to do when they are not. */
export async function checkSandbox({ env, platform }: SandboxContext): Promise<HealthItem> {
  switch (platform) {
    case 'linux':
      return bubblewrapItem(await findBubblewrap(env));
    case 'darwin':
      return {
        part,
        state: 'warn',
        says: 'seatbelt; it is untested on macOS',
        todo: 'Look closely at what commands do.',
      };
    default:
      return { part, state: 'warn', says: `commands are not confined on ${platform}`, todo: elsewhere(platform) };
  }
}

function elsewhere(platform: NodeJS.Platform): string {
  const asked = 'Each command is asked about, and mode auto refuses them.';
  return platform === 'win32' ? `${asked} Run Toolwright in WSL 2 to have them confined.` : asked;
}

function bubblewrapItem(found: BubblewrapState): HealthItem {
  switch (found.state) {
    case 'works':
      return { part, state: 'ok', says: `bubblewrap ${found.version}, ${filterWords(process.arch)}, ${limitWords()}` };
    case 'missing':
      return { part, state: 'warn', says: 'bubblewrap is not installed, commands are not confined', todo: install };
    case 'refused': {
      const says = `bubblewrap ${found.version} cannot confine commands: ${found.words}`;
      return { part, state: 'warn', says, todo: advice(found.cause, found.path) };
    }
  }
}

const filterWords = (processor: string): string =>
  seccompFilter(processor) !== undefined ? 'system calls filtered' : `system calls not filtered on ${processor}`;

function limitWords(): string {
  const limits = boundLimits();
  const kept = limits.filter(({ held }) => held).map(({ name }) => name);
  const open = limits.filter(({ held }) => !held).map(({ name }) => name);
  const words = `limits on ${kept.join(', ')}`;
  return open.length === 0 ? words : `${words}; none on ${open.join(', ')}`;
}

const install =
  'Install it to confine commands: apt install bubblewrap, dnf install bubblewrap, or pacman -S bubblewrap.';

function advice(cause: RefusalCause, path: string): string {
  switch (cause) {
    case 'too-old':
      return 'It is too old: install bubblewrap 0.8.0 or newer.';
    case 'no-namespaces':
      return 'The system allows no user namespaces: as root, run sysctl user.max_user_namespaces=15000 and keep it in /etc/sysctl.d.';
    case 'root-only':
      return 'The system allows user namespaces to root only: as root, run sysctl kernel.unprivileged_userns_clone=1 and keep it in /etc/sysctl.d.';
    case 'apparmor':
      return `AppArmor allows user namespaces to programs with a profile only: as root, put "abi <abi/4.0>, profile bwrap ${path} flags=(unconfined) { userns, }" into /etc/apparmor.d/bwrap and run apparmor_parser -r /etc/apparmor.d/bwrap.`;
    case 'container':
      return 'The container around allows no user namespaces, or no new /proc: start it with --security-opt seccomp=unconfined --security-opt systempaths=unconfined, or run Toolwright outside. Where the container itself is the boundary you want, set sandbox to off in your own config.json.';
    case 'unknown':
      return 'The system refuses the user namespaces it needs: look for what restricts them, such as a security module.';
  }
}
