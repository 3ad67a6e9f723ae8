import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, type Call, type CallInput, type CallState, step } from '../../src/run/call.js';
import { callDigest } from '../../src/run/call-digest.js';
import type { RunEvent } from '../../src/run/event.js';
import type { Finish } from '../../src/run/finish.js';
import type { Question } from '../../src/run/question.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { Fact } from '../../src/tool/fact.js';
import { fail } from '../../src/tool/outcome.js';
import { verifies } from '../requirements.js';
import { refusedHost } from './refused-host.js';

const call: Call = { id: 'c1', index: 0, name: 'touch', arguments: '{}', attempt: 1 };
const tool = defineTool({ name: 'touch', description: 'touches', parameters: { type: 'object' }, run: () => 'done' });
const exec: Fact = { kind: 'exec', target: 'touch', where: 'workspace', known: true };
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => refusedHost(`${name}.example.com`)) as [
  Fact,
  Fact,
  Fact,
  Fact,
  Fact,
];

const identity = { name: 'touch', arguments: '{}', basis: undefined };
const planned = (fact = exec): CallInput => ({
  type: 'planned',
  plan: { facts: [fact], preview: { kind: 'arguments' } },
  identity,
});
const decide = (verdict: 'allow' | 'ask' | 'deny'): CallInput => ({
  type: 'decided',
  decision: { verdict, level: 'medium', reasons: ['it connects'] },
  mode: 'ask',
});
const question = { kind: 'approval', id: 'q1', callId: 'c1' } as unknown as Question;
const answer = (choice: 'once' | 'deny', by: 'person' | 'no-person-rule' = 'person'): CallInput => ({
  type: 'answered',
  questionId: 'q1',
  answer: choice === 'deny' ? { choice, reason: 'not today' } : { choice },
  by,
});
const failure: Finish = { type: 'failure', failure: fail('io_error', 'exit code 7', { out: 1 }), durationMs: 5 };
const stopped = (...refused: Fact[]): CallInput => ({
  type: 'stopped',
  finish: failure,
  ended: 'exit code 7',
  refused,
});
const started: CallInput = { type: 'started' };
const value: Finish = { type: 'value', value: 'done', durationMs: 1 };

function walk(inputs: readonly CallInput[]): { readonly state: CallState; readonly events: readonly RunEvent[] } {
  let { state } = admit(call);
  const events: RunEvent[] = [];
  for (const input of inputs) {
    const next = step(state, input);
    state = next.state;
    events.push(...next.events);
  }
  return { state, events };
}

const toRun: readonly CallInput[] = [
  { type: 'resolved', tool },
  { type: 'checked', args: {} as never, coercions: [] },
  { type: 'guarded' },
  planned(),
  decide('allow'),
  started,
];
const messageOf = (state: CallState): string =>
  state.stage === 'settle' && state.finish.type === 'failure' ? state.finish.failure.message : '';

