import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/run/question.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { bodies, open, play, results, writer } from './open.js';

const write = (path = 'a.txt') => ({ name: 'writer', arguments: { path } });

describe('a question', () => {
  it('is asked with facts, preview, level and reasons, and answered from code', async () => {
    verifies(
      'core.api.answer-approval',
      'design.events.approval-requested',
      'design.events.approval-answered',
      'core.contract.plan-preview',
    );
    verifies('core.contract.plan-facts');
    const { tool, runs } = writer();
    const asked: Question[] = [];
    const session = await open([{ calls: [write()] }, { text: 'ok' }], {
      tools: [tool],
      onQuestion: (question) => {
        asked.push(question);
        return { choice: 'once' };
      },
    });
    const { types } = await play(session.send('go'));
    expect(asked).toEqual([
      {
        kind: 'approval',
        id: expect.stringMatching(/^q_/),
        callId: expect.any(String),
        tool: 'writer',
        arguments: { path: 'a.txt' },
        preview: { kind: 'text', text: 'writes a.txt' },
        facts: [{ kind: 'write', target: 'a.txt', where: 'workspace', known: true }],
        level: 'medium',
        reasons: ['writes a.txt'],
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        sandboxed: false,
        undo: { possible: false, why: 'what it changes is not kept' },
        offers: [{ rules: ['write(./a.txt)'], breadth: 'exact', also: ['any other content of a.txt'], examples: [] }],
      },
    ]);
    expect(runs).toEqual(['a.txt']);
    expect(types.indexOf('approval-answered')).toBeLessThan(types.indexOf('call-started'));
  });

  it('is bound to one digest, which the decision is stored with', async () => {
    const store = createMemoryStore();
    const { tool } = writer();
    const digests: string[] = [];
    const rounds = [
      { calls: [write('a.txt')] },
      { calls: [write('a.txt')] },
      { calls: [write('b.txt')] },
      { text: 'ok' },
    ];
    const session = await open(rounds, {
      tools: [tool],
      store,
      onQuestion: (question) => {
        if (question.kind === 'approval') digests.push(question.digest);
        return { choice: 'once' };
      },
    });
    await session.send('go').result;
    const stored = (await store.read(session.id)).filter(({ type }) => type === 'call-decided');
    expect(stored.map(({ body }) => (body as { digest: string }).digest)).toEqual(digests);
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).not.toBe(digests[2]);
  });

  it('can be answered through the session, once', async () => {
    verifies('core.api.answer-unknown');
    const { tool, runs } = writer();
    const session = await open([{ calls: [write()] }, { text: 'ok' }], { tools: [tool], onAsk: 'person' });
    const turn = session.send('go');
    for await (const event of turn) {
      if (event.type !== 'approval-requested') continue;
      expect(session.questions.map(({ id }) => id)).toEqual([event.body.id]);
      expect(() => session.answer(event.body.id, { choice: 'text', text: 'yes' })).toThrow('does not fit');
      session.answer(event.body.id, { choice: 'deny', reason: 'not this file' });
      expect(() => session.answer(event.body.id, { choice: 'once' })).toThrow('No open question');
    }
    expect(runs).toEqual([]);
    expect(session.requests[1]?.messages.at(-1)).toMatchObject({
      isError: true,
      text: expect.stringContaining('They say: not this file'),
    });
  });

  it('is denied by default when nobody is there, and the end tells', async () => {
    verifies('design.policy.no-person-deny');
    const { tool, runs } = writer();
    const session = await open([{ calls: [write()] }, { text: 'ok' }], { tools: [tool] });
    const { end, events } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', deniedUnasked: 1 });
    expect(results(events)[0]).toMatchObject({
      error_type: 'permission_denied',
      error_message: expect.stringContaining('nobody is there'),
    });
    expect(runs).toEqual([]);
  });

  it('aborts, parks or waits where that is the rule', async () => {
    verifies('design.policy.no-person-choice');
    const { tool, runs } = writer();
    const calls = [{ calls: [write('1'), write('2')] }, { text: 'ok' }];
    const aborted = await open(calls, { tools: [tool], onAsk: 'abort' });
    const first = await play(aborted.send('go'));
    expect(first.end.reason).toBe('aborted');
    expect(results(first.events).map(({ error_type }) => error_type)).toEqual(['permission_denied', 'cancelled']);

    const waited = await open(calls, { tools: [tool], onAsk: { waitMs: 20 } });
    expect(await waited.send('go').result).toMatchObject({ reason: 'answered', deniedUnasked: 2 });

    const parked = await open(calls, { tools: [tool], onAsk: 'park' });
    const third = await play(parked.send('go'));
    expect(third.end.reason).toBe('parked');
    expect(third.types).not.toContain('call-settled');
    expect(runs).toEqual([]);
  });

  it('is asked again when what it was about changed while it waited', async () => {
    verifies('core.road.replan', 'design.tool.facts-age');
    let target = 'a.txt';
    const { tool, runs } = writer({ facts: () => target });
    const asked: string[] = [];
    const session = await open([{ calls: [write()] }, { text: 'ok' }], {
      tools: [tool],
      onQuestion: (question) => {
        if (question.kind === 'approval') asked.push(question.facts[0]?.target ?? '');
        target = '/etc/hosts';
        return { choice: 'once' };
      },
    });
    await play(session.send('go'));
    expect(asked).toEqual(['a.txt', '/etc/hosts']);
    expect(runs).toEqual(['a.txt']);
  });

  it('is not put for a call whose plan already fails', async () => {
    verifies('core.contract.plan-refuses', 'design.tool.plan-refuses', 'seed.contract.preflight');
    const { fail } = await import('../../src/tool/outcome.js');
    const impossible = defineTool({
      name: 'impossible',
      description: 'x',
      parameters: { type: 'object' },
      plan: () => fail('not_found', 'no such thing'),
      run: () => 'never',
    });
    const session = await open([{ calls: [{ name: 'impossible', arguments: {} }] }, { text: 'ok' }], {
      tools: [impossible],
      onQuestion: () => ({ choice: 'once' }),
    });
    const { types, events } = await play(session.send('go'));
    expect(types).not.toContain('approval-requested');
    expect(results(events)[0]).toMatchObject({ error_type: 'not_found', error_message: 'no such thing' });
  });

  it('judges a tool without a plan by its declared effects', async () => {
    verifies('core.contract.plan-optional', 'design.tool.effects');
    const opaque = defineTool({ name: 'opaque', description: 'x', parameters: { type: 'object' }, run: () => 'done' });
    const session = await open([{ calls: [{ name: 'opaque', arguments: {} }] }, { text: 'ok' }], { tools: [opaque] });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-decided')[0]).toMatchObject({ verdict: 'ask', level: 'high' });
    expect(bodies(events, 'call-planned')[0]?.facts[0]).toMatchObject({
      known: false,
      note: 'opaque does not tell what it touches',
    });
  });

  it('is for whatever policy the session is given to decide', async () => {
    verifies('core.policy.replaceable', 'design.rooms.ports-down');
    const { tool, runs } = writer();
    const policy = {
      decide: async () => ({ verdict: 'notify', level: 'low', reasons: ['this house allows it'] }) as const,
    };
    const session = await open([{ calls: [write()] }, { text: 'ok' }], { tools: [tool], policy });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-decided')[0]).toMatchObject({ verdict: 'notify', reasons: ['this house allows it'] });
    expect(runs).toEqual(['a.txt']);
  });

  it('of a tool itself follows the same road', async () => {
    verifies('design.tool.ask-port', 'core.api.answer-question');
    const asker = defineTool({
      name: 'asker',
      description: 'x',
      parameters: { type: 'object' },
      effects: 'none',
      async run(_args, ctx) {
        const answer = await ctx.ask.ask({ text: 'Which colour?', options: ['red', 'blue'] });
        return 'text' in answer ? answer.text : answer;
      },
    });
    const rounds = [{ calls: [{ name: 'asker', arguments: {} }] }, { text: 'ok' }];
    const answered = await open(rounds, { tools: [asker], onQuestion: () => ({ choice: 'text', text: 'blue' }) });
    const first = await play(answered.send('go'));
    expect(results(first.events)[0]).toMatchObject({ data: 'blue' });
    expect(bodies(first.events, 'approval-requested')[0]).toMatchObject({
      kind: 'input',
      text: 'Which colour?',
      options: ['red', 'blue'],
    });
    const alone = await open(rounds, { tools: [asker] });
    const second = await play(alone.send('go'));
    expect(results(second.events)[0]).toMatchObject({ error_type: 'permission_denied' });
    expect(second.end.deniedUnasked).toBe(1);
  });

  it('is answered by deny when the answering code throws', async () => {
    const { tool, runs } = writer();
    const session = await open([{ calls: [write()] }, { text: 'ok' }], {
      tools: [tool],
      onQuestion: () => {
        throw new Error('screen gone');
      },
    });
    const { events } = await play(session.send('go'));
    expect(results(events)[0]?.error_message).toContain('screen gone');
    expect(runs).toEqual([]);
  });
});
