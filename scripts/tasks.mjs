// Bundles bench/tasks/ and runs the tasks with a model: `npm run tasks -- --model NAME`, `-- --help` for the rest.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { root } from './lib/root.mjs';

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const outdir = `${root}node_modules/.cache/tasks`;

await build({
  absWorkingDir: root,
  entryPoints: { main: 'bench/tasks/main.ts' },
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

// npm changes to the project's folder; what the command line names is where the person is.
const cwd = process.env.INIT_CWD ?? process.cwd();
const child = spawn(process.execPath, [`${outdir}/main.mjs`, ...process.argv.slice(2)], { cwd, stdio: 'inherit' });
// A terminal sends Ctrl+C to the child, too, which ends after the task at hand.
process.on('SIGINT', () => {});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
