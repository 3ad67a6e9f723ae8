// Bundles the package entry points into dist/ (shared chunks, nothing loaded before it is needed) and, with --types,
// writes the declaration files beside them. dist/, or the folder --out names, is replaced at once when all is there.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { root } from './lib/root.mjs';

const { values } = parseArgs({ options: { types: { type: 'boolean' }, out: { type: 'string' } } });
const out = values.out === undefined ? `${root}dist` : resolve(values.out);
const { version, dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const scratch = values.out === undefined ? `${root}node_modules/.cache/toolwright` : dirname(out);
const made = `${scratch}/made-${process.pid}`;
const old = `${scratch}/old-${process.pid}`;
const started = new Date();

mkdirSync(scratch, { recursive: true });
try {
  await bundle();
  if (values.types) writeTypes();
  swap();
} catch (error) {
  // What esbuild (errors) or tsc (status) found wrong stands on stderr already.
  if (error.errors === undefined && error.status === undefined) throw error;
  process.exitCode = 1;
} finally {
  for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true });
}

async function bundle() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { index: 'src/index.ts', testing: 'src/testing/index.ts', cli: 'src/cli/main.ts' },
    outdir: made,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunks/[name]-[hash]',
    external: Object.keys(dependencies),
    define: { TOOLWRIGHT_VERSION: JSON.stringify(version) },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(`${made}/LICENSES.txt`, renderLicenses(Object.keys(metafile.inputs)));
  const cli = `${made}/cli.js`;
  writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, 'utf8').replace(/^#!.*\n/, '')}`);
  chmodSync(cli, 0o755);
  // A source that was edited during the build counts as newer.
  utimesSync(cli, started, started);
}

/** The licences of the packages whose code is bundled. */
function renderLicenses(inputs) {
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const texts = [...new Set(names)].sort().map((name) => {
    const folder = `${root}node_modules/${name}`;
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} is bundled and has no licence file`);
    return `${name}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function writeTypes() {
  const tsc = [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.types.json`];
  execFileSync(process.execPath, [...tsc, '--outDir', `${made}/types`], { stdio: 'inherit' });
}

function swap() {
  try {
    renameSync(out, old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  renameSync(made, out);
}
