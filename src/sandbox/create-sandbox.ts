import { readlinkSync } from 'node:fs';
import type { HostRule } from '../policy/net/host-gate.js';
import type { Mode } from '../policy/policy.js';
import type { Fact } from '../tool/fact.js';
import { fail } from '../tool/outcome.js';
import type { ProcessPort, ProcessStart, RunningProcess } from '../tool/port.js';
import { createBareProcesses, findShell, type ProcessesOptions, wordsOf } from './bare-process.js';
import { confine } from './confine.js';
import type { ConfinedStart, ProcessLimits } from './confinement.js';
import { type Backend, findBackend } from './find-backend.js';
import type { Followed } from './follow.js';
import { processEnv } from './process-env.js';
import type { Dialing } from './proxy/reach.js';
import { startConnected } from './proxy/start-connected.js';
import { watchRefusals } from './refusal/report-refusals.js';
import { onConsole, startOnTerminal, terminalEnv } from './terminal/start-on-terminal.js';

export interface SandboxOptions extends ProcessesOptions {
  /** The workspace; a real path, as all others. */
  readonly root: string;
  readonly home: string;
  readonly own: readonly string[];
  mode(): Mode;
  /** What a process with these facts may connect to. */
  hosts(facts: readonly Fact[]): readonly HostRule[] | Promise<readonly HostRule[]>;
  /** How names are looked up and connections made; as the system does it when absent. */
  readonly dialing?: Dialing;
  readonly limits?: Partial<ProcessLimits>;
}

/**
 * Processes confined by what this system has. Where it has nothing, `sandboxed` is false and they run as they are: policy
 * asks about each, or refuses it. What could be confined a moment ago and cannot now is not run.
 */
export function createSandbox(options: SandboxOptions): ProcessPort {
  const bare = createBareProcesses(options);
  let backend: Backend | undefined;
  let finding: Promise<void> | undefined;
  const prepare = (): Promise<void> => {
    finding ??= findBackend(options.env).then((found) => {
      backend = found;
    });
    return finding;
  };
  return {
    get sandboxed() {
      return backend !== undefined;
    },
    get env() {
      return bare.env ?? {};
    },
    prepare,
    async run(request) {
      await prepare();
      if (request.own === true || backend === undefined) return bare.run(request);
      const stdin = request.input === undefined ? 'ignore' : 'pipe';
      return (await startConfined(request, { stdin, backend, options })).ended;
    },
    async start(request) {
      await prepare();
      if (request.own === true || backend === undefined) return bare.start(request);
      const starting: Starting = { stdin: 'pipe', backend, options };
      if (request.terminal === undefined) return startConfined(request, starting);
      return startOnTerminal(request, request.terminal, (opened) => startConfined(opened, starting));
    },
    async handOver({ command, cwd, profile, facts = [] }) {
      await prepare();
      if (backend === undefined || process.platform !== 'linux') return unkeepable;
      const { env, shell, root, home, own, limits } = options;
      const mode = options.mode();
      const sandbox = { env, root, home, own, mode, ...(shell && { shell }), ...(limits && { limits }) };
      const request = { command, cwd: realCwd(cwd), facts, ...(profile && { profile }) };
      const handed: HandedCommand = { sandbox, hosts: await options.hosts(facts), request };
      return { handed };
    },
  };
}

/** What a process needs that is started elsewhere, as plain data. */
export interface HandedCommand {
  readonly sandbox: Omit<SandboxOptions, 'mode' | 'hosts' | 'dialing'> & { readonly mode: Mode };
  readonly hosts: readonly HostRule[];
  readonly request: Pick<ProcessStart, 'command' | 'cwd' | 'profile' | 'facts'>;
}

/** Only bubblewrap ends what it holds with the process that started it, however that ends. */
const unkeepable = fail(
  'validation_failed',
  'It cannot be kept after the session: that needs the sandbox of bubblewrap, which is not here. Start it without keep.',
);

interface Starting {
  readonly stdin: ConfinedStart['stdin'];
  readonly backend: Backend;
  readonly options: SandboxOptions;
}

async function startConfined(request: Followed, { stdin, backend, options }: Starting): Promise<RunningProcess> {
  const { facts = [] } = request;
  const hosts = await options.hosts(facts);
  const open = hosts.filter(({ verdict }) => verdict === 'allow').map(({ host }) => host);
  const env = { ...processEnv(options.env), ...request.env };
  const context = { ...options, mode: options.mode(), env: request.opened === undefined ? env : terminalEnv(env) };
  const confinement = confine({ ...request, cwd: realCwd(request.cwd), facts, hosts: open }, context);
  const command = wordsOf(request.command, options.shell ?? findShell());
  const words = request.opened === undefined ? command : onConsole(command);
  const watched = watchRefusals(request, { ...options, confinement });
  const start = { confinement, words, request: watched.request, stdin };
  return watched.follow(await startConnected(start, { backend, hosts, dialing: options.dialing }));
}

/** A folder that is held open is named by its descriptor, which the sandbox does not have. */
function realCwd(cwd: string): string {
  return cwd.startsWith('/proc/self/fd/') ? readlinkSync(cwd) : cwd;
}
