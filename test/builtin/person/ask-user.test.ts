import { describe, expect, it } from 'vitest';
import { askUser, createAskUser } from '../../../src/builtin/person/ask-user.js';
import { checkerFor } from '../../../src/schema/check.js';
import { fail, type ToolFailure } from '../../../src/tool/outcome.js';
import type { Answered, AskRequest } from '../../../src/tool/port.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

/** A person who says these, in order, and what they were asked. */
function person(said: readonly (Answered | ToolFailure)[], present = true) {
  const asked: AskRequest[] = [];
  const left = [...said];
  const { ctx } = createBench({
    ask: {
      present,
      async ask(question) {
        asked.push(question);
        return left.shift() ?? fail('permission_denied', 'Nobody is there to answer.');
      },
      review: async () => fail('permission_denied', 'unused'),
      fill: async () => fail('permission_denied', 'unused'),
    },
  });
  return { ctx, asked };
}

const colour = { question: 'Which colour?', options: ['red', 'blue'] };
const sizes = { question: 'Which sizes?', options: ['S', 'M', 'L'], multi_select: true };

describe('ask_user', () => {
  it('asks one question after the other, and gives each with its answers', async () => {
    verifies('core.tools.ask-user', 'dialogue.ask.answers', 'y-agent.tool.ask-user', 'y-agent.tool.ask-user-other');
    const { ctx, asked } = person([{ text: 'green' }, { text: 'S, L', texts: ['S', 'L'] }, { text: 'because' }]);
    const { value } = await callOk(askUser, { questions: [colour, sizes, { question: 'Why?' }] }, ctx);
    expect(value).toEqual({
      status: 'answered',
      answers: [
        { question: 'Which colour?', answers: ['green'] },
        { question: 'Which sizes?', answers: ['S', 'L'] },
        { question: 'Why?', answers: ['because'] },
      ],
    });
    expect(asked).toEqual([
      { text: '(1 of 3) Which colour?', options: ['red', 'blue'] },
      { text: '(2 of 3) Which sizes?', options: ['S', 'M', 'L'], several: true },
      { text: '(3 of 3) Why?' },
    ]);
    expect(askUser.display?.(value as never)).toBe('green; S, L; because');
  });

  it.each([
    ['no question', []],
    ['five questions', Array.from({ length: 5 }, (_, at) => ({ question: `${at}?` }))],
    ['one option', [{ question: 'x', options: ['a'] }]],
    ['five options', [{ question: 'x', options: ['a', 'b', 'c', 'd', 'e'] }]],
  ])('is held to its form: %s', async (_what, questions) => {
    verifies('y-agent.tool.ask-user');
    expect(await (await checkerFor(askUser.parameters))({ questions })).not.toEqual([]);
  });

  it.each([
    ['an empty question', [{ question: ' ' }]],
    ['a question twice', [{ question: 'x' }, { question: 'x ' }]],
    ['an option twice', [{ question: 'x', options: ['a', 'a '] }]],
    ['an empty option', [{ question: 'x', options: ['a', ' '] }]],
  ])('refuses %s before anyone is asked', async (_what, questions) => {
    verifies('dialogue.ask.checked');
    const { ctx, asked } = person([]);
    expect((await callTool(askUser, { questions }, ctx)).failure?.errorType).toBe('validation_failed');
    expect(asked).toEqual([]);
  });

  it('passes on that nobody is there, with what was answered before', async () => {
    verifies('core.tools.ask-user-no-person', 'dialogue.ask.partly');
    const alone = person([]);
    const { failure } = await callTool(askUser, { questions: [colour] }, alone.ctx);
    expect(failure).toMatchObject({ errorType: 'permission_denied' });
    expect(failure).not.toHaveProperty('data');
    const partly = person([{ text: 'red' }]);
    expect((await callTool(askUser, { questions: [colour, sizes] }, partly.ctx)).failure).toMatchObject({
      errorType: 'permission_denied',
      data: { answers: [{ question: 'Which colour?', answers: ['red'] }] },
    });
  });

  it('waits for all answers together no longer than it is told', async () => {
    verifies('y-agent.tool.ask-user-timeout', 'dialogue.ask.partly');
    const { ctx, asked } = person([{ text: 'red' }, fail('timeout', 'late')]);
    const times = [60_000, 120_000, 180_000];
    const clock = { now: () => 0, monotonic: () => times.shift() ?? 0 };
    const tool = createAskUser({ waitMs: 180_000 });
    const { value } = await callOk(tool, { questions: [colour, sizes] }, { ...ctx, clock });
    expect(value).toEqual({ status: 'timeout', answers: [{ question: 'Which colour?', answers: ['red'] }] });
    expect(asked.map(({ waitMs }) => waitMs)).toEqual([120_000, 60_000]);
    expect(tool.display?.(value as never)).toBe('no answer came in time');
  });

  it('becomes a question in plain text where the option says so and nobody can be asked', async () => {
    verifies('y-agent.tool.ask-user-no-channel');
    const tool = createAskUser({ noPerson: 'plain-text' });
    const { ctx, asked } = person([], false);
    const { value } = await callOk(tool, { questions: [colour, { question: 'Why?' }] }, ctx);
    expect(value).toMatchObject({
      status: 'unasked',
      text: expect.stringContaining('Which colour? (red / blue, or something else)\nWhy?'),
    });
    expect(asked).toEqual([]);
    const there = person([{ text: 'red' }]);
    expect((await callOk(tool, { questions: [colour] }, there.ctx)).value).toMatchObject({ status: 'answered' });
  });
});
