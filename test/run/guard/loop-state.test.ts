import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolwrightLimits } from '../../../src/profile/toolwright-limits.js';
import { yAgentLimits } from '../../../src/profile/y-agent/y-agent-data.js';
import type { LoopRules } from '../../../src/run/guard/loop-rules.js';
import { shapeLoops } from '../../../src/run/guard/loop-rules.js';
import { findWarning, judgeCall, type LoopState, noLoop, stepLoop } from '../../../src/run/guard/loop-state.js';
import { watchCall, watchOutcome } from '../../../src/run/guard/watched-call.js';
import { verifies } from '../../requirements.js';

interface Made {
  readonly call: string;
  readonly outcome: string;
  readonly tool?: string;
}

/** Makes the calls one after another; a refused one is not made. Answers the patterns that refused, by the place of the call. */
function play(
  calls: readonly Made[],
  rules: LoopRules,
): { refused: (string | undefined)[]; state: LoopState; warned: string[] } {
  let state = noLoop;
  const shape = shapeLoops(rules);
  const warned: string[] = [];
  const refused = calls.map(({ call, outcome, tool = call }) => {
    const finding = judgeCall(state, { call: watchCall(tool, call) }, shape);
    if (finding !== undefined) {
      state = stepLoop(state, { type: 'refused', pattern: finding.pattern }, shape);
      return finding.pattern;
    }
    const settled = { call: watchCall(tool, call), outcome: watchOutcome(outcome), newFile: false };
    state = stepLoop(state, { type: 'settled', ...settled }, shape);
    const warning = findWarning(state, shape);
    if (warning !== undefined) warned.push(`${warning.pattern} ${warning.count}`);
    return undefined;
  });
  return { refused, state, warned };
}

const repeat = (count: number, ...calls: readonly Made[]): Made[] => Array.from({ length: count }, () => calls).flat();

const { loops: ours } = toolwrightLimits;
const yAgent = yAgentLimits.loops as LoopRules;
const a = { call: 'a', outcome: 'x' };
const b = { call: 'b', outcome: 'y' };

describe('the loop watch', () => {
  it('never refuses calls whose outcomes differ, whatever the calls are, and never warns of a repeat', () => {
    verifies('limits.loop.distinct');
    let sequences = 0;
    let calls = 0;
    const outcomes = fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 20, maxLength: 60 });
    const names = fc.infiniteStream(fc.constantFrom('a', 'b', 'c'));
    fc.assert(
      fc.property(outcomes, names, fc.constantFrom<LoopRules>(ours, yAgent), (distinct, stream, rules) => {
        const made = distinct.map((outcome) => {
          const call = stream.next().value as string;
          return { call, outcome, tool: call === 'c' ? 'a' : call };
        });
        const { refused, warned } = play(made, rules);
        expect(refused.filter((one) => one !== undefined)).toEqual([]);
        expect(warned).toEqual([]);
        sequences += 1;
        calls += made.length;
      }),
      { numRuns: 500 },
    );
    console.log(`loop watch: ${sequences} sequences of ${calls} calls with distinct outcomes, 0 refused`);
  });

  it('always refuses identical calls with identical outcomes from the threshold on, whatever was before', () => {
    verifies('limits.loop.identical');
    const before = fc.array(fc.record({ call: fc.constantFrom('a', 'b', 'c'), outcome: fc.string({ maxLength: 2 }) }), {
      maxLength: 40,
    });
    const thresholds = fc.integer({ min: 2, max: 12 });
    fc.assert(
      fc.property(before, thresholds, fc.string({ maxLength: 2 }), (earlier, refuse, outcome) => {
        const rules: LoopRules = { redundant: { refuse }, refusal: '', warning: '' };
        const identical = repeat(refuse + 3, { call: 'd', outcome });
        const { refused } = play([...earlier, ...identical], rules);
        const last = refused.slice(earlier.length);
        expect(last.slice(0, refuse - 1)).toEqual(Array.from({ length: refuse - 1 }, () => undefined));
        expect(last.slice(refuse - 1)).toEqual(Array.from({ length: 4 }, () => 'redundant'));
      }),
      { numRuns: 500 },
    );
  });

  it('remembers no more than twice the longest pattern', () => {
    const { state } = play(
      Array.from({ length: 500 }, (_, at) => ({ call: `c${at}`, outcome: `o${at}` })),
      ours,
    );
    expect(state.steps).toHaveLength(20);
  });
});

describe('the default thresholds', () => {
  it('warn before they refuse', () => {
    verifies('limits.loop.warn-first', 'y-agent.guard.warn-first');
    const { refused, warned } = play(repeat(6, a), ours);
    expect(refused).toEqual([undefined, undefined, undefined, undefined, 'redundant', 'redundant']);
    expect(warned).toEqual(['redundant 3']);
  });

  it('find two calls in turn, and longer circles', () => {
    verifies('limits.loop.patterns');
    const turns = play(repeat(5, a, b), ours);
    expect(turns.refused.slice(0, 7).every((one) => one === undefined)).toBe(true);
    expect(turns.refused[7]).toBe('oscillation');
    expect(turns.warned).toContain('oscillation 3');
    const circle = play(repeat(8, a, b, { call: 'c', outcome: 'z' }), ours);
    expect(circle.refused.filter((one) => one === 'repetition').length).toBeGreaterThan(0);
    expect(circle.refused.slice(0, 15).every((one) => one === undefined)).toBe(true);
  });

  it('let a call pass whose result alternates, and only warn of a drift', () => {
    verifies('limits.loop.polling');
    const poll = play(repeat(30, { call: 'poll', outcome: 'busy' }, { call: 'poll', outcome: 'idle' }), ours);
    expect(poll.refused.every((one) => one === undefined)).toBe(true);
    expect(poll.warned).toEqual(['drift 10']);
  });

  it('forget what was repeated when something was changed', () => {
    verifies('limits.loop.progress', 'y-agent.guard.progress');
    let { state } = play(repeat(4, a), ours);
    expect(judgeCall(state, { call: watchCall('a', 'a') }, shapeLoops(ours))).toEqual({
      pattern: 'redundant',
      count: 5,
    });
    state = stepLoop(state, { type: 'changed' }, shapeLoops(ours));
    expect(judgeCall(state, { call: watchCall('a', 'a') }, shapeLoops(ours))).toBeUndefined();
    expect(state.idle).toBe(0);
  });
});

describe("y-agent's thresholds", () => {
  it('abort the third equal call, the fifth of one action, the third cycle and the tenth step without progress', () => {
    verifies('y-agent.guard.redundant', 'y-agent.guard.repetition', 'y-agent.guard.oscillation', 'y-agent.guard.drift');
    expect(play(repeat(3, a), yAgent).refused).toEqual([undefined, undefined, 'redundant']);
    const action = [1, 2, 3, 4, 5].map((n) => ({ tool: 'grep', call: `grep ${n}`, outcome: 'nothing' }));
    expect(play(action, yAgent).refused.at(-1)).toBe('repetition');
    expect(play(action.slice(0, 4), yAgent).refused.every((one) => one === undefined)).toBe(true);
    expect(play(repeat(3, a, b), yAgent).refused).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      'oscillation',
    ]);
    const circle = ['a', 'b', 'c'].map((call) => ({ call, outcome: `of ${call}` }));
    // Each is new at first; the tenth that is not is refused, and then the count begins anew.
    const drifting = play(repeat(5, ...circle), yAgent).refused;
    expect(drifting.indexOf('drift')).toBe(3 + 9);
    expect(drifting.filter((one) => one === 'drift')).toHaveLength(1);
  });
});
