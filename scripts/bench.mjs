// Bundles bench/ as the package itself is bundled, builds the program beside it, and runs the bench. `--smoke` runs
// everything once at tiny sizes, `--only NAME` one scenario, `--json FILE` writes the figures.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { root } from './lib/root.mjs';

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
// A test runs the small one, maybe while the other is running.
const outdir = `node_modules/.cache/bench${process.argv.includes('--smoke') ? '-smoke' : ''}`;

await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'bench/main.ts',
    'chat-server': 'bench/chat-server.ts',
    'gap-server': 'bench/gap-server.ts',
    'catalog-build': 'bench/catalog-build.ts',
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  packages: 'external',
  define: { TOOLWRIGHT_VERSION: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
const buildProgram = [`${root}scripts/build.mjs`, '--out', `${root}${outdir}/dist`];
const { status } = spawnSync(process.execPath, buildProgram, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const main = `${root}${outdir}/main.mjs`;
const bench = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
bench.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
