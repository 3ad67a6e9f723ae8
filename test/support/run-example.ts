import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { builtCli } from './built-cli.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes a folder one in which Toolwright, as it is built, and the packages of this project are installed. */
export async function installBuilt(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(packages, name), 'junction');
  const own = join(packages, 'toolwright');
  mkdirSync(own);
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  symlinkSync(dirname(await builtCli()), join(own, 'dist'), 'junction');
}

interface ExampleOptions {
  /** A folder that `installBuilt` made ready. */
  readonly folder: string;
  /** Where it runs; there when absent. */
  readonly cwd?: string;
}

/** Runs a program in TypeScript and answers what it prints. */
export function runExample(file: string, { folder, cwd = folder }: ExampleOptions): string {
  const program = join(folder, `example-${process.hrtime.bigint()}.mjs`);
  writeFileSync(program, transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'esm' }).code);
  return execFileSync(process.execPath, [program], { cwd, encoding: 'utf8' });
}
