import { expect, it } from 'vitest';
import { parseRule } from '../../src/policy/rule/parse-rule.js';
import type { Rule } from '../../src/policy/rule/rule.js';
import type { Answer } from '../../src/run/question.js';
import type { SessionOptions } from '../../src/session/options.js';
import { openStore } from '../../src/store/open-store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { Fact } from '../../src/tool/fact.js';
import { fail } from '../../src/tool/outcome.js';
import type { ProcessEnd, ProcessPort } from '../../src/tool/port.js';
import { verifies } from '../requirements.js';
import { type Approval, bodies, open, play, results } from '../session/open.js';
import { refusedHost } from './refused-host.js';

const out: Fact = { kind: 'write', target: 'out', where: 'workspace', known: true };
const api = refusedHost('api.example.com');
const stopped = (...refused: readonly Fact[]): ProcessEnd => ({ state: 'exited', exitCode: 1, refused });
const done: ProcessEnd = { state: 'exited', exitCode: 0 };

/** A sandbox whose processes end as they are told; it keeps what was opened to each. */
function fakeProcesses(ends: readonly ProcessEnd[]) {
  const opened: string[][] = [];
  const process: ProcessPort = {
    sandboxed: true,
    run: ({ facts = [] }) => {
      opened.push(facts.map(({ target }) => target));
      return Promise.resolve(ends[opened.length - 1] ?? done);
    },
    start: () => Promise.reject(new Error('not used here')),
  };
  return { process, opened };
}

/** A tool that runs one program and fails as it does. */
const runner = (more: { readonly basis?: () => string; readonly facts?: readonly Fact[] } = {}) =>
  defineTool({
    name: 'runner',
    description: 'runs a program',
    parameters: { type: 'object' },
    capabilities: ['process'],
    effects: 'workspace',
    plan: () => ({
      facts: more.facts ?? [out],
      preview: { kind: 'arguments' },
      ...(more.basis && { basis: more.basis() }),
    }),
    async run(_, ctx) {
      const end = await ctx.process.run({ command: ['program'], cwd: '/', timeoutMs: 1000, facts: [out] });
      return end.state === 'exited' && end.exitCode === 0 ? 'done' : fail('io_error', 'exit code 1');
    },
  });

const allowRule = (text: string): Rule => {
  const parsed = parseRule({ allow: text }, { origin: { layer: 'user', file: 'config.json', line: 1 }, index: 0 });
  if (!parsed.ok) throw new Error('bad rule');
  return parsed.rule;
};

interface Scene extends Partial<SessionOptions> {
  readonly ends: readonly ProcessEnd[];
  readonly answers?: readonly Answer[];
  readonly tool?: ReturnType<typeof runner>;
}

async function runIt({ ends, answers, tool = runner(), ...options }: Scene) {
  const { process, opened } = fakeProcesses(ends);
  const asked: Approval[] = [];
  const session = await open([{ calls: [{ name: 'runner', arguments: {} }] }, { text: 'Done.' }], {
    tools: [tool],
    process,
    mode: 'edit',
    ...(answers && {
      onQuestion: (question) => {
        if (question.kind === 'approval') asked.push(question);
        return answers[asked.length - 1] ?? { choice: 'deny' };
      },
    }),
    ...options,
  });
  const { events, end, types } = await play(session.send('go'));
  return { session, events, end, types, asked, opened, result: results(events)[0] };
}

const once: Answer = { choice: 'once' };

it('asks with what was refused, opens it to the next run and ends as that does', async () => {
  verifies('sandbox.refused.asked');
  const { asked, opened, result, events, types } = await runIt({ ends: [stopped(api, api)], answers: [once] });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    again: { ended: 'exit code 1', refused: [api] },
    facts: [{ kind: 'write', target: 'out' }, api],
    reasons: ['connects to api.example.com, which the sandbox refused'],
    offers: [{ rules: ['net(api.example.com)'] }],
  });
  expect(opened).toEqual([['out'], ['out', 'api.example.com']]);
  expect(result).toMatchObject({ success: true, data: 'done' });
  expect(bodies(events, 'call-started').map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(types.filter((type) => type === 'call-settled')).toHaveLength(1);
});

it('keeps the first result when the person says no', async () => {
  verifies('sandbox.refused.kept');
  const { opened, result, events } = await runIt({
    ends: [stopped(api)],
    answers: [{ choice: 'deny', reason: 'not from here' }],
  });
  expect(opened).toHaveLength(1);
  expect(result).toMatchObject({
    success: false,
    error_type: 'io_error',
    error_message:
      'exit code 1. The sandbox refused: connects to api.example.com (allow: "net(api.example.com)"). The person did not allow it. They say: not from here.',
  });
  expect(bodies(events, 'call-settled')[0]?.outcome).toBe('error');
});

it.each(['deny', 'park'] as const)('keeps the first result when nobody is there: %s', async (onAsk) => {
  verifies('sandbox.refused.kept');
  const { opened, result, end } = await runIt({ ends: [stopped(api)], onAsk });
  expect(opened).toHaveLength(1);
  expect(result?.error_message).toMatch(/^exit code 1\. The sandbox refused: .* Nobody is there to allow it\.$/);
  expect(end).toMatchObject({ reason: 'answered', deniedUnasked: 1 });
});

it('ends the turn at the question where the rule says so, with the first result', async () => {
  const { result, end } = await runIt({ ends: [stopped(api)], onAsk: 'abort' });
  expect(result?.error_message).toContain('Nobody is there to allow it.');
  expect(end.reason).toBe('aborted');
});

