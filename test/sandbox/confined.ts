import { readdirSync, readFileSync } from 'node:fs';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/create-sandbox.js';
import type { ProcessEnd, ProcessPort, ProcessRequest } from '../../src/tool/port.js';
import { temporaryFolder } from '../builtin/tool-harness.js';

export interface Confined {
  readonly root: string;
  readonly port: ProcessPort;
}

/** A port that confines, with a workspace and a home of its own. */
export function confined(options: Partial<SandboxOptions> = {}): Confined {
  const root = options.root ?? temporaryFolder();
  const port = createSandbox({
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    home: temporaryFolder(),
    own: [],
    mode: () => 'edit',
    hosts: () => [],
    ...options,
    root,
  });
  return { root, port };
}

export interface Ran {
  readonly end: ProcessEnd;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export async function runIn(
  { root, port }: Confined,
  command: ProcessRequest['command'],
  options: Partial<ProcessRequest> = {},
): Promise<Ran> {
  const output = { stdout: '', stderr: '' };
  const startedAt = performance.now();
  const end = await port.run({
    command,
    cwd: root,
    timeoutMs: 20_000,
    onOutput(chunk, stream) {
      if (output[stream].length < 100_000) output[stream] += Buffer.from(chunk).toString();
    },
    ...options,
  });
  return { end, ...output, ms: performance.now() - startedAt };
}

/** How many processes outside have this among their words: those inside have other numbers there. */
export function countRunning(mark: string): number {
  return pids().filter((pid) => wordsOf(pid).includes(mark)).length;
}

/** How many are left when none is, or after a while. */
export const untilNone = (mark: string, maxMs: number): Promise<number> =>
  countUntil(mark, { enough: (count) => count === 0, maxMs });

/** How many there are when so many are, or after a while. */
export const untilSome = (mark: string, maxMs: number, least = 1): Promise<number> =>
  countUntil(mark, { enough: (count) => count >= least, maxMs });

interface Waiting {
  readonly maxMs: number;
  enough(count: number): boolean;
}

async function countUntil(mark: string, { enough, maxMs }: Waiting): Promise<number> {
  const startedAt = performance.now();
  // A process that just starts a program has no words for a moment: what was once enough stays so.
  for (;;) {
    const count = countRunning(mark);
    if (enough(count) || performance.now() - startedAt >= maxMs) return count;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const pids = (): readonly string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
