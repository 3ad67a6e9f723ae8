import { expect, it } from 'vitest';
import { admit, type Call, type CallInput, type CallState, keepsChanging, step } from '../../src/run/call.js';
import { callDigest } from '../../src/run/call-digest.js';
import type { RunEvent } from '../../src/run/event.js';
import type { Finish } from '../../src/run/finish.js';
import type { Answer, Question } from '../../src/run/question.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';

const call: Call = { id: 'c1', index: 3, name: 'touch', arguments: '{"n":"7"}', attempt: 2 };
const tool = defineTool({ name: 'touch', description: 'touches', parameters: { type: 'object' }, run: () => 'done' });
const fact = { kind: 'write', target: 'a.txt', where: 'workspace', known: true } as const;
const args = { n: 7 } as never;
const coercions = [{ path: '/n', from: 'string', to: 'integer' }] as const;
const identity = { name: 'touch', arguments: '{"n":7}', basis: 'h1' };
const planned = (more: object = {}): CallInput => ({
  type: 'planned',
  plan: { facts: [fact], preview: { kind: 'text', text: 'touches' }, basis: 'h1', ...more },
  identity,
});
const decide = (verdict: 'allow' | 'notify' | 'ask' | 'deny', more: object = {}): CallInput => ({
  type: 'decided',
  decision: { verdict, level: 'medium', reasons: ['it writes', 'it is late'], ...more },
  mode: 'ask',
});
const answer = (given: Answer, by: 'person' | 'no-person-rule' = 'person', more: object = {}): CallInput => ({
  type: 'answered',
  questionId: 'q1',
  answer: given,
  by,
  ...more,
});
const question = { kind: 'approval', id: 'q1', callId: 'c1' } as unknown as Question;
const resolved: CallInput = { type: 'resolved', tool };
const checked: CallInput = { type: 'checked', args, coercions };
const guarded: CallInput = { type: 'guarded' };
const toPlan = [resolved, checked, guarded];
const toDecide = [...toPlan, planned()];
const started: CallInput = { type: 'started' };

function walk(inputs: readonly CallInput[]): { readonly state: CallState; readonly events: readonly RunEvent[] } {
  let { state, events } = admit(call);
  const told = [...events];
  for (const input of inputs) {
    ({ state, events } = step(state, input));
    told.push(...events);
  }
  return { state, events: told };
}

it('tells each step of a call', () => {
  const origin = { who: 'ann', from: 'terminal' };
  const settlement = { callId: 'c1', name: 'touch', outcome: 'ok', errorType: 'none', content: 'x', durationMs: 1 };
  const decided = decide('ask', { because: [{ by: 'mode', verdict: 'ask' }] });
  const { state, events } = walk([
    ...toDecide,
    { ...decided, sandboxed: true } as CallInput,
    { type: 'asked', question },
    answer({ choice: 'once' }, 'person', { origin }),
    planned(),
    started,
    { type: 'finished', finish: { type: 'value', value: 1, durationMs: 1 } },
    { type: 'settled', settlement } as CallInput,
  ]);
  expect(state).toEqual({ stage: 'done', call, settlement, halt: undefined });
  expect(JSON.parse(JSON.stringify(events))).toEqual([
    { type: 'call-admitted', body: { callId: 'c1', index: 3, name: 'touch', arguments: '{"n":"7"}' } },
    { type: 'call-planned', body: { callId: 'c1', facts: [fact], coercions, basis: 'h1' } },
    {
      type: 'call-decided',
      body: {
        callId: 'c1',
        tool: 'touch',
        verdict: 'ask',
        level: 'medium',
        reasons: ['it writes', 'it is late'],
        because: [{ by: 'mode', verdict: 'ask' }],
        mode: 'ask',
        sandboxed: true,
        digest: callDigest(identity),
      },
    },
    { type: 'approval-requested', body: question },
    {
      type: 'approval-answered',
      body: { questionId: 'q1', callId: 'c1', answer: { choice: 'once' }, by: 'person', origin },
    },
    { type: 'call-started', body: { callId: 'c1', attempt: 2 } },
    { type: 'call-settled', body: settlement },
  ]);
});

