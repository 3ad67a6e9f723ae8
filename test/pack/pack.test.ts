import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeModelServer } from 'toolwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { npmInstall, plainEnv, root } from './npm.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-pack-'));
const home = join(folder, 'home');
const made = join(folder, 'package');
const env = plainEnv({ HOME: home, XDG_DATA_HOME: join(home, 'data') });
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: home, env, encoding: 'utf8' });
let packed: readonly string[];
let tarball: string;

beforeAll(() => {
  mkdirSync(home);
  mkdirSync(made);
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, '--types', '--out', join(made, 'dist')]);
  for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'schema'])
    cpSync(join(root, name), join(made, name), { recursive: true });
  const npmPack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [pack] = JSON.parse(execFileSync('npm', npmPack, { cwd: made, env: plainEnv(), encoding: 'utf8' })) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  packed = pack.files.map(({ path }) => path);
  tarball = join(folder, pack.filename);
  npmInstall(home, 'install', tarball);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('packs what is built, and nothing else', () => {
  verifies('core.pack.installs');
  const others = packed.filter(
    (path) => !/^dist\/(chunks\/[\w-]+\.js|program\/[\w-]+\.cjs|types\/[\w/-]+\.d\.ts)$/.test(path),
  );
  expect(others.toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/LICENSES.txt',
    'dist/ai-sdk.js',
    'dist/cli.cjs',
    'dist/dialect.js',
    'dist/index.js',
    'dist/man/toolwright.1',
    'dist/policy.js',
    'dist/testing.js',
    'package.json',
    'schema/config.schema.json',
  ]);
});

it('installs in an empty folder, with its dependencies and no others', () => {
  verifies('core.pack.installs', 'standing.start.one-process');
  const { dependencies } = JSON.parse(run('npm', 'ls', '--json')) as { dependencies: Record<string, unknown> };
  expect(Object.keys(dependencies)).toEqual(['toolwright']);
  const { dependencies: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const { packages } = JSON.parse(readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly optional?: true; readonly peer?: true }>>;
  };
  const installed = Object.keys(packages).map((path) => path.slice('node_modules/'.length));
  expect(installed).toEqual(expect.arrayContaining(Object.keys(own)));
  // Those of its dependencies among them: one more is a decision.
  expect(installed.length).toBeLessThanOrEqual(30);
});

it('runs there', () => {
  verifies('core.pack.runs');
  expect(run('npx', '--offline', 'toolwright', '--version')).toBe('0.1.0\n');
  expect(run('npx', '--offline', 'toolwright', '--help')).toContain('Usage:\n  toolwright ');
});

it('does a turn there with SQLite and ripgrep, though no install script ran', async () => {
  verifies('core.pack.runs', 'standing.start.no-install-scripts', 'core.tools.grep-package');
  const calls = [{ name: 'grep', arguments: { pattern: 'needle' } }];
  const server = await startFakeModelServer({ rounds: [{ calls }, { text: 'Found it.' }] });
  writeFileSync(join(home, 'hay.txt'), 'straw\nneedle\n');
  const args = ['run', '--base-url', server.url, '--model', 'fake-model', 'Find the needle.'];
  const { code, output } = await finish(join(home, 'node_modules/.bin/toolwright'), args);
  await server.close();
  expect({ code, output }).toEqual({ code: 0, output: 'Found it.\n' });
  expect(JSON.stringify(server.requests[1]?.body)).toContain('hay.txt');
  expect(run('npx', '--offline', 'toolwright', 'sessions')).toContain('Find the needle.');
});

it('brings its manual page where man looks for it', () => {
  verifies('models.face.man-installed');
  const prefix = join(folder, 'global');
  npmInstall(home, 'install', '--global', '--prefix', prefix, tarball);
  const page = readFileSync(join(prefix, 'share', 'man', 'man1', 'toolwright.1'), 'utf8');
  expect(page).toBe(run('npx', '--offline', 'toolwright', 'man'));
});

it('is a library there, with a model and a tool of the program', () => {
  verifies('core.pack.library');
  writeFileSync(join(home, 'consumer.mjs'), consumer);
  expect(run(process.execPath, 'consumer.mjs')).toBe('answered: It is 42.\n');
});

it('has types that a strict program compiles against', () => {
  verifies('core.pack.library');
  writeFileSync(join(home, 'consumer.mts'), `${consumer}${typeConsumer}`);
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2023',
    '--module',
    'nodenext',
  ];
  const types = ['--typeRoots', `${root}node_modules/@types`, '--types', 'node', '--skipLibCheck', 'false'];
  run(process.execPath, `${root}node_modules/typescript/bin/tsc`, ...options, ...types, 'consumer.mts');
});

const consumer = `import { defineTool, openSession } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

const double = defineTool({
  name: 'double',
  description: 'Doubles a number.',
  parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  effects: 'none',
  run: ({ n }) => 2 * n,
});
const model = scriptedModel([{ calls: [{ name: 'double', arguments: { n: 21 } }] }, { text: 'It is 42.' }]);
const session = await openSession({ model, workspace: '.', tools: [double] });
const { reason, text } = await session.send('Double 21.').result;
console.log(\`\${reason}: \${text}\`);
await session.close();
`;

const typeConsumer = `
import { readMessage } from 'toolwright/dialect';
readMessage('').calls satisfies readonly { readonly name: string; readonly arguments: string }[];
defineTool({
  name: 'wrong',
  description: 'Uses an argument its schema does not have.',
  parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  // @ts-expect-error: n is a number
  run: ({ n }) => n.trim(),
});
for await (const event of session.events()) {
  if (event.type === 'call-settled') event.body.outcome satisfies 'ok' | 'error' | 'denied' | 'timeout' | 'cancelled' | 'unknown';
}
`;

/** Runs a program to its end without blocking this process, which may be its server. */
function finish(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(program, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