it('asks in auto, and denies in plan', async () => {
  verifies('sandbox.refused.mode');
  const auto = await runIt({ ends: [stopped(api)], answers: [once], mode: 'auto' });
  expect(auto.asked).toHaveLength(1);
  expect(auto.opened).toHaveLength(2);
  const plan = await runIt({ ends: [stopped(api)], answers: [once], mode: 'plan', tool: runner({ facts: [] }) });
  expect(plan.asked).toEqual([]);
  expect(plan.result?.error_message).toBe(
    'exit code 1. The sandbox refused: connects to api.example.com (allow: "net(api.example.com)"). Policy denies that: plan mode is read-only: connects to api.example.com, which the sandbox refused.',
  );
});

it('runs again unasked where a rule covers what was refused', async () => {
  verifies('sandbox.refused.allowed');
  const { asked, opened, result } = await runIt({
    ends: [stopped(api)],
    answers: [],
    rules: [allowRule('net(api.example.com)')],
  });
  expect(asked).toEqual([]);
  expect(opened).toHaveLength(2);
  expect(result).toMatchObject({ success: true });
});

it('asks about something new each time, and a few times at most', async () => {
  verifies('sandbox.refused.ends');
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => refusedHost(`${name}.example.com`));
  const { asked, opened, result } = await runIt({
    ends: names.map((one) => stopped(one)),
    answers: [once, once, once, once],
  });
  expect(asked.map(({ again }) => again?.refused.map(({ target }) => target))).toEqual([
    ['a.example.com'],
    ['b.example.com'],
    ['c.example.com'],
  ]);
  expect(opened.at(-1)).toEqual(['out', 'a.example.com', 'b.example.com', 'c.example.com']);
  expect(result?.error_message).toContain('connects to d.example.com');
});

it('does not ask about what is refused although it was allowed, or never allowed', async () => {
  verifies('sandbox.refused.ends', 'sandbox.refused.floor');
  const again = await runIt({ ends: [stopped(api), stopped(api)], answers: [once, once] });
  expect(again.asked).toHaveLength(1);
  expect(again.result?.error_message).toContain('The sandbox refused: connects to api.example.com');
  const never = refusedHost('m.example.com', { forbidden: true, note: 'this is never allowed' });
  const floor = await runIt({ ends: [stopped(never)], answers: [once] });
  expect(floor.asked).toEqual([]);
  expect(floor.result?.error_message).toBe(
    'exit code 1. The sandbox refused: connects to m.example.com (this is never allowed).',
  );
});

it('asks once more when what it would do changed while the person thought', async () => {
  verifies('sandbox.refused.bound');
  let plans = 0;
  const basis = (): string => {
    plans += 1;
    return plans === 1 ? 'first' : 'second';
  };
  const tool = runner({ basis });
  const { asked, opened } = await runIt({ ends: [stopped(api)], answers: [once, once, once], tool });
  expect(asked.map(({ again }) => again?.ended)).toEqual(['exit code 1', 'exit code 1']);
  expect(new Set(asked.map(({ digest }) => digest)).size).toBe(2);
  expect(opened).toHaveLength(2);
});

it('leaves the first result when the turn is cancelled at the question', async () => {
  verifies('sandbox.refused.kept');
  const { process } = fakeProcesses([stopped(api)]);
  const session = await open([{ calls: [{ name: 'runner', arguments: {} }] }], {
    tools: [runner()],
    process,
    mode: 'edit',
    onAsk: 'person',
  });
  session.on((event) => {
    if (event.type === 'approval-requested') session.cancel();
  });
  const { events, end } = await play(session.send('go'));
  expect(end.reason).toBe('cancelled');
  expect(results(events)[0]?.error_message).toMatch(/^exit code 1\. The sandbox refused: .*cancelled/);
});

it('lets a success with refusals be', async () => {
  const { asked, result } = await runIt({ ends: [{ ...done, refused: [api] }], answers: [once] });
  expect(asked).toEqual([]);
  expect(result).toMatchObject({ success: true });
});

it('settles a call left between its runs once, as its last run ended', async () => {
  verifies('sandbox.refused.recovered');
  const store = await openStore('memory');
  const first = await runIt({ ends: [stopped(api)], onAsk: 'deny', store });
  const events = (await store.read(first.session.id)) as readonly { readonly type: string }[];
  await first.session.close();
  // The stream of a process that was killed at the question.
  const killed = events.slice(0, events.findIndex(({ type }) => type === 'approval-requested') + 1);
  const other = await openStore('memory');
  await other.append('s_killed', killed as never);
  const { process, opened } = fakeProcesses([]);
  const session = await open([{ text: 'Gone on.' }], { store: other, session: 's_killed', tools: [runner()], process });
  const { events: later } = await play(session.resume());
  expect(bodies(later, 'history-repaired')[0]?.calls).toMatchObject([{ name: 'runner', repair: 'stopped' }]);
  expect(results(later).map(({ error_message }) => error_message)).toEqual([
    'exit code 1. The sandbox refused: connects to api.example.com (allow: "net(api.example.com)"). It may have done part of its work, and was not run again: Toolwright ended before that was decided.',
  ]);
  expect(opened).toEqual([]);
});

it('opens no host whose name carries a secret', async () => {
  verifies('sandbox.refused.floor');
  const value = 'k3v9x2m7q4w8';
  const { asked, result } = await runIt({
    ends: [stopped(refusedHost(`${value}.example.com`))],
    answers: [once],
    env: { BUILD_TOKEN: value },
  });
  expect(asked).toEqual([]);
  expect(result?.error_message).toMatch(/^exit code 1\. The sandbox refused: .*\(a secret is in it\)\.$/);
  expect(JSON.stringify(result)).not.toContain(value);
});
