import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type RefusalContext, watchRefusals } from '../../../src/sandbox/refusal/report-refusals.js';
import type { Fact } from '../../../src/tool/fact.js';
import type { ProcessEnd, ProcessStart } from '../../../src/tool/port.js';
import { verifies } from '../../requirements.js';
import { innocents, refusals } from './messages.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-refusal-')));
const place = (name: string): string => join(base, name);
const [ro, work, home, hidden] = ['ro', 'work', 'home', 'hidden'].map(place) as [string, string, string, string];
for (const folder of ['ro/sub', 'ro/debug', 'work/.git', 'home/notes', 'home/.ssh', 'hidden', 'own'])
  mkdirSync(place(folder), { recursive: true });
for (const file of [
  'ro/file',
  'work/.git/config',
  'home/notes/todo.txt',
  'home/.ssh/id_rsa',
  'hidden/key',
  'own/config.json',
])
  writeFileSync(place(file), '');
symlinkSync(ro, place('work/link'));
afterAll(() => rmSync(base, { recursive: true }));

const scene: RefusalContext = {
  root: work,
  home,
  own: [place('own')],
  confinement: {
    cwd: work,
    hosts: ['open.example.com'],
    mounts: [
      { path: '/', as: 'read' },
      { path: home, as: 'empty' },
      { path: hidden, as: 'hidden' },
      { path: work, as: 'write' },
      { path: join(work, '.git/config'), as: 'read' },
    ],
  },
};

const failed: ProcessEnd = { state: 'exited', exitCode: 1 };
const succeeded: ProcessEnd = { state: 'exited', exitCode: 0 };

interface Printing {
  readonly end?: ProcessEnd;
  readonly stream?: 'stdout' | 'stderr';
  readonly at?: number;
}

/** What is reported of a process that prints this. */
async function refusedBy(
  text: string,
  { end = failed, stream = 'stderr', at }: Printing = {},
): Promise<readonly Fact[]> {
  const watched = watchRefusals<Pick<ProcessStart, 'onOutput'>>({}, scene);
  const bytes = Buffer.from(text);
  const chunks = at === undefined ? [bytes] : [bytes.subarray(0, at), bytes.subarray(at)];
  for (const chunk of chunks) watched.request.onOutput?.(chunk, stream);
  const running = {
    write: async () => true,
    end: () => {},
    closeInput: () => {},
    stop: () => {},
    ended: Promise.resolve(end),
  };
  return (await watched.follow(running).ended).refused ?? [];
}

const filled = (text: string): string =>
  text.replaceAll('{ro}', ro).replaceAll('{work}', work).replaceAll('{home}', home).replaceAll('{hidden}', hidden);

const told = ({ kind, target, deep }: Fact): string => `${kind} ${target}${deep === true ? '/**' : ''}`;

describe('what programs print of a refusal', () => {
  it.each(refusals)('%s', async (text, ...facts) => {
    verifies('sandbox.refused.found');
    const found = await refusedBy(`compiling…\n${filled(text)}\n`);
    expect(found.map(told)).toEqual(facts.map(filled));
    for (const fact of found) expect(fact).toMatchObject({ known: true, refused: true });
  });

  it.each(innocents)('is not: %s', async (text) => {
    verifies('sandbox.refused.checked');
    expect(await refusedBy(filled(text))).toEqual([]);
    expect(await refusedBy(filled(text), { stream: 'stdout' })).toEqual([]);
  });

  it('is found on both streams, wherever the chunks part', async () => {
    const text = filled('über\ntouch: cannot touch ‘{ro}/ü’: Read-only file system\nmake: *** [x] Error 1\n');
    const wanted = [{ kind: 'write', target: join(ro, 'ü'), where: 'outside', known: true, refused: true }];
    for (let at = 0; at < Buffer.byteLength(text); at += 1) expect(await refusedBy(text, { at })).toEqual(wanted);
    expect(await refusedBy(text, { stream: 'stdout' })).toEqual(wanted);
  });
});