const denied = (message: string, more: object = {}): Finish => ({
  type: 'denied',
  failure: fail('permission_denied', message),
  ...more,
});
const asked: CallInput[] = [...toDecide, decide('ask'), { type: 'asked', question }];

it.each<[string, CallInput[], Finish]>([
  ['policy', [...toDecide, decide('deny')], denied('Policy denies this call: it writes; it is late.')],
  [
    'a person',
    [...asked, answer({ choice: 'deny' })],
    denied('The person denied this call. Do not try it again unchanged.', { byPerson: true }),
  ],
  [
    'a person who says why',
    [...asked, answer({ choice: 'deny', reason: 'not now' })],
    denied('The person denied this call. They say: not now. Do not try it again unchanged.', { byPerson: true }),
  ],
  [
    'nobody',
    [...asked, answer({ choice: 'deny' }, 'no-person-rule')],
    denied(
      "This call needs a person's approval and nobody is there to give it. Go on without it, or say what you would have done.",
    ),
  ],
])('is denied by %s', (_, inputs, finish) => {
  expect(walk(inputs).state).toEqual({
    stage: 'settle',
    call,
    tool,
    coercions,
    facts: [fact],
    finish,
    ran: undefined,
    halt: undefined,
  });
});

it.each<[string, CallInput[], object]>([
  ['resolve', [], { tool: undefined, coercions: [], facts: [] }],
  ['check', [resolved], { tool, coercions: [], facts: [] }],
  ['guard', [resolved, checked], { tool, coercions, facts: [] }],
  ['plan', toPlan, { tool, coercions, facts: [] }],
  ['decide', toDecide, { tool, coercions, facts: [fact] }],
  ['approve', [...toDecide, decide('ask')], { tool, coercions, facts: [fact] }],
  ['execute', [...toDecide, decide('allow')], { tool, coercions, facts: [fact] }],
])('can be refused in the stage %s', (stage, inputs, known) => {
  const { state } = walk(inputs);
  const failure = fail('rate_limited', 'too much', { left: 1 });
  const refused = { callId: 'c1', stage, errorType: 'rate_limited', message: 'too much' };
  const end = { stage: 'settle', call, ...known, finish: { type: 'failure', failure, durationMs: 0 } };
  expect(step(state, { type: 'refused', failure })).toEqual({
    state: { ...end, ran: undefined, halt: undefined },
    events: [{ type: 'call-refused', body: refused }],
  });
  const rewrites = [{ by: 'm0', from: { n: 7 }, to: { n: 8 } }];
  expect(step(state, { type: 'refused', failure, limit: 'rate', by: 'm1', rewrites }).events).toEqual([
    { type: 'call-rewritten', body: { callId: 'c1', by: 'm0', from: { n: 7 }, to: { n: 8 } } },
    { type: 'guard-tripped', body: { callId: 'c1', limit: 'rate', message: 'too much' } },
    { type: 'call-refused', body: { ...refused, by: 'm1' } },
  ]);
});

it('goes on as what middleware made of it', () => {
  const rewrites = [{ by: 'm0', from: { n: 7 }, to: { n: 8 } }];
  const other = { ...call, arguments: '{"n":8}', rewrittenBy: ['m0'] };
  const { state } = walk([resolved, checked]);
  const next = step(state, { type: 'rewritten', call: other, args: { n: 8 } as never, coercions: [], rewrites });
  expect(next.state).toMatchObject({ stage: 'plan', call: other, args: { n: 8 }, coercions: [] });
  expect(next.events).toEqual([
    { type: 'call-rewritten', body: { callId: 'c1', by: 'm0', from: { n: 7 }, to: { n: 8 } } },
  ]);
  expect(step(next.state, planned()).events).toEqual([
    { type: 'call-planned', body: { callId: 'c1', facts: [fact], basis: 'h1' } },
  ]);
});

