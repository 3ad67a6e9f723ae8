import { expect, it } from 'vitest';
import type { Mode } from '../../src/policy/policy.js';
import type { RunEnv } from '../../src/run/env.js';
import { type Answer, createOpenQuestions, type OnAsk, type Question } from '../../src/run/question.js';
import { runCalls } from '../../src/run/run-calls.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';
import type { AskPort } from '../../src/tool/port.js';
import { callsOf, createRunEnv } from './run-env.js';

const ann = { who: 'ann', from: 'terminal' };
const say = (text: string): Answer => ({ choice: 'text', text });

interface Scene {
  readonly answer?: Answer;
  readonly onAsk?: OnAsk;
  readonly judges?: Partial<RunEnv['judges']>;
  readonly idempotent?: boolean;
}

/** What a tool is told that asks in this way, what the person was asked, and how the calls ended. */
async function ask(put: (port: AskPort) => Promise<unknown>, scene: Scene = {}) {
  const { answer, onAsk = 'person', judges, idempotent = false } = scene;
  const told: unknown[] = [];
  const asked: Question[] = [];
  const tool = defineTool({
    name: 'asks',
    description: 'x',
    parameters: { type: 'object' },
    effects: 'none',
    idempotent,
    async run(_, ctx) {
      told.push(await put(ctx.ask));
      return 'asked';
    },
  });
  const questions = createOpenQuestions(onAsk);
  const people = {
    questions: {
      ...questions,
      ask(question: Question, signal?: AbortSignal) {
        const outcome = questions.ask(question, signal);
        asked.push(question);
        questions.put(question.id);
        if (answer !== undefined) queueMicrotask(() => questions.answer(question.id, answer, ann));
        return outcome;
      },
    },
  };
  const { env, events } = createRunEnv({ tools: [tool], people, ...(judges && { judges }) });
  const end = await runCalls(callsOf('asks'), env);
  return { told: told[0], asked, events, end };
}

const goOn = 'Go on with a sensible assumption, or say what you need.';

it('tells a tool what the person said, and records who said it', async () => {
  const { told, asked, events } = await ask((port) => port.ask({ text: 'Which?', options: ['a', 'b'] }), {
    answer: say('a'),
  });
  expect(told).toEqual({ text: 'a' });
  const question = {
    kind: 'input',
    id: expect.stringMatching(/^q_/),
    callId: 'c1',
    tool: 'asks',
    text: 'Which?',
    options: ['a', 'b'],
  };
  expect(asked).toEqual([question]);
  expect(events.slice(3, 5)).toEqual([
    { type: 'approval-requested', body: question },
    {
      type: 'approval-answered',
      body: { questionId: asked[0]?.id, callId: 'c1', answer: say('a'), by: 'person', origin: ann },
    },
  ]);
});

it('asks for several answers, for as long as it is told', async () => {
  const put = (port: AskPort) => port.ask({ text: 'Which?', several: true, waitMs: 60_000, options: ['a'] });
  const { told, asked } = await ask(put, { answer: { choice: 'several', texts: ['a', 'b'] } });
  expect(told).toEqual({ text: 'a, b', texts: ['a', 'b'] });
  expect(asked).toMatchObject([{ several: true, waitMs: 60_000 }]);
  const plain = await ask((port) => port.ask({ text: 'Which?', several: false }), { answer: say('x') });
  expect(plain.asked[0]).not.toHaveProperty('several');
  expect(plain.asked[0]).not.toHaveProperty('review');
  expect(plain.asked[0]).not.toHaveProperty('waitMs');
});

it.each<[string, Scene, unknown, string]>([
  [
    'the person does not answer',
    { answer: { choice: 'deny' } },
    fail('permission_denied', `The person did not answer. ${goOn}`),
    'settled',
  ],
  [
    'the person says why not',
    { answer: { choice: 'deny', reason: 'not my business' } },
    fail('permission_denied', `The person did not answer. They say: not my business. ${goOn}`),
    'settled',
  ],
  ['nobody is there', { onAsk: 'deny' }, fail('permission_denied', `Nobody is there to answer. ${goOn}`), 'settled'],
  [
    'nobody is there, later',
    { onAsk: 'park' },
    fail('permission_denied', `Nobody is there to answer. ${goOn}`),
    'settled',
  ],
  [
    'nobody is there, and the turn ends',
    { onAsk: 'abort' },
    fail('permission_denied', `Nobody is there to answer. ${goOn}`),
    'aborted',
  ],
  ['a call that may run again waits for a person', { onAsk: 'park', idempotent: true }, undefined, 'parked'],
])('tells a tool what to do when %s', async (_, scene, told, end) => {
  expect(await ask((port) => port.ask({ text: 'Which?' }), scene)).toMatchObject({ told, end });
});

