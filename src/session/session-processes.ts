import { createBareProcesses } from '../sandbox/bare-process.js';
import type { SandboxOptions } from '../sandbox/create-sandbox.js';
import { processEnv } from '../sandbox/process-env.js';
import { fail } from '../tool/outcome.js';
import type { ProcessPort } from '../tool/port.js';
import type { SessionOptions } from './options.js';
import { placesOf } from './session-places.js';

type Context = Pick<SandboxOptions, 'root' | 'mode' | 'hosts'>;

/** What runs the commands of a session: confined, unless the user's own word is that they need not be. */
export function sessionProcesses(options: SessionOptions, context: Context): ProcessPort {
  const { env = {}, sandbox, sandboxLimits: limits = {} } = options;
  if (sandbox === 'off') return createBareProcesses({ env });
  return loadedLater({ ...context, env, ...placesOf(options, context.root), limits });
}

/** The sandbox is loaded with the first command. */
function loadedLater(options: SandboxOptions): ProcessPort {
  let sandbox: ProcessPort | undefined;
  let loading: Promise<ProcessPort> | undefined;
  const load = (): Promise<ProcessPort> => {
    loading ??= loadSandbox(options).then((loaded) => {
      sandbox = loaded;
      return loaded;
    });
    return loading;
  };
  return {
    get sandboxed() {
      return sandbox?.sandboxed === true;
    },
    get env() {
      return processEnv(options.env);
    },
    prepare: async () => void (await load()),
    run: async (request) => (request.own === true ? own(options) : await load()).run(request),
    start: async (request) => (request.own === true ? own(options) : await load()).start(request),
    handOver: async (request) => (await load()).handOver?.(request) ?? notHere,
  };
}

const notHere = fail('validation_failed', 'It cannot be kept after the session here. Start it without keep.');

/** A program of ours is not confined, and needs nothing loaded for it. */
const own = ({ env }: SandboxOptions): ProcessPort => createBareProcesses({ env });

async function loadSandbox(options: SandboxOptions): Promise<ProcessPort> {
  const { createSandbox } = await import('../sandbox/create-sandbox.js');
  const sandbox = createSandbox(options);
  await sandbox.prepare?.();
  return sandbox;
}
