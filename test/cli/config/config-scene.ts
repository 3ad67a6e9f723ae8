import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runCli } from '../../../src/cli/cli.js';
import { fakeHost } from '../fake-host.js';

export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home and a folder to work in, gone when the test ends. */
export interface ConfigScene {
  readonly home: string;
  readonly work: string;
  readonly userFile: string;
  readonly workspaceFile: string;
  /** Runs a command line there. `typed` is what a person at a terminal types; without it there is no terminal. */
  run(args: readonly string[], options?: { readonly typed?: string }): Promise<CommandEnd>;
  write(path: string, text: string): void;
  read(path: string): string;
}

export function createConfigScene(files: { readonly user?: string; readonly workspace?: string } = {}): ConfigScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-cli-config-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, work] = [join(root, 'home'), join(root, 'work')];
  for (const folder of [home, work]) mkdirSync(folder);
  const userFile = join(home, '.config', 'toolwright', 'config.json');
  const workspaceFile = join(work, '.toolwright', 'config.json');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  if (files.user !== undefined) write(userFile, files.user);
  if (files.workspace !== undefined) write(workspaceFile, files.workspace);
  return {
    home,
    work,
    userFile,
    workspaceFile,
    write,
    read: (path) => readFileSync(path, 'utf8'),
    async run(args, { typed } = {}) {
      const { host, written } = fakeHost({ cwd: work, env: { HOME: home } });
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      stdin.end(typed);
      const code = await runCli(args, typed === undefined ? host : { ...host, stdin });
      return { code, ...written };
    },
  };
}