it.each<[string, CallInput, 'decide' | 'execute']>([
  ['the same', planned(), 'execute'],
  ['another fact', planned({ facts: [{ ...fact, target: 'b.txt' }] }), 'decide'],
  ['another preview', planned({ preview: { kind: 'text', text: 'wipes' } }), 'decide'],
  ['another basis', { ...planned(), identity: { ...identity, basis: 'h2' } } as CallInput, 'decide'],
  ['other arguments', { ...planned(), identity: { ...identity, arguments: '{}' } } as CallInput, 'decide'],
])('is planned again after it was approved, and asked about again unless it is as it was: %s', (_, again, stage) => {
  const { state } = walk([...asked, answer({ choice: 'once' })]);
  expect(state).toMatchObject({ stage: 'execute', run: 'approved', course: { changes: 0 } });
  const next = step(state, again);
  expect(next.state).toMatchObject({ stage, course: { changes: stage === 'decide' ? 1 : 0 } });
  expect(next.events.map(({ type }) => type)).toEqual(stage === 'decide' ? ['call-planned'] : []);
});

it('is looked at anew when its mode is another, five times and no more', () => {
  let { state } = walk([...toDecide, decide('allow')]);
  for (let times = 1; times <= 6; times += 1) {
    expect(keepsChanging(state)).toBe(false);
    ({ state } = step(state, { type: 'reconsidered' }));
    expect(state).toMatchObject({ stage: 'plan', course: { changes: times, ticked: false } });
    expect(keepsChanging(state)).toBe(times > 5);
    if (times <= 5) for (const input of [planned(), decide('notify')]) ({ state } = step(state, input));
  }
});

it('keeps that it was let start, and why those after it are not, until it is settled', () => {
  const { state } = walk([...asked, answer({ choice: 'once' }, 'person', { halt: 'aborted' }), { type: 'ticked' }]);
  expect(state).toMatchObject({ stage: 'execute', course: { changes: 0, ticked: true, halt: 'aborted' } });
  const value: Finish = { type: 'value', value: 1, durationMs: 1 };
  const running = step(step(state, planned()).state, started).state;
  expect(step(running, { type: 'finished', finish: value, halt: 'parked' }).state).toEqual({
    stage: 'settle',
    call,
    tool,
    coercions,
    facts: [fact],
    finish: value,
    ran: args,
    halt: 'aborted',
  });
  const stopped = walk([...toDecide, decide('allow'), started, { type: 'finished', finish: value, halt: 'parked' }]);
  expect(stopped.state).toMatchObject({ ran: args, halt: 'parked' });
});

it('takes nothing that does not belong to its stage', () => {
  const value: CallInput = { type: 'finished', finish: { type: 'value', value: 1, durationMs: 1 } };
  const failure: CallInput = { type: 'refused', failure: fail('io_error', 'x') };
  const cancelled: CallInput = {
    type: 'finished',
    finish: { type: 'cancelled', failure: fail('cancelled', 'x'), durationMs: 0 },
  };
  const { state: settling } = walk([...toDecide, decide('deny')]);
  const messages: [CallState, CallInput, string][] = [
    [walk([]).state, guarded, 'a call in stage resolve cannot take the input guarded'],
    [walk([resolved]).state, planned(), 'a call in stage check cannot take the input planned'],
    [walk([resolved, checked]).state, planned(), 'a call in stage guard cannot take the input planned'],
    [walk(toDecide).state, planned(), 'a call in stage decide cannot take the input planned'],
    [walk(asked).state, planned(), 'a call in stage approve cannot take the input planned'],
    [
      walk([...toDecide, decide('allow')]).state,
      decide('allow'),
      'a call in stage execute cannot take the input decided',
    ],
    [walk([...toDecide, decide('allow')]).state, value, 'a call that never started has no value'],
    [
      walk([...toDecide, decide('allow'), started]).state,
      started,
      'a call in stage execute cannot take the input started',
    ],
    [settling, failure, 'a call in stage settle cannot be refused'],
    [settling, cancelled, 'a call in stage settle cannot finish again'],
    [settling, started, 'a call in stage settle cannot take the input started'],
  ];
  for (const [state, input, message] of messages) expect(() => step(state, input)).toThrow(message);
  for (const inputs of [[], [resolved], toPlan, toDecide, asked]) {
    const { state } = walk(inputs);
    expect(step(state, { type: 'held' })).toEqual({ state, events: [] });
    expect(step(state, cancelled).state).toMatchObject({ stage: 'settle', finish: { type: 'cancelled' } });
  }
});
