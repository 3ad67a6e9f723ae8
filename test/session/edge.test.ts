import { describe, expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import type { Decision } from '../../src/policy/policy.js';
import type { SessionEvent } from '../../src/session/event.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { Store } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { Tool } from '../../src/tool/tool.js';
import { bodies, echo, open, play, results, writer } from './open.js';

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const parameters = { type: 'object' } as const;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const write = { calls: [call('writer', { path: 'x' })] };

describe('a plan that does not hold still', () => {
  it('is made anew when the mode changes while its question is open', async () => {
    let target = 'inside';
    const { tool, runs } = writer({ facts: () => target });
    const asked: string[] = [];
    const session = await open([write, { text: 'ok' }], {
      tools: [tool],
      onQuestion: async (question) => {
        if (question.kind === 'approval') asked.push(question.facts[0]?.target ?? '');
        if (asked.length > 1) return { choice: 'deny' };
        target = '.git/config';
        await session.setMode('edit');
        return { choice: 'once' };
      },
    });
    await session.send('go').result;
    expect(asked).toEqual(['inside', '.git/config']);
    expect(runs).toEqual([]);
  });

  it('is given up after a few questions, not asked about for ever', async () => {
    let asked = 0;
    let quote = 0;
    const tool = defineTool({
      name: 'quote',
      description: 'x',
      parameters,
      plan: () => ({
        facts: [{ kind: 'write', target: 'x', where: 'workspace', known: true }],
        preview: { kind: 'text', text: `offer no. ${quote++}` },
      }),
      run: () => 'bought',
    });
    const session = await open([{ calls: [call('quote')] }, { text: 'ok' }], {
      tools: [tool],
      onQuestion: () => {
        asked += 1;
        return { choice: 'once' };
      },
    });
    const { events } = await play(session.send('go'));
    expect(asked).toBeLessThan(10);
    expect(results(events)[0]).toMatchObject({
      error_type: 'stale',
      error_message: expect.stringContaining('keeps changing'),
    });
  });
});

describe('what is malformed settles its call and leaves the session whole', () => {
  const previews = [{ kind: 'text' }, { kind: 'diff' }, { kind: 'command' }, { kind: 'hologram' }, undefined];
  for (const preview of previews) {
    it(`a preview ${JSON.stringify(preview)}`, async () => {
      const plan = () => ({ facts: [{ kind: 'write', target: 'x', where: 'workspace', known: true }], preview });
      const tool = { ...writer().tool, plan } as unknown as Tool;
      const session = await open([write, { text: 'first' }, { text: 'second' }], {
        tools: [tool],
        onQuestion: () => ({ choice: 'once' }),
      });
      const { events, end } = await play(session.send('go'));
      expect(end.text).toBe('first');
      expect(results(events)[0]?.error_type).toBe('internal_error');
      expect((await session.send('on').result).text).toBe('second');
    });
  }

  const decisions = [
    undefined,
    null,
    'deny',
    { verdict: 'deny', level: 'low' },
    { verdict: 'ask' },
    { verdict: 'deny', level: 'odd', reasons: 5 },
  ];
  for (const decision of decisions) {
    it(`a decision ${JSON.stringify(decision)}`, async () => {
      const { tool, runs } = writer();
      for (const policy of [{ decide: () => decision as Decision }, { decide: async () => decision as Decision }]) {
        const session = await open([write, { text: 'first' }, { text: 'second' }], { tools: [tool], policy });
        expect((await session.send('go').result).text).toBe('first');
        expect((await session.send('on').result).text).toBe('second');
      }
      expect(runs).toEqual([]);
    });
  }

  it('an error nobody can read', async () => {
    const unreadable = () =>
      Object.defineProperty(new Error('x'), 'message', {
        get: () => {
          throw new Error('no');
        },
      });
    for (const thrown of [unreadable(), Object.assign(new Error('x'), { message: Symbol('s') }), Object.create(null)]) {
      for (const run of [
        () => {
          throw thrown;
        },
        async () => {
          throw thrown;
        },
        () =>
          wait(5).then(() => {
            throw thrown;
          }),
      ]) {
        const tool = defineTool({ name: 'odd', description: 'x', parameters, effects: 'none', run });
        const session = await open([{ calls: [call('odd')] }, { text: 'ok' }], { tools: [tool] });
        const { events } = await play(session.send('go'));
        expect(results(events)[0]?.error_type).toBe('internal_error');
      }
    }
  });

  it('one event no store can take does not fail its neighbours', async () => {
    const store = createMemoryStore();
    const strict: Store = {
      ...store,
      async append(stream, events) {
        for (const { body } of events) {
          try {
            JSON.stringify(body);
          } catch {
            throw new ToolwrightError('bad-option', 'not JSON');
          }
        }
        return store.append(stream, events);
      },
    };
    const poison = defineTool({
      name: 'poison',
      description: 'x',
      parameters,
      effects: 'none',
      plan: () => ({
        facts: [{ kind: 'read', target: 'x', where: 'workspace', known: true, note: 10n as never }],
        preview: { kind: 'arguments' },
      }),
      run: () => 'ran',
    });
    const session = await open([{ calls: [call('poison'), call('echo', { text: 'fine' })] }, { text: 'ok' }], {
      tools: [poison, echo],
      store: strict,
    });
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('answered');
    expect(results(events).map(({ success }) => success)).toEqual([true, true]);
  });
});

describe('a parked question of a tool', () => {
  const asker = (idempotent: boolean, effects: string[]) =>
    defineTool({
      name: 'asker',
      description: 'x',
      parameters,
      effects: 'none',
      idempotent,
      async run(_args, ctx) {
        const answer = await ctx.ask.ask({ text: 'Which?' });
        effects.push('text' in answer ? answer.text : 'default');
        return 'done';
      },
    });

  it('stops the tool, which runs anew and once when the session goes on', async () => {
    const effects: string[] = [];
    const store = createMemoryStore();
    const tools = [asker(true, effects)];
    const parked = await open([{ calls: [call('asker')] }], { tools, store, onAsk: 'park' });
    expect((await parked.send('go').result).reason).toBe('parked');
    await parked.close();
    const again = await open([{ text: 'ok' }], {
      tools,
      store,
      session: parked.id,
      onQuestion: () => ({ choice: 'text', text: 'A' }),
    });
    await again.resume().result;
    expect(effects).toEqual(['A']);
  });

  it('is denied where the tool cannot be run again', async () => {
    const effects: string[] = [];
    const session = await open([{ calls: [call('asker')] }, { text: 'ok' }], {
      tools: [asker(false, effects)],
      onAsk: 'park',
    });
    expect(await session.send('go').result).toMatchObject({ reason: 'answered', deniedUnasked: 1 });
    expect(effects).toEqual(['default']);
  });
});

describe('what is told', () => {
  it('of a turn ends with that turn, also when the end of the last one is stored late', async () => {
    const store = createMemoryStore();
    let broken = false;
    const failing: Store = {
      ...store,
      async append(stream, events) {
        if (broken && events.some(({ type }) => type === 'turn-ended'))
          throw new ToolwrightError('store-unavailable', 'gone');
        return store.append(stream, events);
      },
    };
    const session = await open([{ text: 'one' }, { text: 'two' }], { store: failing });
    broken = true;
    const first: SessionEvent[] = [];
    for await (const event of session.send('1')) {
      first.push(event);
      await wait(1);
    }
    expect(first.map(({ type }) => type)).toContain('text-delta');
    broken = false;
    const { events, end } = await play(session.send('2'));
    expect(end.text).toBe('two');
    expect(bodies(events, 'turn-ended').map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('of a running tool comes while it runs, also after it asked', async () => {
    const tool = defineTool({
      name: 'talker',
      description: 'x',
      parameters,
      effects: 'none',
      async run(_args, ctx) {
        await ctx.ask.ask({ text: 'Go on?' });
        ctx.progress('half');
        await wait(50);
        return seen.length;
      },
    });
    const seen: string[] = [];
    const session = await open([{ calls: [call('talker')] }, { text: 'ok' }], {
      tools: [tool],
      onQuestion: () => ({ choice: 'text', text: 'y' }),
    });
    session.on((event) => {
      if (event.type === 'output-delta') seen.push(event.text);
    });
    const { events } = await play(session.send('go'));
    expect(results(events)[0]?.data).toBe(1);
  });

  it('does not depend on a log that works', async () => {
    const log = {
      debug() {},
      warn() {
        throw new Error('disk of the log is full');
      },
    };
    const session = await open([{ text: 'fine' }], { log });
    session.on(() => {
      throw new Error('deaf');
    });
    expect((await session.send('go').result).text).toBe('fine');
  });
});
