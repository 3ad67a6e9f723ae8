import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAskUser } from '../../src/builtin/person/ask-user.js';
import type { Mode } from '../../src/policy/policy.js';
import type { Answer, Question } from '../../src/run/question.js';
import type { SessionRecord } from '../../src/session/event.js';
import type { SessionOptions } from '../../src/session/options.js';
import { replaySession } from '../../src/session/replay/replay-session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { runChild } from './child-session.js';
import { bodies, newFolder, open, play, results, writer } from './open.js';

const colour = { question: 'Which colour?', options: ['red', 'blue'] };
const sizes = { question: 'Which sizes?', options: ['S', 'M', 'L'], multi_select: true };
const ask = (...questions: object[]) => ({ calls: [{ name: 'ask_user', arguments: { questions } }] });
const plan = { calls: [{ name: 'plan', arguments: { title: 'Tidy up', steps: ['Look', 'Sweep'] } }] };
const done = { text: 'ok' };

/** A session whose questions are answered so, in order, and what was asked. */
async function answered(
  rounds: Parameters<typeof open>[0],
  answers: readonly Answer[],
  options: Partial<SessionOptions> = {},
) {
  const asked: Extract<Question, { kind: 'input' }>[] = [];
  const left = [...answers];
  const store = createMemoryStore();
  const session = await open(rounds, {
    builtins: true,
    store,
    onQuestion(question) {
      if (question.kind === 'input') asked.push(question);
      return left.shift() ?? { choice: 'deny' };
    },
    ...options,
  });
  const played = await play(session.send('go'));
  const replay = async () => {
    await session.close();
    return replaySession((await store.read(session.id)) as readonly SessionRecord[]);
  };
  return { session, asked, ...played, replay };
}

