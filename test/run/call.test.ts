import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, type Call, type CallInput, type CallState, step } from '../../src/run/call.js';
import type { Finish } from '../../src/run/finish.js';
import type { Question } from '../../src/run/question.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';
import { verifies } from '../requirements.js';

const call: Call = { id: 'c1', index: 0, name: 'touch', arguments: '{}', attempt: 1 };
const tool = defineTool({ name: 'touch', description: 'touches', parameters: { type: 'object' }, run: () => 'done' });
const fact = { kind: 'write', target: 'a.txt', where: 'workspace', known: true } as const;
const plan = (target = 'a.txt') => ({ facts: [{ ...fact, target }], preview: { kind: 'arguments' } as const });
const decide = (verdict: 'allow' | 'ask' | 'deny'): CallInput => ({
  type: 'decided',
  decision: { verdict, level: 'medium', reasons: ['writes a.txt'] },
  mode: 'ask',
});
const value: Finish = { type: 'value', value: 'done', durationMs: 1 };
const settled: CallInput = {
  type: 'settled',
  settlement: { callId: 'c1', name: 'touch', outcome: 'ok', errorType: 'none', content: 'done', durationMs: 1 },
};
const question = { kind: 'approval', id: 'q1', callId: 'c1' } as unknown as Question;
const once: CallInput = { type: 'answered', questionId: 'q1', answer: { choice: 'once' }, by: 'person' };
const denied: CallInput = {
  type: 'answered',
  questionId: 'q1',
  answer: { choice: 'deny', reason: 'no' },
  by: 'person',
};
const planned = (target?: string): CallInput => ({
  type: 'planned',
  plan: plan(target),
  identity: { name: 'touch', arguments: '{}', basis: undefined },
});

function walk(inputs: readonly CallInput[]): {
  readonly stages: string[];
  readonly events: string[];
  readonly state: CallState;
} {
  let { state, events } = admit(call) as { state: CallState; events: readonly { type: string }[] };
  const stages: string[] = [state.stage];
  const types = events.map(({ type }) => type);
  for (const input of inputs) {
    ({ state, events } = step(state, input));
    stages.push(state.stage);
    types.push(...events.map(({ type }) => type));
  }
  return { stages, events: types, state };
}

const toDecide: CallInput[] = [
  { type: 'resolved', tool },
  { type: 'checked', args: {} as never, coercions: [] },
  { type: 'guarded' },
  planned(),
];

describe('the reducer of a call', () => {
  it('takes the nine stages in their order and names each in an event', () => {
    verifies('core.road.stages', 'core.road.reducer-pure', 'design.road.nine-stages', 'core.road.events');
    const road = walk([
      ...toDecide,
      decide('ask'),
      { type: 'asked', question },
      once,
      planned(),
      { type: 'started' },
      { type: 'finished', finish: value },
      settled,
    ]);
    expect(road.stages).toEqual([
      'resolve',
      'check',
      'guard',
      'plan',
      'decide',
      'approve',
      'approve',
      'execute',
      'execute',
      'execute',
      'settle',
      'done',
    ]);
    expect(road.events).toEqual([
      'call-admitted',
      'call-planned',
      'call-decided',
      'approval-requested',
      'approval-answered',
      'call-started',
      'call-settled',
    ]);
  });

  it('asks again when a call that waited would now do something else', () => {
    verifies('core.road.replan', 'design.tool.facts-age');
    const road = walk([...toDecide, decide('ask'), { type: 'asked', question }, once, planned('b.txt')]);
    expect(road.state.stage).toBe('decide');
    expect(road.events.filter((type) => type === 'call-planned')).toHaveLength(2);
    expect(() => step(road.state, { type: 'started' })).toThrow('cannot take');
  });

  it('never starts what was denied', () => {
    for (const inputs of [
      [...toDecide, decide('deny')],
      [...toDecide, decide('ask'), denied],
    ]) {
      const road = walk(inputs);
      expect(road.state).toMatchObject({ stage: 'settle', finish: { type: 'denied' } });
      expect(road.events).not.toContain('call-started');
    }
  });

  it('settles once on every road, and starts only what was allowed or approved', () => {
    verifies('core.road.reducer-total', 'core.road.settled-once');
    const inputs: CallInput[] = [
      ...toDecide,
      planned('b.txt'),
      decide('allow'),
      decide('ask'),
      decide('deny'),
      { type: 'asked', question },
      once,
      denied,
      { type: 'started' },
      { type: 'finished', finish: value },
      { type: 'finished', finish: { type: 'cancelled', failure: fail('cancelled', 'gone'), durationMs: 0 } },
      { type: 'refused', failure: fail('not_found', 'nothing') },
      settled,
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs), { maxLength: 40 }), (sequence) => {
        let { state } = admit(call);
        const events: string[] = [];
        let verdict = 'none';
        for (const input of sequence) {
          const before = JSON.stringify(state);
          try {
            const next = step(state, input);
            events.push(...next.events.map(({ type }) => type));
            if (input.type === 'decided') verdict = input.decision.verdict;
            if (next.events.some(({ type }) => type === 'call-started')) {
              expect(verdict === 'allow' || events.includes('approval-answered')).toBe(true);
            }
            state = next.state;
          } catch (error) {
            expect(String(error)).toMatch(/cannot|no value/);
            expect(JSON.stringify(state)).toBe(before);
          }
        }
        expect(events.filter((type) => type === 'call-settled').length).toBe(state.stage === 'done' ? 1 : 0);
        expect(events.filter((type) => type === 'call-started').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 3000 },
    );
  });
});
