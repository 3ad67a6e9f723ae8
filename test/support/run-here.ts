import { runCli } from '../../src/cli/cli.js';
import { fakeHost } from '../cli/fake-host.js';
import { quietEnv } from './quiet-env.js';
import type { CliEnd, CliOptions } from './spawn-cli.js';

/** Runs a command line in this process, with surroundings of its own: for tables, where a process a row costs too much. */
export async function runHere(args: readonly string[], { cwd, env, input }: CliOptions): Promise<CliEnd> {
  const { host, written } = fakeHost({
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...quietEnv, ...env },
    input,
  });
  const code = await runCli(args, host);
  return { code, ...written };
}