it('tells a tool that no answer came in time', async () => {
  const { told } = await ask((port) => port.ask({ text: 'Which?', waitMs: 100 }), { onAsk: 'person' });
  expect(told).toEqual(fail('timeout', `No answer came within 0.1 s. ${goOn}`));
});

const modes: readonly Mode[] = ['edit', 'ask'];
const plans = {
  accept: ['accept', 'reject'],
  inPlan: [
    'accept, and go on in mode edit',
    'accept, and go on in mode ask',
    'accept, and stay in mode plan',
    'reject',
  ],
};
const rejected = fail(
  'permission_denied',
  'The person rejected the plan. Do not carry it out: ask what they want, or propose another.',
);

it.each<[string, Mode, string, unknown, Mode]>([
  ['accepted, and the mode left', 'plan', 'accept, and go on in mode edit', 'edit', 'edit'],
  ['accepted, and the mode left for another', 'plan', ' Accept, and go on in mode ASK ', 'ask', 'ask'],
  ['accepted in its mode', 'plan', 'accept, and stay in mode plan', 'plan', 'plan'],
  ['accepted with one word', 'plan', 'accept', 'plan', 'plan'],
  ['accepted with yes', 'plan', 'Y', 'plan', 'plan'],
  ['accepted with okay', 'ask', 'okay', 'ask', 'ask'],
  ['accepted', 'ask', 'accept', 'ask', 'ask'],
  ['rejected', 'plan', 'reject', undefined, 'plan'],
  ['rejected with no', 'ask', ' NO', undefined, 'ask'],
  ['changed', 'plan', 'accept, and go on in mode auto', 'changed', 'plan'],
  ['changed with words', 'ask', 'accept, and go on in mode edit', 'changed', 'ask'],
])('has a plan reviewed: %s', async (_, before, text, end, after) => {
  let mode: Mode = before;
  const left: unknown[] = [];
  const judges = {
    mode: () => mode,
    leavePlan: {
      modes,
      change(to: Mode, origin: unknown) {
        left.push([to, origin]);
        mode = to;
      },
    },
  };
  const { told, asked } = await ask((port) => port.review('1. do it'), { answer: say(text), judges });
  expect(asked).toMatchObject([
    { text: '1. do it', review: true, options: before === 'plan' ? plans.inPlan : plans.accept },
  ]);
  if (end === undefined) expect(told).toEqual(rejected);
  else expect(told).toEqual(end === 'changed' ? { verdict: 'changed', text } : { verdict: 'accepted', mode: end });
  expect(mode).toBe(after);
  expect(left).toEqual(after === before ? [] : [[after, ann]]);
});

it('leaves no mode that was left meanwhile, and none where none may be left', async () => {
  let mode: Mode = 'plan';
  const judges = {
    mode: () => mode,
    leavePlan: { modes, change: () => expect.unreachable() },
  };
  const put = (port: AskPort) => {
    const review = port.review('1. do it');
    mode = 'auto';
    return review;
  };
  const answer = say('accept, and go on in mode edit');
  expect((await ask(put, { answer, judges })).told).toEqual({ verdict: 'accepted', mode: 'auto' });
  mode = 'plan';
  const bare = await ask((port) => port.review('1. do it'), { answer: say('accept'), judges: { mode: () => mode } });
  expect(bare.asked).toMatchObject([{ options: ['accept, and stay in mode plan', 'reject'] }]);
  expect(bare.told).toEqual({ verdict: 'accepted', mode: 'plan' });
});

it('puts no question of a call that was ended, and none that cannot be recorded', async () => {
  const told: unknown[] = [];
  const tool = defineTool({
    name: 'asks',
    description: 'x',
    parameters: { type: 'object' },
    effects: 'none',
    async run(_, ctx) {
      told.push(await ctx.ask.ask({ text: 'Which?' }));
      return 'asked';
    },
  });
  const { env } = createRunEnv({ tools: [tool], people: { questions: createOpenQuestions('person') } });
  let flushes = 0;
  const flush = async () => (++flushes > 1 ? { error: new Error('full') } : undefined);
  await runCalls(callsOf('asks'), { ...env, recorder: { ...env.recorder, flush } });
  expect(told).toEqual([fail('io_error', 'The question could not be recorded and was not put: full')]);
  const late = defineTool({
    name: 'late',
    description: 'x',
    parameters: { type: 'object' },
    effects: 'none',
    async run(_, ctx) {
      queueMicrotask(() => scene.env.cancellation.cancel());
      told.push(await ctx.ask.ask({ text: 'Which?' }), await ctx.ask.ask({ text: 'And?' }));
      return 'asked';
    },
  });
  const scene = createRunEnv({ tools: [late], people: { questions: createOpenQuestions('person') } });
  expect(await runCalls(callsOf('late'), scene.env)).toBe('cancelled');
  expect(told.slice(1)).toEqual([
    fail('cancelled', 'The question was withdrawn: the call was ended.'),
    fail('cancelled', 'The question was not put: the call was ended.'),
  ]);
});
