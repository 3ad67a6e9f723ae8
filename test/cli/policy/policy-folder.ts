import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli as runHere } from '../../../src/cli/cli.js';
import { type CliEnd, runCli } from '../../support/spawn-cli.js';
import { fakeHost } from '../fake-host.js';

/** A workspace and a home folder with a config file, gone when the test ends. */
export interface PolicyFolder {
  readonly work: string;
  readonly home: string;
  readonly config: string;
  write(path: string, text: string): void;
  policy(args: readonly string[], input?: string): Promise<CliEnd>;
  /** The same command in this process, for tables with many rows. */
  policyHere(args: readonly string[]): Promise<CliEnd>;
}

export function createPolicyFolder(config?: string): PolicyFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-policy-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const [work, home] = [join(root, 'work'), join(root, 'home')];
  for (const folder of [work, home]) mkdirSync(folder);
  const file = join(home, '.config', 'toolwright', 'config.json');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  if (config !== undefined) write(file, config);
  write(join(work, 'README.md'), '# Read me\n');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  return {
    work,
    home,
    config: file,
    write: (path, text) => write(join(work, path), text),
    async policyHere(args) {
      const { host, written } = fakeHost({ cwd: work, env });
      return { code: await runHere(['policy', ...args], host), ...written };
    },
    policy: (args, input = '') => runCli(['policy', ...args], { cwd: work, env, input }),
  };
}