describe('a call that the sandbox stopped', () => {
  it('is decided about anew, with what was refused and as a further attempt', () => {
    verifies('sandbox.refused.asked', 'sandbox.refused.bound');
    const { state, events } = walk([...toRun, stopped(a, b, a)]);
    expect(state).toMatchObject({ stage: 'decide', call: { attempt: 2 }, plan: { facts: [exec, a, b] } });
    expect(events.slice(-2)).toEqual([
      { type: 'call-stopped', body: { callId: 'c1', attempt: 1, message: 'exit code 7', refused: [a, b] } },
      { type: 'call-planned', body: { callId: 'c1', facts: [exec, a, b] } },
    ]);
    const first = walk(toRun).state as Extract<CallState, { stage: 'execute' }>;
    expect(callDigest((state as Extract<CallState, { stage: 'decide' }>).identity)).not.toBe(
      callDigest(first.identity),
    );
  });

  it('runs again once it is allowed or approved, and ends as that run does', () => {
    for (const way of [[decide('allow')], [decide('ask'), { type: 'asked', question }, answer('once'), planned()]]) {
      const { state, events } = walk([
        ...toRun,
        stopped(a),
        ...(way as CallInput[]),
        started,
        { type: 'finished', finish: value },
      ]);
      expect(state).toMatchObject({ stage: 'settle', finish: value, facts: [exec, a] });
      const starts = events.filter(({ type }) => type === 'call-started').map(({ body }) => body);
      expect(starts).toEqual([
        { callId: 'c1', attempt: 1 },
        { callId: 'c1', attempt: 2 },
      ]);
    }
  });

  it('is asked about again when what it would do changed meanwhile', () => {
    verifies('sandbox.refused.bound');
    const other = { ...exec, target: 'touch b' };
    const { state } = walk([...toRun, stopped(a), decide('ask'), answer('once'), planned(other)]);
    expect(state).toMatchObject({ stage: 'decide', plan: { facts: [other, a] }, stopped: { opened: [a] } });
    const reconsidered = walk([...toRun, stopped(a), decide('allow'), { type: 'reconsidered' }, planned()]);
    expect(reconsidered.state).toMatchObject({ stage: 'decide', plan: { facts: [exec, a] } });
  });

  it.each<[string, readonly CallInput[], string]>([
    ['a no', [decide('ask'), answer('deny')], ' The person did not allow it. They say: not today.'],
    ['nobody', [decide('ask'), answer('deny', 'no-person-rule')], ' Nobody is there to allow it. They say: not today.'],
    ['policy', [decide('deny')], ' Policy denies that: it connects.'],
    [
      'a cancelled turn',
      [
        decide('ask'),
        { type: 'finished', finish: { type: 'cancelled', failure: fail('cancelled', 'Cancelled.'), durationMs: 0 } },
      ],
      ' Cancelled.',
    ],
    [
      'a plan that fails',
      [decide('ask'), answer('once'), { type: 'refused', failure: fail('stale', 'Gone.') }],
      ' Gone.',
    ],
  ])('keeps its result after %s, and says what was refused', (_, inputs, why) => {
    verifies('sandbox.refused.kept');
    const { state, events } = walk([...toRun, stopped(a), ...inputs]);
    expect(state).toMatchObject({
      stage: 'settle',
      finish: { type: 'failure', durationMs: 5, failure: { errorType: 'io_error', data: { out: 1 } } },
      facts: [exec],
    });
    expect(messageOf(state)).toBe(
      `exit code 7. The sandbox refused: connects to a.example.com (allow: "net(a.example.com)").${why}`,
    );
    expect(events.map(({ type }) => type)).not.toContain('call-refused');
  });

  it('is not asked about what is never allowed, nor twice about the same', () => {
    verifies('sandbox.refused.floor', 'sandbox.refused.ends');
    const never = refusedHost('m.example.com', { forbidden: true, note: 'this is never allowed' });
    const { state } = walk([...toRun, stopped(never)]);
    expect(messageOf(state)).toBe(
      'exit code 7. The sandbox refused: connects to m.example.com (this is never allowed).',
    );
    expect(walk([...toRun, stopped(never, a)]).state).toMatchObject({ stage: 'decide', plan: { facts: [exec, a] } });
    expect(walk([...toRun, stopped(a), decide('allow'), started, stopped(a)]).state.stage).toBe('settle');
  });

  it('runs four times at most', () => {
    verifies('sandbox.refused.ends');
    const again = (fact: Fact): readonly CallInput[] => [stopped(fact), decide('allow'), started];
    const road = [...toRun, ...again(a), ...again(b), ...again(c)];
    expect(walk(road).state).toMatchObject({
      stage: 'execute',
      call: { attempt: 4 },
      plan: { facts: [exec, a, b, c] },
    });
    expect(walk([...road, stopped(d, e)]).state.stage).toBe('settle');
  });

  it('keeps a value as it is', () => {
    const { state } = walk([
      ...toRun,
      { type: 'stopped', finish: value, ended: 'it failed', refused: [a] },
      decide('deny'),
    ]);
    expect(state).toMatchObject({ stage: 'settle', finish: value });
  });

  it('is settled once on every road', () => {
    const inputs: readonly CallInput[] = [
      ...toRun,
      decide('ask'),
      decide('deny'),
      answer('once'),
      answer('deny'),
      ...[a, b, c, d, e].map((fact) => stopped(fact)),
      { type: 'finished', finish: value },
      { type: 'finished', finish: failure },
      { type: 'reconsidered' },
      {
        type: 'settled',
        settlement: { callId: 'c1', name: 'touch', outcome: 'ok', errorType: 'none', content: '', durationMs: 1 },
      },
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs), { maxLength: 60 }), (sequence) => {
        let { state } = walk(toRun);
        const starts: number[] = [];
        let settled = 0;
        for (const input of sequence) {
          try {
            const next = step(state, input);
            state = next.state;
            for (const event of next.events) {
              if (event.type === 'call-started') starts.push(event.body.attempt);
              if (event.type === 'call-settled') settled += 1;
            }
          } catch (error) {
            expect(String(error)).toMatch(/cannot|no value/);
          }
        }
        expect(settled).toBe(state.stage === 'done' ? 1 : 0);
        expect(starts).toEqual([2, 3, 4].slice(0, starts.length));
      }),
      { numRuns: 2000 },
    );
  });
});
