import { expect, it } from 'vitest';
import { type EarlierRuns, openedChange, openedProcesses } from '../../src/run/opened-ports.js';
import type { Fact } from '../../src/tool/fact.js';
import type { Captured, ChangePort, ProcessEnd, ProcessPort } from '../../src/tool/port.js';
import { absent, type PathChange, type Version } from '../../src/tool/version.js';
import { refusedHost } from './refused-host.js';

const own: Fact = { kind: 'write', target: 'out', where: 'workspace', known: true };
const [api, cdn] = [refusedHost('api.example.com'), refusedHost('cdn.example.com')];
const request = { command: 'x', cwd: '/', timeoutMs: 1, facts: [own] };

/** Processes that end in this way, and what was noted of them. */
function processes(end: ProcessEnd, opened: readonly Fact[] = []) {
  const noted: Record<string, unknown[]> = { facts: [], refused: [], connected: [] };
  const ask = ({ facts }: { readonly facts?: readonly Fact[] }): void => void noted['facts']?.push(facts);
  const port: ProcessPort = {
    sandboxed: true,
    env: { A: '1' },
    async run(given) {
      ask(given);
      return end;
    },
    async start(given) {
      ask(given);
      return { write: async () => true, end() {}, closeInput() {}, stop() {}, ended: Promise.resolve(end) };
    },
    async handOver(given) {
      ask(given);
      return { handed: 'it' };
    },
  };
  const wrapped = openedProcesses(port, {
    opened,
    onRefused: (facts) => void noted['refused']?.push(facts),
    onConnected: (facts) => void noted['connected']?.push(facts),
  });
  return { wrapped, noted };
}

it('opens to every process of a further run what the runs before it were kept from', async () => {
  for (const [opened, facts] of [
    [[api], [own, api]],
    [[], [own]],
  ]) {
    const { wrapped, noted } = processes({ state: 'exited', exitCode: 0 }, opened);
    await wrapped.run(request);
    await wrapped.start(request);
    expect(await wrapped.handOver?.(request)).toEqual({ handed: 'it' });
    expect(noted['facts']).toEqual([facts, facts, facts]);
    expect([wrapped.sandboxed, wrapped.env]).toEqual([true, { A: '1' }]);
  }
  const { wrapped, noted } = processes({ state: 'exited', exitCode: 0 }, [api]);
  await wrapped.run({ command: 'x', cwd: '/', timeoutMs: 1 });
  expect(noted['facts']).toEqual([[api]]);
});

it.each<[ProcessEnd, boolean]>([
  [{ state: 'exited', exitCode: 1 }, true],
  [{ state: 'signalled', signal: 'SIGKILL' }, true],
  [{ state: 'timed-out' }, true],
  [{ state: 'exited', exitCode: 0 }, false],
])('notes what a process that failed was kept from, and where any was connected to: %j', async (end, failed) => {
  const { wrapped, noted } = processes({ ...end, refused: [api], connected: [cdn] });
  expect(await wrapped.run(request)).toEqual({ ...end, refused: [api], connected: [cdn] });
  await (await wrapped.start(request)).ended;
  expect(noted['refused']).toEqual(failed ? [[api], [api]] : []);
  expect(noted['connected']).toEqual([[cdn], [cdn]]);
  const quiet = processes(end);
  await quiet.wrapped.run(request);
  expect([quiet.noted['refused'], quiet.noted['connected']]).toEqual([[], []]);
});

const file = (hash: string): Version => ({ kind: 'file', hash, bytes: 1, mode: 0o644 });
const change = (path: string, before: Version, after: Version): PathChange => ({ path, before, after });

/** What is told of a run that captured this, after runs that captured that. */
async function told(later: Captured, earlier: EarlierRuns) {
  const asked: (readonly Fact[])[] = [];
  const noted: Captured[] = [];
  const port = {
    capture: async (facts: readonly Fact[]) => {
      asked.push(facts);
      return { missing: 'some', end: async () => later };
    },
  } as unknown as ChangePort;
  const wrapped = openedChange(port, { ...earlier, onCaptured: (captured) => noted.push(captured) });
  const capture = await wrapped.capture([own]);
  expect(capture.missing).toBe('some');
  const captured = await capture.end();
  expect(noted).toEqual([captured]);
  return { captured, facts: asked[0] };
}

it('keeps for undo what is opened, and tells what one run changed as it is', async () => {
  const captured = { paths: [change('a', absent, file('1'))], lost: [] };
  expect(await told(captured, { opened: [api] })).toEqual({ captured, facts: [own, api] });
  expect(await told(captured, { opened: [] })).toEqual({ captured, facts: [own] });
});

it('tells what a call changed in all its runs', async () => {
  const earlier: Captured = {
    paths: [
      change('z', absent, file('1')),
      change('back', file('1'), file('2')),
      change('twice', file('1'), file('2')),
    ],
    lost: [{ path: 'l', why: 'first' }],
    outward: ['out', 'both'],
    refused: [{ path: '.env', fact: own }],
    left: [{ path: 'x', why: 'first' }],
    unknown: 'earlier unknown',
    unchecked: 'earlier unchecked',
  };
  const later: Captured = {
    paths: [
      change('a', absent, file('3')),
      change('back', file('2'), file('1')),
      change('twice', file('2'), file('3')),
    ],
    lost: [
      { path: 'l', why: 'second' },
      { path: 'm', why: 'second' },
    ],
    outward: ['both', 'more'],
    left: [
      { path: 'x', why: 'second' },
      { path: 'y', why: 'second' },
    ],
  };
  const { captured } = await told(later, { opened: [], captured: earlier });
  expect(captured).toEqual({
    paths: [change('a', absent, file('3')), change('twice', file('1'), file('3')), change('z', absent, file('1'))],
    lost: [
      { path: 'l', why: 'first' },
      { path: 'm', why: 'second' },
    ],
    outward: ['out', 'both', 'more'],
    left: [
      { path: 'x', why: 'first' },
      { path: 'y', why: 'second' },
    ],
    unknown: 'earlier unknown',
    unchecked: 'earlier unchecked',
  });
  const last: Captured = {
    paths: [],
    lost: [],
    refused: [{ path: 'b', fact: own }],
    unknown: 'now',
    unchecked: 'here',
  };
  const bare = { paths: [], lost: [] };
  expect((await told(last, { opened: [], captured: earlier })).captured).toMatchObject({
    refused: last.refused,
    unknown: 'now',
    unchecked: 'here',
  });
  expect((await told(bare, { opened: [], captured: bare })).captured).toEqual(bare);
});
