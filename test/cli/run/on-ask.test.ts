import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../../src/cli/exit-code.js';
import { parseAnswer } from '../../../src/cli/run/json-answers.js';
import { parseOnAsk } from '../../../src/cli/run/on-ask.js';
import { verifies } from '../../requirements.js';

describe('parseOnAsk', () => {
  it.each([
    ['deny', 'deny'],
    ['abort', 'abort'],
    ['park', 'park'],
    ['wait=30s', { waitMs: 30_000 }],
    ['wait=5m', { waitMs: 300_000 }],
    ['wait=1.5h', { waitMs: 5_400_000 }],
  ])('reads %s', (text, rule) => {
    expect(parseOnAsk(text)).toEqual(rule);
  });

  it.each(['', 'wait', 'wait=', 'wait=5', 'wait=5d', 'wait=0s', 'wait=-1s', 'wait=99999h', 'DENY ', 'person'])(
    'refuses %j and shows the forms',
    (text) => {
      verifies('core.run.on-ask-bad');
      expect(() => parseOnAsk(text)).toThrow(/deny, abort, park or wait=TIME such as wait=30s/);
    },
  );

  it('suggests the rule that was meant', () => {
    expect(() => parseOnAsk('aborts')).toThrow('Did you mean abort?');
  });
});

describe('parseAnswer', () => {
  it.each([
    ['{"id":"q_1","choice":"once"}', { question: 'q_1', answer: { choice: 'once' } }],
    ['{"id":"q_1","choice":"deny","reason":"no"}', { question: 'q_1', answer: { choice: 'deny', reason: 'no' } }],
    ['{"id":"q_1","choice":"deny"}', { question: 'q_1', answer: { choice: 'deny' } }],
    ['{"id":"q_1","choice":"text","text":"blue"}', { question: 'q_1', answer: { choice: 'text', text: 'blue' } }],
  ])('reads %s', (line, answer) => {
    expect(parseAnswer(line)).toEqual(answer);
  });

  it.each([
    'yes',
    '[]',
    'null',
    '{}',
    '{"id":"q_1","choice":"always"}',
    '{"id":"q_1","choice":"text"}',
    '{"id":1,"choice":"once"}',
  ])('tells what is wrong with %s', (line) => {
    expect(parseAnswer(line)).toBeTypeOf('string');
  });
});

describe('exitCodeOf', () => {
  it('gives every reason a code, and none but answered the code 0', () => {
    const end = (reason: Parameters<typeof exitCodeOf>[0]['reason'], deniedUnasked = 0) =>
      exitCodeOf({ reason, deniedUnasked });
    expect(end('answered')).toBe(0);
    expect(end('answered', 1)).toBe(3);
    expect(end('aborted', 1)).toBe(3);
    expect(end('parked')).toBe(4);
    expect(end('limit')).toBe(5);
    expect(end('model-failed')).toBe(6);
    expect(end('empty')).toBe(6);
    expect(end('cancelled')).toBe(130);
    expect(end('store-failed')).toBe(1);
  });
});
