import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './built-cli.js';

/** What a run of the built program really loaded until it ended. */
export interface Loaded {
  /** Files of `dist`. */
  readonly files: readonly string[];
  /** Of those files, all together. */
  readonly bytes: number;
  /** Sources that were evaluated, those of bundled packages too, by their paths within the project. */
  readonly modules: readonly string[];
  /** Installed packages of which a file was loaded. */
  readonly packages: readonly string[];
  /** Modules of Node.js; those that only Node.js can load are left out. */
  readonly builtins: readonly string[];
}

export interface ProbedProgram {
  run(args: readonly string[], options: { readonly cwd: string }): Promise<Loaded & { readonly stdout: string }>;
  close(): void;
}

/** The built program, with the list of its sources. V8 tells what of them was evaluated, Node.js what it loaded of its own. */
export async function probeProgram(): Promise<ProbedProgram> {
  const { dist, cli, sources } = await built();
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-probed-'));
  return {
    async run(args, { cwd }) {
      const probes = mkdtempSync(join(folder, 'run-'));
      const hook = join(probes, 'hook.cjs');
      const builtins = join(probes, 'builtins.json');
      const coverage = join(probes, 'coverage');
      writeFileSync(
        hook,
        `process.on('exit', () => {
  require('node:fs').writeFileSync(${JSON.stringify(builtins)}, JSON.stringify(process.moduleLoadList));
});`,
      );
      const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, NODE_V8_COVERAGE: coverage };
      const stdout = await finish(['--require', hook, cli, ...args], { cwd, env });
      const scripts = readScripts(coverage);
      const held: Sources = JSON.parse(readFileSync(sources, 'utf8'));
      return { stdout, ...loadedOf(scripts, { dist, sources: held }), builtins: readBuiltins(builtins) };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Sources = Readonly<Record<string, readonly string[]>>;

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

function readScripts(coverage: string): readonly Script[] {
  const [report = ''] = readdirSync(coverage);
  const { result } = JSON.parse(readFileSync(join(coverage, report), 'utf8')) as { readonly result: readonly Script[] };
  return result.filter(({ url }) => url.startsWith('file:'));
}

function loadedOf(scripts: readonly Script[], { dist, sources }: { readonly dist: string; readonly sources: Sources }) {
  const files: string[] = [];
  const modules = new Set<string>();
  const packages = new Set<string>();
  for (const { url, functions } of scripts) {
    const path = fileURLToPath(url);
    const held = sources[relative(dist, path)];
    const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^./][^/]*)\//.exec(path)?.[1];
    if (held === undefined && installed !== undefined) packages.add(installed);
    if (held === undefined) continue;
    files.push(relative(dist, path));
    // What is evaluated only when it is asked for lies in a function that bears the name of its source.
    const counts = new Map(functions.map(({ functionName, ranges }) => [functionName, ranges[0]?.count]));
    for (const source of held) if (isFile(source) && counts.get(source) !== 0) modules.add(source);
  }
  const bytes = files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);
  return { files: files.toSorted(), bytes, modules: [...modules].toSorted(), packages: [...packages].toSorted() };
}

/** Not what a plugin of the build put in the place of one. */
const isFile = (source: string): boolean => /^[^:]+\//.test(source);

function readBuiltins(path: string): readonly string[] {
  const list = JSON.parse(readFileSync(path, 'utf8')) as readonly string[];
  return list.flatMap((name) => /^NativeModule (?!internal\/)(.*)$/.exec(name)?.[1] ?? []).toSorted();
}

function finish(args: readonly string[], options: { readonly cwd: string; readonly env: Record<string, string> }) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const seen = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
    });
  }
  return new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(seen.stdout);
      else reject(new Error(`it ended with ${code}: ${seen.stderr}`));
    });
  });
}
