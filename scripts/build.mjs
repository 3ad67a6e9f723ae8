// Bundles the library and the program into dist/ (nothing is loaded before it is needed) and writes the manual page and,
// with --types, the declaration files beside them. dist/, or the folder --out names, is replaced at once when all is there.
// --sources FILE writes as JSON which sources each bundled file is made of.
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
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundleProgram } from './lib/bundle-program.mjs';
import { root } from './lib/root.mjs';

const { values } = parseArgs({
  options: { types: { type: 'boolean' }, out: { type: 'string' }, sources: { type: 'string' } },
});
const out = values.out === undefined ? `${root}dist` : resolve(values.out);
const { version, dependencies, man = [] } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const scratch = values.out === undefined ? `${root}node_modules/.cache/toolwright` : dirname(out);
const made = `${scratch}/made-${process.pid}`;
const old = `${scratch}/old-${process.pid}`;
const started = new Date();

mkdirSync(scratch, { recursive: true });
try {
  await bundle();
  for (const page of man) writeManPage(page);
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
  const options = {
    external: Object.keys(dependencies),
    define: { TOOLWRIGHT_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  };
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: {
      index: 'src/index.ts',
      dialect: 'src/dialect/index.ts',
      policy: 'src/policy.ts',
      'ai-sdk': 'src/model/provider/ai-sdk/index.ts',
      'mcp-server': 'src/mcp-server/index.ts',
      'profile/yips': 'src/systems/yips/index.ts',
      'profile/seed': 'src/systems/seed/index.ts',
      'profile/y-agent': 'src/systems/y-agent/index.ts',
      'profile/local-harness': 'src/systems/local-harness/index.ts',
      testing: 'src/testing/index.ts',
    },
    outdir: made,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunks/[name]-[hash]',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    metafile: true,
  });
  const metafiles = [metafile, ...(await bundleProgram({ outdir: made, options }))];
  if (values.sources !== undefined) writeFileSync(values.sources, renderSources(metafiles));
  writeFileSync(`${made}/LICENSES.txt`, renderLicenses(metafiles.flatMap(({ inputs }) => Object.keys(inputs))));
  const cli = `${made}/cli.cjs`;
  writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, 'utf8').replace(/^#!.*\n/, '')}`);
  chmodSync(cli, 0o755);
  // A source that was edited during the build counts as newer.
  utimesSync(cli, started, started);
}

function renderSources(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  const sources = outputs.map(([path, { inputs }]) => [relative(made, resolve(root, path)), Object.keys(inputs)]);
  return `${JSON.stringify(Object.fromEntries(sources), null, 2)}\n`;
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

/** The program prints its own manual page; package.json says where it is to lie, as a list: npm links no other form. */
function writeManPage(name) {
  const page = `${made}/${name.replace(/^dist\//, '')}`;
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, execFileSync(process.execPath, [`${made}/cli.cjs`, 'help', 'man']));
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
