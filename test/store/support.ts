import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { isToolwrightError, type ToolwrightError } from '../../src/base/error.js';
import { builtChild } from '../support/built-child.js';

/** A folder of its own for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One millisecond later at each look, from a fixed instant on. */
export function tickingClock(): Clock {
  let now = 1_700_000_000_000;
  return { now: () => ++now, monotonic: () => performance.now() };
}

export async function failureOf(work: Promise<unknown>): Promise<ToolwrightError> {
  const thrown = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!isToolwrightError(thrown)) throw thrown;
  return thrown;
}

/** Why tests with a file system of their own cannot run here, if they cannot. */
export const noMount = findMountProblem();

/** A file system of its own, of a given size. */
export function temporaryMount(options: string): { readonly folder: string; remount(options: string): void } {
  const folder = temporaryFolder();
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' });
  mount('-t', 'tmpfs', '-o', options, 'tmpfs', folder);
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' }));
  return { folder, remount: (changed) => void mount('-o', `remount,${changed}`, folder) };
}

function findMountProblem(): string | undefined {
  const folder = join(tmpdir(), `toolwright-mount-${process.pid}`);
  try {
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' });
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return undefined;
  } catch {
    return 'needs the right to mount a tmpfs';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Child {
  readonly lines: string[];
  /** Resolves at the first line, now or later, that the test accepts. */
  line(accept: (line: string) => boolean): Promise<string>;
  kill(): Promise<void>;
  ended: Promise<number | null>;
}

/** Another process that uses the store; see `store-child.ts` for what it can do. */
export async function startChild(...args: string[]): Promise<Child> {
  const script = await builtChild(new URL('./store-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const wait of [...waiting]) wait(line);
  });
  const ended = new Promise<number | null>((resolve) => {
    // Both: every line that was printed has been read, and the process is gone.
    child.on('exit', (code) =>
      child.stdout.readableEnded ? resolve(code) : reader.once('close', () => resolve(code)),
    );
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return {
    lines,
    line: (accept) =>
      new Promise((resolve, reject) => {
        const known = lines.find(accept);
        if (known !== undefined) return resolve(known);
        const wait = (line: string) => {
          if (!accept(line)) return;
          waiting.delete(wait);
          resolve(line);
        };
        waiting.add(wait);
        void ended.then(() => reject(new Error(`the child ended; it said: ${lines.slice(-5).join(' | ')}`)));
      }),
    kill,
    ended,
  };
}
