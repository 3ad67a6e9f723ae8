import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/tool/outcome.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { builtFolder } from '../session/kept/built-library.js';
import { builtChild } from '../support/built-child.js';
import { shareOf } from '../support/depth.js';
import { needs } from '../support/needs.js';
import { writeBundled } from './bundled.js';

const nobody = 65534;
const project = join(import.meta.dirname, '../..');

interface Missing {
  readonly name: string;
  /** What the process is started by; `ws` is the workspace. */
  before?(ws: string): readonly string[];
  /** The program that is taken for bubblewrap. */
  bubblewrap?(base: string): string;
  /** A limit that is set on the process once it is ready. */
  readonly limit?: string;
  /** It is a process of an ordinary user: some limits do not bind root. */
  readonly ordinary?: true;
  /** Node.js itself may not start: it loads many files at once, and sets many addresses aside. */
  readonly mayNotStart?: true;
  /** What the reason tells, unless the command could be confined all the same. */
  readonly reason: RegExp;
}

/** In a mount namespace of its own, after this was done there. */
const mounted = (script: string): readonly string[] => ['unshare', '-m', 'sh', '-c', `${script} && exec "$@"`, 'sh'];

/** Bubblewrap with less memory than it takes to start. */
function poorBubblewrap(base: string): string {
  const program = join(base, 'bwrap');
  writeFileSync(program, '#!/bin/sh\nulimit -v 3000\nexec /usr/bin/bwrap "$@"\n');
  chmodSync(program, 0o755);
  return program;
}

const missing: readonly Missing[] = [
  {
    name: 'descriptors, from the start',
    before: () => ['prlimit', '--nofile=64'],
    mayNotStart: true,
    reason: /EMFILE|too many|sandbox/,
  },
  { name: 'descriptors, later', limit: '--nofile=24:24', reason: /too many|EMFILE|started|descriptor|sandbox/i },
  {
    name: 'memory for the program',
    before: () => ['prlimit', '--as=1073741824'],
    mayNotStart: true,
    // Without room for the grammar of shells the command cannot be read, and nobody is there to ask.
    reason: /sandbox|needs a person's approval/i,
  },
  { name: 'memory for the sandbox', bubblewrap: poorBubblewrap, reason: /sandbox/i },
  { name: 'processes', ordinary: true, reason: /no room for another process/ },
  {
    name: 'a workspace that can be written',
    before: (ws) => mounted(`mount --bind ${ws} ${ws} && mount -o remount,ro,bind ${ws}`),
    reason: /Read-only/,
  },
  { name: '/proc', before: () => mounted('mount -t tmpfs none /proc'), reason: /sandbox|started|run/i },
  {
    name: 'user namespaces',
    before: () => ['/usr/bin/bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', '--'],
    reason: /sandbox/i,
  },
  { name: 'bubblewrap', before: () => mounted('mount --bind /dev/null /usr/bin/bwrap'), reason: /sandbox/i },
];

/** A session; for an ordinary user, who may not be let into this project, the sandbox alone in one file. */
async function program(base: string, ordinary: boolean): Promise<readonly string[]> {
  if (!ordinary) return [await builtChild(new URL('exhausted-child.ts', import.meta.url))];
  const script = join(base, 'child.mjs');
  writeBundled(script, alone);
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, base]);
  return [script];
}

const alone = `
  import { execFileSync } from 'node:child_process';
  import { readlinkSync } from 'node:fs';
  import { createSandbox } from '../../src/sandbox/create-sandbox.js';
  const root = process.argv[2];
  const env = { PATH: process.env.PATH };
  const port = createSandbox({ env, root, home: root, own: [], mode: () => 'edit', hosts: () => [] });
  await port.prepare();
  process.stdout.write(port.sandboxed ? 'ready\\n' : 'not sandboxed\\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  // Its own limit: nobody else may lower it here.
  execFileSync('prlimit', ['--pid', String(process.pid), '--nproc=1:1']);
  let data = '';
  const command = 'echo x > made; readlink /proc/self/ns/pid; true';
  const onOutput = (chunk) => { data += Buffer.from(chunk).toString(); };
  const end = await port.run({ command, cwd: root, timeoutMs: 9000, onOutput });
  const content = JSON.stringify({ data, error_message: end.message ?? null });
  process.stdout.write(JSON.stringify({ content, own: readlinkSync('/proc/self/ns/pid') }) + '\\n');
  process.exit(0);
`;

/** What came of one command; undefined where the program itself could not start. */
async function runWithout({ before, bubblewrap, limit, ordinary }: Missing) {
  const base = temporaryFolder();
  const ws = join(base, 'ws');
  mkdirSync(ws);
  const words = [
    ...(before?.(ws) ?? []),
    process.execPath,
    ...(await program(base, ordinary === true)),
    ws,
    bubblewrap?.(base) ?? '',
    await builtFolder(),
  ];
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: ordinary === true ? '/' : project,
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 40_000,
    ...(ordinary === true && { uid: nobody, gid: nobody }),
  });
  child.stdin.on('error', () => {});
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed !== 'ready\n') return;
    if (limit !== undefined) execFileSync('prlimit', ['--pid', String(child.pid), limit]);
    child.stdin.write('go\n');
  });
  await new Promise((resolve) => child.once('close', resolve));
  const [, last] = printed.trim().split('\n');
  const told =
    last === undefined ? undefined : (JSON.parse(last) as { readonly content: string; readonly own: string });
  const result = told && (JSON.parse(told.content) as ToolResult);
  return { result, own: told?.own, made: existsSync(join(ws, 'made')) };
}

/** Why it is not as it should be; undefined when it is. */
function wrongWith(
  { name, reason, mayNotStart }: Missing,
  { result, own, made }: Awaited<ReturnType<typeof runWithout>>,
) {
  const data = JSON.stringify(result?.data ?? '');
  // What was made was made by a command that saw another process namespace than that of the program.
  if (made) return own !== undefined && data.includes('pid:[') && !data.includes(own) ? undefined : `${name}: bare`;
  if (result === undefined)
    return mayNotStart === true ? undefined : `${name}: the program did not start, or did not end`;
  return reason.test(`${result.error_message} ${data}`) ? undefined : `${name}: ${data}`;
}

const isRoot = process.getuid?.() === 0;

describe.skipIf(needs('bwrap') !== undefined || !isRoot)('where something is missing', () => {
  it('a command is refused with a reason, or confined; never bare', async () => {
    verifies('background.exhausted.refused');
    const ran: [Missing, Awaited<ReturnType<typeof runWithout>>][] = [];
    const tried = shareOf(missing, 4);
    const waiting = [...tried];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        ran.push([next, await runWithout(next)]);
    };
    await Promise.all([work(), work(), work()]);
    const said = ran.map(([{ name }, { result }]) => `${name}: ${wordsOf(result)}`);
    console.log(`commands without\n  ${said.join('\n  ')}`);
    expect(ran.map(([given, outcome]) => wrongWith(given, outcome)).filter((wrong) => wrong !== undefined)).toEqual([]);
    expect(ran).toHaveLength(tried.length);
  }, 180_000);
});

const wordsOf = (result: ToolResult | undefined): string =>
  result === undefined ? 'the program itself did not start' : (result.error_message ?? 'confined');