describe('a command that succeeded', () => {
  it('may have printed a log: only its own errors count, and only those nobody could mistake', async () => {
    verifies('sandbox.refused.quoted');
    const log = filled(
      "rm: cannot remove '{ro}/file': Read-only file system\ncurl: (6) Could not resolve host: a.example.com\n",
    );
    expect(await refusedBy(log, { end: succeeded, stream: 'stdout' })).toEqual([]);
    expect((await refusedBy(log, { end: succeeded })).map(told)).toEqual([`write ${join(ro, 'file')}`]);
    expect(
      await refusedBy(filled('cat: {home}/notes/todo.txt: No such file or directory'), { end: succeeded }),
    ).toEqual([]);
  });
});

describe('what is reported', () => {
  it('is told once, and not endlessly', async () => {
    verifies('sandbox.refused.bounded');
    const lines = Array.from({ length: 1000 }, (_, at) => filled(`tee: {ro}/f${at}: Read-only file system\n`));
    expect(await refusedBy(lines.join('') + lines.join(''))).toHaveLength(10);
  });

  it('is found at the end of endless output, without reading all of it', async () => {
    verifies('sandbox.refused.bounded');
    const watched = watchRefusals<Pick<ProcessStart, 'onOutput'>>({}, scene);
    const noise = Buffer.alloc(1 << 20, 'read-only file system resolve lookup \n');
    for (let at = 0; at < 64; at += 1) watched.request.onOutput?.(noise, 'stdout');
    watched.request.onOutput?.(Buffer.from(filled('tee: {ro}/late: Read-only file system')), 'stdout');
    const end = await watched.follow({
      write: async () => true,
      end() {},
      closeInput() {},
      stop() {},
      ended: Promise.resolve(failed),
    }).ended;
    expect(end.refused?.map(told)).toEqual([`write ${join(ro, 'late')}`]);
  });

  it('takes linear time on hostile lines', async () => {
    verifies('sandbox.refused.bounded');
    for (const filler of ["'", '"', '‘', ' ', '(', ')', ':', '/', 'a', 'a:', '. ', 'http://a@', '::', 'lookup a', '…'])
      expect(
        await refusedBy(`${filler.repeat(200_000)} EROFS ECONNREFUSED ${filler.repeat(200_000)}\n`.repeat(2)),
      ).toEqual([]);
  });

  it('joins what the proxy saw, and passes output on', async () => {
    const passed: string[] = [];
    const watched = watchRefusals(
      { onOutput: (chunk, stream) => void passed.push(`${stream} ${Buffer.from(chunk)}`) },
      scene,
    );
    watched.request.onOutput?.(Buffer.from('curl: (6) Could not resolve host: a.example.com'), 'stderr');
    const seen: Fact = { kind: 'net', target: 'a.example.com', where: 'nowhere', known: true, refused: true };
    const other: Fact = { ...seen, target: '169.254.169.254' };
    const ended = Promise.resolve({ ...failed, refused: [seen, other] });
    const { refused } = await watched.follow({ write: async () => true, end() {}, closeInput() {}, stop() {}, ended })
      .ended;
    expect(refused).toEqual([seen, { ...other, forbidden: true, note: 'this is never allowed' }]);
    expect(passed).toEqual(['stderr curl: (6) Could not resolve host: a.example.com']);
  });

  it('says of credentials and of our own files that they are never allowed, and of protected paths that they are asked about', async () => {
    verifies('sandbox.refused.floor');
    expect(await refusedBy(filled('cat: {home}/.ssh/id_rsa: No such file or directory'))).toEqual([
      {
        kind: 'read',
        target: join(home, '.ssh/id_rsa'),
        where: 'outside',
        known: true,
        refused: true,
        forbidden: true,
        note: 'this is never allowed',
      },
    ]);
    expect(await refusedBy(`tee: ${place('own/config.json')}: Read-only file system`)).toMatchObject([
      { forbidden: true },
    ]);
    expect(await refusedBy('tee: .git/config: Read-only file system')).toEqual([
      {
        kind: 'write',
        target: '.git/config',
        where: 'workspace',
        known: true,
        refused: true,
        note: 'a person is asked about this each time',
      },
    ]);
  });

  it('is where a link leads', async () => {
    expect(await refusedBy('tee: link/out: Read-only file system')).toEqual([
      { kind: 'write', target: join(ro, 'out'), where: 'outside', known: true, via: 'link/out', refused: true },
    ]);
  });
});
