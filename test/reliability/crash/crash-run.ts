import { execFile, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { CrashOrder } from './crash-order.js';
import { setUpScene } from './crash-script.js';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The children, each in one file: so they start in a fraction of the time. They lie where the packages are found. */
export async function buildChildren(): Promise<{ readonly folder: string; remove(): void }> {
  const cache = at('../../../node_modules/.cache/');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'crash-'));
  const { dependencies } = JSON.parse(readFileSync(at('../../../package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  await build({
    entryPoints: [at('./crash-child.ts'), at('./fault-point-child.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    minifyWhitespace: true,
    // As in the package: what it does not depend on is bundled.
    external: Object.keys(dependencies),
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    alias: { '@photostructure/sqlite': at('./sqlite-child.ts') },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function newScene(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-crash-'));
  setUpScene(folder);
  return folder;
}

export interface ChildEnd {
  /** `SIGKILL`, or the exit code. */
  readonly end: string;
  /** How long it took to open the session of an earlier process. */
  readonly openedMs: number | undefined;
  readonly stderr: string;
}

export interface ChildOptions {
  /** The folder of the built children. */
  readonly children: string;
  /** Put before the command, `strace …`. */
  readonly prefix?: readonly string[];
}

/** Runs the child, and keeps what it acknowledged for the checker. */
export async function runChild(order: CrashOrder, { children, prefix = [] }: ChildOptions): Promise<ChildEnd> {
  // Most of a run would be spent on compiling for speed what runs once, and on clearing up behind it.
  const lazy = ['--wasm-lazy-compilation', '--liftoff-only', '--no-opt', '--max-lazy'];
  const quick = [...lazy, '--max-semi-space-size=32'];
  const program = [process.execPath, ...quick, '--import', join(children, 'fault-point-child.mjs')];
  const [command = '', ...args] = [...prefix, ...program, join(children, 'crash-child.mjs'), JSON.stringify(order)];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const seen = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
    });
  }
  const end = await new Promise<string>((resolve) =>
    child.on('close', (code, signal) => resolve(String(signal ?? code))),
  );
  const lines = seen.stdout.split('\n').slice(0, -1);
  const acknowledged = lines.filter((line) => line.startsWith('ses_'));
  if (acknowledged.length > 0) appendFileSync(join(order.folder, 'acknowledged'), `${acknowledged.join('\n')}\n`);
  const opened = lines.find((line) => line.startsWith('opened'))?.match(/\d+/)?.[0];
  return { end, openedMs: opened === undefined ? undefined : Number(opened), stderr: seen.stderr };
}

/** The hits of every fault point in a run that is not killed. */
export async function countHits(options: ChildOptions): Promise<ReadonlyMap<string, number>> {
  const folder = newScene();
  const counts = join(folder, 'hits.json');
  const { end, stderr } = await runChild({ folder, countHits: counts }, options);
  if (end !== '0') throw new Error(`the script does not come to its end: ${end} ${stderr}`);
  const [found] = await check('ended', [folder]);
  if (found !== undefined && found.violations.length > 0) throw new Error(found.violations.join('\n'));
  const hits = Object.entries(JSON.parse(readFileSync(counts, 'utf8')) as Record<string, number>);
  rmSync(folder, { recursive: true });
  return new Map(hits);
}

interface Checked {
  readonly folder: string;
  readonly events: number;
  readonly violations: readonly string[];
}

const run = promisify(execFile);

/** Has the folders checked by a program in another language, which shares nothing with this one. */
export async function check(stage: 'killed' | 'ended', folders: readonly string[]): Promise<readonly Checked[]> {
  const { stdout } = await run('python3', [at('../check.py'), stage, ...folders], { maxBuffer: 64 * 1024 * 1024 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Checked);
}
