import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { FullDiskOrder } from './full-disk-child.js';
import type { StressOrder } from './stress-child.js';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A child in one file, which starts in a fraction of the time. It lies where the packages are found. */
export async function buildStressChild(name = 'stress-child'): Promise<{ readonly program: string; remove(): void }> {
  const cache = at('../../../node_modules/.cache/');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'stress-'));
  const program = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [at(`./${name}.ts`)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A folder with a workspace in it that has one file; with `times`, so many of them in one. */
export function newStressFolder({ times }: { readonly times?: number } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-stress-'));
  const all = times === undefined ? [folder] : Array.from({ length: times }, (_, time) => join(folder, String(time)));
  for (const one of all) {
    mkdirSync(join(one, 'work'), { recursive: true });
    writeFileSync(join(one, 'work', 'old.txt'), oldText);
  }
  return folder;
}

export const oldText = 'old\n';

export interface StressEnd {
  readonly lines: readonly string[];
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs the child; `prefix` stands before the command, `strace …`. */
export function runStress(
  order: StressOrder | FullDiskOrder,
  program: string,
  prefix: readonly string[] = [],
): Promise<StressEnd> {
  const quick = ['--wasm-lazy-compilation', '--liftoff-only'];
  const [command = '', ...args] = [...prefix, process.execPath, ...quick, program, JSON.stringify(order)];
  // One thread for files: what is the Nth call of it then is the same each time.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ lines: stdout.split('\n').slice(0, -1), code, stderr }));
  });
}