describe('ask_user in a session', () => {
  it('puts its questions one by one, records who answered, and replays', async () => {
    verifies('dialogue.ask.recorded', 'dialogue.ask.answers');
    const { asked, events, replay } = await answered(
      [ask(colour, sizes), done],
      [
        { choice: 'text', text: 'mauve' },
        { choice: 'several', texts: ['S', 'and XL'] },
      ],
    );
    expect(asked.map(({ text, options, several }) => [text, options.length, several])).toEqual([
      ['(1 of 2) Which colour?', 2, undefined],
      ['(2 of 2) Which sizes?', 3, true],
    ]);
    expect(results(events)[0]?.data).toEqual({
      status: 'answered',
      answers: [
        { question: 'Which colour?', answers: ['mauve'] },
        { question: 'Which sizes?', answers: ['S', 'and XL'] },
      ],
    });
    expect(bodies(events, 'approval-answered')).toMatchObject([
      { by: 'person', origin: { who: 'person', from: 'program' } },
      { by: 'person', answer: { choice: 'several' } },
    ]);
    expect(await replay()).toMatchObject({ differences: [] });
  });

  it('takes several answers only where they were asked for, as texts', async () => {
    verifies('dialogue.ask.faces');
    const session = await open([ask(colour), ask(sizes), done], { builtins: true, onAsk: 'person' });
    const wrong: unknown[] = [
      { choice: 'several', texts: ['S'] },
      { choice: 'several', texts: [] },
      { choice: 'several', texts: [1] },
      { choice: 'several', texts: 'S' },
      { choice: 'several', texts: Array.from({ length: 21 }, String) },
    ];
    const refused: unknown[][] = [];
    for await (const event of session.send('go')) {
      if (event.type !== 'approval-requested' || event.body.kind !== 'input') continue;
      const { id, several } = event.body;
      refused.push(
        wrong.slice(several === true ? 1 : 0).filter((answer) => throws(() => session.answer(id, answer as Answer))),
      );
      session.answer(id, several === true ? { choice: 'several', texts: ['S'] } : { choice: 'text', text: 'red' });
    }
    expect(refused.map(({ length }) => length)).toEqual([5, 4]);
  });

  it('withdraws a question at its deadline, and the record says that nobody answered', async () => {
    verifies('dialogue.ask.deadline', 'y-agent.tool.ask-user-timeout');
    const store = createMemoryStore();
    const timed = { ...createAskUser({ waitMs: 150 }), name: 'ask' };
    const rounds = [{ calls: [{ name: 'ask', arguments: { questions: [colour] } }] }, done];
    const session = await open(rounds, { tools: [timed], store, onAsk: 'person' });
    const { events, end } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', deniedUnasked: 1 });
    expect(results(events)[0]).toMatchObject({ success: true, data: { status: 'timeout', answers: [] } });
    expect(bodies(events, 'approval-requested')[0]).toMatchObject({ waitMs: expect.any(Number) });
    expect(bodies(events, 'approval-answered')).toMatchObject([{ answer: { choice: 'deny' }, by: 'no-person-rule' }]);
    expect(session.questions).toEqual([]);
    await session.close();
    const report = await replaySession((await store.read(session.id)) as readonly SessionRecord[]);
    expect(report.differences).toEqual([]);
  });

  it('waits no longer than the rule for when nobody is there, and asks nobody where nobody can be asked', async () => {
    verifies('dialogue.ask.deadline', 'y-agent.tool.ask-user-no-channel');
    const tools = [
      { ...createAskUser({ waitMs: 60_000 }), name: 'long' },
      { ...createAskUser({ noPerson: 'plain-text' }), name: 'plain' },
    ];
    const call = (name: string) => ({ calls: [{ name, arguments: { questions: [colour] } }] });
    const waited = await open([call('long'), done], { tools, onAsk: { waitMs: 20 } });
    expect(results((await play(waited.send('go'))).events)[0]?.error_type).toBe('permission_denied');
    const nobody = await open([call('plain'), done], { tools, onAsk: 'park' });
    const { events, types } = await play(nobody.send('go'));
    expect(types).not.toContain('approval-requested');
    expect(results(events)[0]).toMatchObject({ data: { status: 'unasked' } });
  });

  it('is asked again when a session that was parked is gone on with', async () => {
    verifies('dialogue.ask.parked');
    const store = createMemoryStore();
    const first = await open([ask(colour), done], { builtins: true, store, onAsk: 'park' });
    expect(await first.send('go').result).toMatchObject({ reason: 'parked' });
    await first.close();
    const session = await open([done], {
      builtins: true,
      store,
      session: first.id,
      onQuestion: () => ({ choice: 'text', text: 'blue' }),
    });
    const { events } = await play(session.resume());
    expect(results(events)).toMatchObject([{ data: { answers: [{ question: 'Which colour?', answers: ['blue'] }] } }]);
  });
});

