import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import type { Answer, Question } from '../../src/run/question.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play } from '../session/open.js';

const hour = 3_600_000;
const year = 365 * 24 * hour;
const start = 1_700_000_000_000;

/** A wall clock that is set, at its n-th reading; `frozen` never moves at all. Monotonic time goes on. */
function clockThat(jump: number | 'frozen', reading: number): Clock {
  let readings = 0;
  return {
    now() {
      readings += 1;
      if (jump === 'frozen') return start;
      return start + readings + (readings >= reading ? jump : 0);
    },
    monotonic: () => performance.now(),
  };
}

const jumps = [
  ['a year back', -year],
  ['ten years on', 10 * year],
  ['an hour back', -hour],
  ['an hour on', hour],
  ['not at all', 'frozen'],
] as const;

const stores = [
  ['memory', async (clock: Clock): Promise<Store> => createMemoryStore({ clock })],
  ['sqlite', (clock: Clock): Promise<Store> => openStore(join(newFolder(), 'store.db'), { clock })],
] as const;

const slow = defineTool({
  name: 'slow',
  description: 'takes its time',
  parameters: { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] },
  effects: 'none',
  limits: { timeoutMs: 250 },
  run: ({ ms }, { signal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve('done'), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('told to stop'));
      });
    }),
});
const wait = (ms: number) => ({ calls: [{ name: 'slow', arguments: { ms } }] });

describe.each(jumps)('a wall clock that goes %s', (_, jump) => {
  it.each(stores)('leaves the events of %s in their order', async (_name, openWith) => {
    verifies('reliability.clock.order');
    for (const reading of [3, 9]) {
      const clock = clockThat(jump, reading);
      const store = await openWith(clock);
      const session = await open([wait(1), { text: 'one' }, wait(1), { text: 'two' }], { store, clock, tools: [slow] });
      await session.send('first').result;
      await session.send('second').result;
      await session.close();
      const events = await store.read(session.id);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, at) => at + 1));
      expect(bodies(events as never, 'message-received').map(({ text }) => text)).toEqual(['first', 'second']);
      expect(await store.verify(session.id)).toMatchObject({ ok: true, events: events.length });
      const again = await open([{ text: 'three' }], { store, clock, session: session.id, tools: [slow] });
      await again.send('third').result;
      const said = again.requests[0]?.messages.flatMap(({ role, text }) => (role === 'user' ? [text] : []));
      expect(said).toEqual(['first', 'second', 'third']);
      await again.close();
      await store.close();
    }
  });

  it('moves no deadline', async () => {
    verifies('reliability.clock.deadlines');
    for (const [ms, outcome] of [
      [80, 'ok'],
      [5000, 'timeout'],
    ] as const) {
      let now = start;
      const clock: Clock = { now: () => now, monotonic: () => performance.now() };
      const session = await open([wait(ms), { text: 'done' }], { clock, tools: [slow] });
      setTimeout(() => {
        if (jump !== 'frozen') now += jump;
      }, 30);
      const began = performance.now();
      const { events } = await play(session.send('go'));
      expect(bodies(events, 'call-settled').map((settled) => settled.outcome)).toEqual([outcome]);
      expect(performance.now() - began).toBeGreaterThan(Math.min(ms, 250) - 5);
      expect(performance.now() - began).toBeLessThan(3000);
    }
  });

  it('lets no grant hold for longer than it should', async () => {
    verifies('reliability.clock.grants');
    let now = start;
    const clock: Clock = { now: () => now, monotonic: () => performance.now() };
    const store = createMemoryStore({ clock });
    const workspace = newFolder();
    const asked: string[] = [];
    const answer = (question: Question): Answer => {
      asked.push(question.tool);
      const [offer] = question.kind === 'approval' ? question.offers : [];
      return offer === undefined ? { choice: 'once' } : { choice: 'always', rules: offer.rules };
    };
    const writes = (content: string) => ({ calls: [{ name: 'write_file', arguments: { path: 'a.txt', content } }] });
    const options = { store, workspace, clock, builtins: true, onQuestion: answer };
    const session = await open([writes('1'), { text: 'done' }, writes('2'), { text: 'done' }], options);
    await session.send('go').result;
    expect(asked).toHaveLength(1);
    if (jump !== 'frozen') now += jump;
    await session.send('again').result;
    await session.close();
    const here = asked.length - 1;
    const next = await open([writes('3'), { text: 'done' }], options);
    await next.send('again').result;
    // Within a day of when it was given it holds; a clock that is wrong by more tells nothing of its age.
    const holds = jump === 'frozen' || Math.abs(jump) <= hour;
    expect([here, asked.length - 1 - here]).toEqual(holds ? [0, 0] : [1, 0]);
  });
});
