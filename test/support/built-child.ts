import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cachedBuild } from './cached-build.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tests = join(root, 'test');

let making: Promise<string> | undefined;

/**
 * The path of a script of the tests, `…-child.ts`, as JavaScript: a process starts it in a fraction of the time that the
 * TypeScript takes. All of them are built at once, and share what they import.
 */
export async function builtChild(script: string | URL): Promise<string> {
  making ??= cachedBuild({ name: 'built-children', from: ['src', 'test'], build: buildAll });
  const name = relative(tests, script instanceof URL ? fileURLToPath(script) : script);
  return join(await making, name.replace(/\.ts$/, '.mjs'));
}

async function buildAll(folder: string): Promise<void> {
  const names = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-child.ts'));
  await build({
    // Those that are killed at each of their writes are built in one file each, with a database of their own.
    entryPoints: names.filter((name) => !name.startsWith('reliability/')).map((name) => join(tests, name)),
    outbase: tests,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    define: { TOOLWRIGHT_VERSION: '"0"' },
    logLevel: 'error',
  });
}