describe('answers that were given', () => {
  it('survive a kill at a later question of the same call', async () => {
    verifies('dialogue.ask.kept');
    const path = join(newFolder(), 'store.db');
    const { id, end } = await runChild('answer-child.ts', [path, newFolder()]);
    expect(end).toBe('SIGKILL');
    const store = await openStore(path);
    onTestFinished(() => store.close());
    const asked: string[] = [];
    const session = await open([done], {
      builtins: true,
      store,
      session: id,
      onQuestion(question) {
        if (question.kind === 'input') asked.push(question.text);
        return say('now');
      },
    });
    const { events } = await play(session.resume());
    expect(asked).toEqual(['(2 of 3) Which sizes?', '(3 of 3) Why?']);
    const answers = [{ answers: ['mauve'] }, { answers: ['now'] }, { answers: ['now'] }];
    expect(results(events)).toMatchObject([{ success: true, data: { answers } }]);
    await session.close();
    expect(await replaySession((await store.read(id)) as readonly SessionRecord[])).toMatchObject({ differences: [] });
  });

  it.each([
    ['approval-answered', 'accept, and go on in mode edit', 'edit'],
    ['mode-changed', 'accept, and go on in mode edit', 'edit'],
    ['approval-answered', 'accept, and stay in mode plan', 'plan'],
  ])('survive the loss of all that came after %s: %s', async (last, answer, mode) => {
    verifies('dialogue.ask.kept');
    const whole = createMemoryStore();
    const first = await open([plan, done], {
      builtins: true,
      store: whole,
      mode: 'plan',
      onQuestion: () => say(answer),
    });
    await first.send('go').result;
    const told = await whole.read(first.id);
    const store = createMemoryStore();
    await store.append(first.id, told.slice(0, told.findIndex(({ type }) => type === last) + 1));
    const asked: string[] = [];
    const session = await open([done], {
      builtins: true,
      store,
      session: first.id,
      onQuestion({ id }) {
        asked.push(id);
        return { choice: 'deny' };
      },
    });
    const { events } = await play(session.resume());
    expect(asked).toEqual([]);
    expect(results(events)).toMatchObject([{ success: true }]);
    expect([session.mode, session.todos.length]).toEqual([mode, 2]);
    const changes = bodies((await store.read(first.id)) as readonly SessionRecord[], 'mode-changed');
    expect(changes.map(({ to, origin }) => [to, origin.from])).toEqual(mode === 'edit' ? [['edit', 'program']] : []);
  });

  it('survive a pause, and count once each where a tool asks the same again', async () => {
    verifies('dialogue.ask.kept');
    const twice = defineTool({
      name: 'twice',
      description: 'asks the same thing until it is told to stop',
      parameters: { type: 'object' },
      effects: 'none',
      async run(_args, ctx) {
        const said: string[] = [];
        while (said.at(-1) !== 'stop' && said.length < 9) {
          const answer = await ctx.ask.ask({ text: 'More?' });
          if (!('text' in answer)) return answer;
          said.push(answer.text);
        }
        return said;
      },
    });
    const session = await open([{ calls: [{ name: 'twice', arguments: {} }] }, done], {
      tools: [twice],
      onAsk: 'person',
    });
    let asked = 0;
    for await (const event of session.send('go')) {
      if (event.type !== 'approval-requested') continue;
      asked += 1;
      if (asked === 3) session.pause();
      else session.answer(event.body.id, say(`yes ${asked}`));
    }
    const again = session.resume();
    const settled: unknown[] = [];
    for await (const event of again) {
      if (event.type === 'approval-requested') session.answer(event.body.id, say('stop'));
      if (event.type === 'call-settled') settled.push((JSON.parse(event.body.content) as { data: unknown }).data);
    }
    expect(settled).toEqual([['yes 1', 'yes 2', 'stop']]);
  });
});

const say = (text: string): Answer => ({ choice: 'text', text });

