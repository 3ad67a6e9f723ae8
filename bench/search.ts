import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { fdir } from 'fdir';
import { systemClock } from '../src/base/clock.js';
import { glob } from '../src/builtin/search/glob.js';
import { grep } from '../src/builtin/search/grep.js';
import { createBareProcesses } from '../src/sandbox/bare-process.js';
import type { RunContext } from '../src/tool/context.js';
import { isFailure } from '../src/tool/outcome.js';
import type { Tool } from '../src/tool/tool.js';
import { createWorkspace } from '../src/workspace/workspace.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

const needle = 'needle in a haystack';

/** `grep` and `glob` on a large tree, planned and run as the road does it, against what they are made of or measured by. */
export async function search({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const root = join(folder, 'tree');
  const tree = makeTree(root, smoke ? 4 : 1000);
  const ctx = contextFor(root);
  const repetitions = smoke ? 1 : 25;
  const races: Race[] = [
    { name: 'text found', repetitions, contenders: [byRipgrep(root, tree.needles), byGrep(ctx, tree.needles)] },
    { name: 'files by name', repetitions, contenders: [byFdir(root, tree.sources), byGlob(ctx, tree.sources, 'name')] },
    {
      name: 'files, newest first',
      repetitions,
      contenders: [byStats(root, tree.sources), byGlob(ctx, tree.sources, 'newest')],
    },
  ];
  const limits: readonly (readonly [string, number])[] = [
    ['ripgrep', 1.15],
    ['fdir', 1.5],
    ['fdir and stats', 1.3],
  ];
  return {
    races,
    bars: races.map(({ name }, at) => {
      const [against, limit] = limits[at] ?? ['', 0];
      return {
        race: name,
        contender: 'toolwright',
        against,
        limit,
        says: `${name} in ${tree.files} files, against ${against}`,
      };
    }),
    async close() {},
  };
}

interface Tree {
  readonly files: number;
  readonly sources: number;
  readonly needles: number;
}

/** Folders of fifty files each, as many as a large project has, two in three of them sources. */
function makeTree(root: string, folders: number): Tree {
  const counts = { files: 0, sources: 0, needles: 0 };
  for (let at = 0; at < folders; at += 1) {
    const folder = join(root, `package-${Math.floor(at / 20)}`, `part-${at % 20}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < 50; file += 1) {
      const isSource = file % 3 > 0;
      const hasNeedle = counts.files % 400 === 7;
      const lines = Array.from(
        { length: 30 },
        (_, line) => `export const value_${file}_${line} = compute(${at}, 'words of a line');\n`,
      );
      writeFileSync(
        join(folder, `file-${file}.${isSource ? 'ts' : 'md'}`),
        [...lines, hasNeedle ? `${needle}\n` : ''].join(''),
      );
      counts.files += 1;
      counts.sources += isSource ? 1 : 0;
      counts.needles += hasNeedle ? 1 : 0;
    }
  }
  writeFileSync(join(root, '.gitignore'), 'dist/\n*.log\nnode_modules\n');
  return counts;
}

/** All that a search uses of its context. */
function contextFor(root: string): RunContext {
  const ctx: Partial<RunContext> = {
    workspace: createWorkspace({ root }),
    process: createBareProcesses({ env: process.env }),
    clock: systemClock,
    signal: new AbortController().signal,
    progress() {},
  };
  return ctx as RunContext;
}

async function call(tool: Tool, args: object, ctx: RunContext): Promise<{ readonly [name: string]: unknown }> {
  const plan = await tool.plan?.(args as never, ctx);
  if (isFailure(plan)) throw new Error(plan.message);
  const value = await tool.run(args as never, ctx, plan?.carry as never);
  if (isFailure(value)) throw new Error(value.message);
  return value as { readonly [name: string]: unknown };
}

function byGrep(ctx: RunContext, needles: number): Contender {
  return {
    name: 'toolwright',
    expected: { calls: 1, text: String(needles) },
    async run() {
      const found = await call(grep, { pattern: needle, max_results: 1000 }, ctx);
      return { calls: 1, text: String(found['matches']) };
    },
  };
}

/** The program itself with the same options, what it prints taken in. */
function byRipgrep(root: string, needles: number): Contender {
  const args = [
    '--no-config',
    '--color=never',
    '--no-require-git',
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--',
    needle,
    './',
  ];
  return {
    name: 'ripgrep',
    expected: { calls: 1, text: String(needles) },
    run: () =>
      new Promise((resolve, reject) => {
        const child = spawn(rgPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
        const chunks: Buffer[] = [];
        child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
        child.on('error', reject);
        child.on('close', () => {
          const lines = Buffer.concat(chunks).toString().split('\n');
          resolve({ calls: 1, text: String(lines.length - 1) });
        });
      }),
  };
}

function byGlob(ctx: RunContext, sources: number, sort: 'name' | 'newest'): Contender {
  return {
    name: 'toolwright',
    expected: { calls: 1, text: String(sources) },
    async run() {
      const found = await call(glob, { pattern: '*.ts', sort }, ctx);
      return { calls: 1, text: String(found['total']) };
    },
  };
}

const walk = (root: string): Promise<string[]> =>
  new fdir()
    .withRelativePaths()
    .filter((path) => path.endsWith('.ts'))
    .crawl(root)
    .withPromise();

function byFdir(root: string, sources: number): Contender {
  return {
    name: 'fdir',
    expected: { calls: 1, text: String(sources) },
    async run() {
      return { calls: 1, text: String((await walk(root)).length) };
    },
  };
}

function byStats(root: string, sources: number): Contender {
  return {
    name: 'fdir and stats',
    expected: { calls: 1, text: String(sources) },
    async run() {
      const dated = (await walk(root)).map((path) => ({ path, modifiedMs: lstatSync(join(root, path)).mtimeMs }));
      dated.sort((a, b) => b.modifiedMs - a.modifiedMs);
      return { calls: 1, text: String(dated.length) };
    },
  };
}
