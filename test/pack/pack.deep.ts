import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeModelServer } from 'toolwright/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { callEveryPart, type PartCall, partsConsumer } from './every-part.js';
import { npmInstall, plainEnv, root } from './npm.js';
import { packedFiles, packFolder } from './pack-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-pack-'));
const home = join(folder, 'home');
const workspace = join(folder, 'work');
const made = join(folder, 'package');
const toolwright = join(home, 'node_modules/.bin/toolwright');
const env = plainEnv({ HOME: home, XDG_DATA_HOME: join(home, 'data') });
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: home, env, encoding: 'utf8' });
let packed: readonly string[];
let tarball: string;

beforeAll(() => {
  mkdirSync(home);
  mkdirSync(workspace);
  mkdirSync(made);
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, '--types', '--out', join(made, 'dist')]);
  ({ files: packed, tarball } = packFolder(made, folder));
  npmInstall(home, 'install', tarball);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('packs what is built, and nothing else', () => {
  verifies('core.pack.installs');
  const others = packed.filter(
    (path) => !/^dist\/(chunks\/[\w-]+\.js|program\/[\w-]+\.cjs|types\/[\w/-]+\.d\.ts)$/.test(path),
  );
  expect(others.toSorted()).toEqual(packedFiles);
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
  expect(installed.length).toBeLessThanOrEqual(44);
});

it('runs there', () => {
  verifies('core.pack.runs');
  expect(run('npx', '--offline', 'toolwright', '--version')).toBe('0.1.0\n');
  expect(run('npx', '--offline', 'toolwright', '--help')).toContain('Usage: toolwright ');
});

it('does a turn there with SQLite and ripgrep, though no install script ran', async () => {
  verifies('core.pack.runs', 'standing.start.no-install-scripts', 'core.tools.grep-package');
  const calls = [{ name: 'grep', arguments: { pattern: 'needle' } }];
  const server = await startFakeModelServer({ rounds: [{ calls }, { text: 'Found it.' }] });
  writeFileSync(join(home, 'hay.txt'), 'straw\nneedle\n');
  const args = ['run', '--base-url', server.url, '--model', 'fake-model', 'Find the needle.'];
  const { code, output } = await finish(toolwright, args);
  await server.close();
  expect({ code, output }).toEqual({ code: 0, output: 'Found it.\n' });
  expect(JSON.stringify(server.requests[1]?.body)).toContain('hay.txt');
  expect(run('npx', '--offline', 'toolwright', 'sessions')).toContain('Find the needle.');
});

it.skipIf(needs('bwrap') !== undefined)(
  'has every part of its tools there, as a program',
  { timeout: 180_000 },
  async () => {
    verifies('core.pack.every-part');
    const calls = await callEveryPart(workspace);
    const rounds = [...calls.map((call) => ({ calls: [call] })), { text: 'done' }];
    const server = await startFakeModelServer({ rounds });
    onTestFinished(() => server.close());
    const args = ['run', '--base-url', server.url, '--model', 'fake-model', '--mode', 'auto', '--json'];
    const { code, output } = await finish(toolwright, [...args, '--on-ask', 'wait=2m', 'Go.'], allowEach);
    expectShown(
      linesOf(output).flatMap(({ type, body }) => (type === 'call-settled' ? [body as unknown as Settled] : [])),
      calls,
    );
    expect(code).toBe(0);
    const kept = /^ses_\w+\/cmd_\d+/m.exec(run(toolwright, 'commands'))?.[0] ?? 'none';
    run(toolwright, 'commands', 'stop', kept);
    expect(run(toolwright, 'commands')).toContain('ended because you stopped it');
    expect(run(toolwright, 'replay', 'last')).toContain('no difference');
    expect(run(toolwright, 'doctor')).toMatch(/^ok +ripgrep .*\nok +sandbox .*\nok +store /m);
  },
);

it.skipIf(needs('bwrap') !== undefined)(
  'has every part of its tools there, as a library',
  { timeout: 180_000 },
  async () => {
    verifies('core.pack.every-part');
    const stop = { name: 'stop_command', arguments: { id: 'cmd_2' }, shows: 'cmd_2' };
    const calls = [...(await callEveryPart(workspace)), stop];
    writeFileSync(join(home, 'parts.mjs'), partsConsumer);
    const order = JSON.stringify({ workspace, store: join(folder, 'parts.db'), calls });
    const { code, output } = await finish(process.execPath, [join(home, 'parts.mjs'), order]);
    expectShown(linesOf(output) as unknown as readonly Settled[], calls);
    expect(code).toBe(0);
  },
);

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
  expect(run(process.execPath, 'consumer.mjs')).toBe(
    [
      'answered: It is 42.',
      'local-harness: Hello.',
      'seed: Hello.',
      'y-agent: Hello.',
      'yips: Hello.',
      'astra: Hello.',
      '',
    ].join('\n'),
  );
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
import { localHarnessProfile } from 'toolwright/profile/local-harness';
import { seedProfile } from 'toolwright/profile/seed';
import { yAgentProfile } from 'toolwright/profile/y-agent';
import { yipsProfile } from 'toolwright/profile/yips';
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
for (const profile of [localHarnessProfile, seedProfile, yAgentProfile, yipsProfile]) {
  const other = await openSession({ model: scriptedModel([{ text: 'Hello.' }]), workspace: '.', profile });
  console.log(\`\${other.profile.name}: \${(await other.send('hi').result).text}\`);
  await other.close();
}
const last = await openSession({ model: scriptedModel([{ text: 'Hello.' }]), workspace: '.', profile: 'astra' });
console.log(\`\${last.profile.name}: \${(await last.send('hi').result).text}\`);
await last.close();
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

interface Settled {
  readonly name: string;
  readonly outcome: string;
  readonly content: string;
}

function expectShown(settled: readonly Settled[], calls: readonly PartCall[]): void {
  expect(settled.map(({ name, outcome, content }) => ({ name, outcome, content }))).toEqual(
    calls.map(({ name, shows }) => ({ name, outcome: 'ok', content: expect.stringContaining(shows) })),
  );
}

interface Line {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const linesOf = (output: string): readonly Line[] =>
  output.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));

/** Answers questions of `run --json` as they come. */
function allowEach({ type, body }: Line): string | undefined {
  return type === 'approval-requested' ? `${JSON.stringify({ id: body['id'], choice: 'once' })}\n` : undefined;
}

/** Runs a program to its end without blocking this process, which may be its server. What it prints may be answered. */
function finish(
  program: string,
  args: readonly string[],
  answer?: (line: Line) => string | undefined,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const stdin = answer === undefined ? 'ignore' : 'pipe';
  const child = spawn(program, args, {
    cwd: answer === undefined ? home : workspace,
    env,
    stdio: [stdin, 'pipe', 'ignore'],
  });
  let output = '';
  let answered = 0;
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
    const whole = output.lastIndexOf('\n') + 1;
    if (answer === undefined) return;
    for (const line of linesOf(output.slice(answered, whole))) child.stdin?.write(answer(line) ?? '');
    answered = whole;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
