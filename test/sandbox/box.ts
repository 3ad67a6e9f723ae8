import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ListenOptions, Server } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Mode } from '../../src/policy/policy.js';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/create-sandbox.js';
import type { Fact } from '../../src/tool/fact.js';
import type { ProcessEnd, ProcessRequest } from '../../src/tool/port.js';
import { temporaryFolder } from '../builtin/tool-harness.js';

export interface Ran {
  readonly end: ProcessEnd;
  readonly out: string;
  readonly err: string;
}

/** A workspace, a home and a third folder, all new, and commands confined to the first. */
export interface Box {
  readonly base: string;
  readonly ws: string;
  readonly home: string;
  readonly out: string;
  write(path: string, text?: string): string;
  run(command: ProcessRequest['command'], options?: RunOptions): Promise<Ran>;
}

export interface RunOptions extends Partial<ProcessRequest> {
  readonly mode?: Mode;
  readonly sandbox?: Partial<SandboxOptions>;
}

export function createBox(base: string = temporaryFolder()): Box {
  const folders = { base, ws: join(base, 'ws'), home: join(base, 'home'), out: join(base, 'out') };
  for (const folder of [folders.ws, folders.home, folders.out]) mkdirSync(folder);
  return createBoxAt(folders);
}

/** As `createBox`, of folders that are there. */
export function createBoxAt(folders: Pick<Box, 'base' | 'ws' | 'home' | 'out'>): Box {
  const { ws, home } = folders;
  return {
    ...folders,
    write(path, text = 'canary\n') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    async run(command, { mode = 'edit', sandbox = {}, ...request } = {}) {
      const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C', SECRET_TOKEN: 'tok-canary' };
      const port = createSandbox({ env, root: ws, home, own: [], mode: () => mode, hosts: () => [], ...sandbox });
      await port.prepare?.();
      // What is tried here must never run as it is.
      if (!port.sandboxed) throw new Error('there is no sandbox');
      const output = { stdout: '', stderr: '' };
      const end = await port.run({
        command,
        cwd: ws,
        timeoutMs: 20_000,
        onOutput(chunk, stream) {
          output[stream] += Buffer.from(chunk).toString();
        },
        ...request,
      });
      return { end, out: output.stdout, err: output.stderr };
    },
  };
}

export const fact = (kind: Fact['kind'], target: string, rest: Partial<Fact> = {}): Fact => ({
  kind,
  target,
  where: target.startsWith('/') ? 'outside' : 'workspace',
  known: true,
  ...rest,
});

/** A command all of which is told by its other facts, and one of which that is not known. */
export const proved: Fact = fact('exec', 'x', { where: 'workspace', proved: true });
export const unproved: Fact = fact('exec', 'x', { where: 'workspace', known: false });

export const exited = (exitCode: number): ProcessEnd => ({ state: 'exited', exitCode });

/** Runs Git outside, with no settings of this user. */
export function git(folder: string, ...words: string[]): void {
  execFileSync('git', ['-C', folder, ...words], { env: { PATH: process.env['PATH'], HOME: '/nonexistent' } });
}

/** The words by which a commit has an author. */
export const author: readonly string[] = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];

/** Lets a server listen as long as the test lasts. */
export async function listen(server: Server, at: ListenOptions): Promise<void> {
  await new Promise<void>((resolve) => server.listen(at, resolve));
  onTestFinished(() => void server.close());
}