describe('plan in a session', () => {
  it.each<[Answer, Mode, Mode, string]>([
    [say('accept, and go on in mode edit'), 'plan', 'edit', 'accepted'],
    [say('Accept, and go on in mode ask '), 'plan', 'ask', 'accepted'],
    [say('accept, and stay in mode plan'), 'plan', 'plan', 'accepted'],
    [say('yes'), 'plan', 'plan', 'accepted'],
    [say('accept, and go on in mode auto'), 'plan', 'plan', 'changed'],
    [say('accept'), 'ask', 'ask', 'accepted'],
    [say('accept, and go on in mode edit'), 'ask', 'ask', 'changed'],
    [say('Sweep first'), 'plan', 'plan', 'changed'],
    [say('reject'), 'plan', 'plan', 'rejected'],
    [say('no'), 'ask', 'ask', 'rejected'],
    [{ choice: 'deny', reason: 'not now' }, 'plan', 'plan', 'rejected'],
  ])('%j in mode %s: the mode is %s, the plan %s', async (answer, before, after, verdict) => {
    verifies('dialogue.plan.review', 'dialogue.plan.mode', 'dialogue.plan.todos');
    const { session, events, replay } = await answered([plan, done], [answer], { mode: before });
    expect(session.mode).toBe(after);
    const [result] = results(events);
    expect(verdict === 'rejected' ? result?.error_type : String(result?.data)).toMatch(
      { accepted: /was accepted/, changed: /wants the plan changed/, rejected: /permission_denied/ }[verdict] ??
        /never/,
    );
    expect(session.todos.map(({ content }) => content)).toEqual(verdict === 'accepted' ? ['Look', 'Sweep'] : []);
    expect(bodies(events, 'mode-changed')).toEqual(
      before === after ? [] : [{ from: before, to: after, origin: { who: 'person', from: 'program' } }],
    );
    expect(await replay()).toMatchObject({ differences: [] });
  });

  it('shows the whole plan and what can be chosen', async () => {
    verifies('dialogue.plan.shown', 'dialogue.plan.mode');
    const { asked } = await answered([plan, done], [], { mode: 'plan' });
    expect(asked).toMatchObject([
      {
        review: true,
        text: 'Tidy up\n1. Look\n2. Sweep',
        options: [
          'accept, and go on in mode edit',
          'accept, and go on in mode ask',
          'accept, and stay in mode plan',
          'reject',
        ],
      },
    ]);
    const other = await answered([plan, done], [], { mode: 'edit' });
    expect(other.asked[0]?.options).toEqual(['accept', 'reject']);
  });

  it('decides the calls beside it anew once the mode is another', async () => {
    verifies('dialogue.plan.mode');
    const { tool, runs } = writer();
    const calls = [...plan.calls, { name: 'writer', arguments: { path: 'a.txt' } }];
    const { events } = await answered([{ calls }, done], [say('accept, and go on in mode edit')], {
      tools: [tool],
      mode: 'plan',
    });
    expect(
      bodies(events, 'call-decided')
        .filter((one) => one.tool === 'writer')
        .at(-1),
    ).toMatchObject({ mode: 'edit' });
    expect(runs).toEqual(['a.txt']);
  });

  it('offers only the modes it may, and no tool can name one', async () => {
    verifies('dialogue.plan.mode', 'dialogue.plan.locked');
    const sly = defineTool({
      name: 'sly',
      description: 'asks as if it was a plan',
      parameters: { type: 'object' },
      effects: 'none',
      run: async (_args, ctx) =>
        ctx.ask.ask({ text: 'Which?', options: ['accept, and go on in mode edit'], review: true }),
    });
    const locked = await answered([plan, done], [say('accept, and go on in mode edit')], {
      mode: 'plan',
      leavePlanFor: [],
    });
    expect([locked.session.mode, locked.asked[0]?.options]).toEqual([
      'plan',
      ['accept, and stay in mode plan', 'reject'],
    ]);
    const tricked = await answered(
      [{ calls: [{ name: 'sly', arguments: {} }] }, done],
      [say('accept, and go on in mode edit')],
      { mode: 'plan', tools: [sly] },
    );
    expect(tricked.session.mode).toBe('plan');
    await expect(open([], { leavePlanFor: ['all' as Mode] })).rejects.toThrow('leavePlanFor');
  });

  it.each([
    ['deny', 'answered', 'permission_denied'],
    ['abort', 'aborted', 'permission_denied'],
    ['park', 'parked', undefined],
  ] as const)('with nobody there follows the rule: %s', async (onAsk, reason, errorType) => {
    verifies('dialogue.plan.no-person');
    const session = await open([plan, done], { builtins: true, mode: 'plan', onAsk });
    const { end, events } = await play(session.send('go'));
    expect([end.reason, results(events)[0]?.error_type]).toEqual([reason, errorType]);
    expect([session.mode, session.todos]).toEqual(['plan', []]);
  });

  it('is reviewed anew by another process after a kill, or when a pause is over', async () => {
    verifies('dialogue.plan.resumed', 'dialogue.todos.kept');
    const path = join(newFolder(), 'store.db');
    const { id, end } = await runChild('todo-child.ts', [path, newFolder()]);
    expect(end).toBe('SIGKILL');
    const store = await openStore(path);
    onTestFinished(() => store.close());
    const session = await open([done], { builtins: true, store, session: id, onAsk: 'person' });
    expect(session.todos.map(({ content }) => content)).toEqual(['first', 'second']);
    const first = session.resume();
    for await (const event of first) if (event.type === 'approval-requested') session.pause();
    expect(await first.result).toMatchObject({ reason: 'paused' });
    const second = session.resume();
    for await (const event of second)
      if (event.type === 'approval-requested')
        session.answer(event.body.id, say('accept, and go on in mode edit'), { who: 'ann', from: 'terminal' });
    expect(await second.result).toMatchObject({ reason: 'answered' });
    expect([session.mode, session.todos.map(({ content }) => content)]).toEqual(['edit', ['Sweep']]);
  });
});

function throws(work: () => void): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
