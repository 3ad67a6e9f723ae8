import { expect, it } from 'vitest';
import type { Chains, SeenRequest } from '../../src/agent/chains.js';
import type { SessionOptions } from '../../src/session/options.js';
import { replaySession } from '../../src/session/replay/replay-session.js';
import { readSession } from '../../src/session/sessions.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { echo, open, play } from '../session/open.js';

const calling = { calls: [{ name: 'echo', arguments: { text: 'hi' } }] };
const done = { text: 'Done.' };

const untilAborted = ({ signal }: SeenRequest) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });

async function openWith(chains: Chains, options: Partial<SessionOptions> = {}) {
  const warned: string[] = [];
  const log = { debug() {}, info() {}, warn: (text: string) => void warned.push(text), error() {} };
  const session = await open([calling, done, done, done], { tools: [echo], chains, log, ...options });
  return { session, warned };
}

it('runs middleware around requests and calls, in the order of priority, then as given', async () => {
  verifies('y-agent.pipeline.middleware-chains');
  const steps: string[] = [];
  const context = (name: string, priority = 0) => ({ name, priority, before: () => void steps.push(name) });
  const { session } = await openWith(
    {
      context: [context('c late', 1), context('c first'), context('c second')],
      model: [
        {
          name: 'm',
          before: ({ messages }) => void steps.push(`ask ${messages.at(-1)?.role}`),
          after: ({ text, calls }) => void steps.push(`heard ${text || calls.map(({ name }) => name).join()}`),
        },
      ],
    },
    { middleware: [{ name: 't', before: ({ tool }) => void steps.push(`call ${tool}`) }] },
  );
  expect((await session.send('go').result).reason).toBe('answered');
  const each = ['c first', 'c second', 'c late'];
  expect(steps).toEqual([...each, 'ask user', 'heard echo', 'call echo', ...each, 'ask tool', 'heard Done.']);
});

it('gives one request other messages, masked, and leaves the record as it is', async () => {
  verifies('y-agent.pipeline.middleware-chains');
  const store = createMemoryStore();
  let times = 0;
  const { session } = await openWith(
    {
      context: [
        {
          name: 'note',
          before({ messages }) {
            times += 1;
            return times === 1
              ? { messages: [...messages, { role: 'user', text: 'NOTE sk-hidden-8273645' }] }
              : undefined;
          },
        },
      ],
    },
    { store, env: { API_KEY: 'sk-hidden-8273645' } },
  );
  await session.send('go').result;
  const texts = session.requests.map(({ messages }) => messages.map(({ text }) => text).join('\n'));
  expect(texts.map((text) => text.includes('NOTE'))).toEqual([true, false]);
  expect(texts.join()).not.toContain('8273645');
  const stored = await readSession(store, session.id);
  expect(JSON.stringify(stored)).not.toContain('NOTE');
  expect((await replaySession(stored.events)).differences).toEqual([]);
});

it.each<[string, Chains, RegExp]>([
  ['refuses', { context: [{ name: 'no', before: () => ({ refuse: 'not today' }) }] }, /refused by no: not today/],
  [
    'throws',
    { context: [{ name: 'no', before: () => Promise.reject(new Error('oops')) }] },
    /no has to.*it failed: oops/,
  ],
  ['takes too long', { model: [{ name: 'no', timeoutMs: 20, before: untilAborted }] }, /within 20 ms/],
  ['refuses by the model chain', { model: [{ name: 'no', before: () => ({ refuse: 'no' }) }] }, /refused by no: no/],
  ['answers nonsense', { context: [{ name: 'no', before: () => ({ messages: [] }) }] }, /neither \{ refuse \} nor/],
])('sends nothing when one %s', async (_, chains, message) => {
  const store = createMemoryStore();
  const { session } = await openWith(chains, { store });
  const end = await session.send('go').result;
  expect(end).toMatchObject({ reason: 'model-failed', message: expect.stringMatching(message) });
  expect(session.requests).toEqual([]);
  const { events } = await readSession(store, session.id);
  expect((await replaySession(events)).differences).toEqual([]);
});

it('only logs what fails after an answer', async () => {
  const { session, warned } = await openWith({
    model: [{ name: 'late', after: () => Promise.reject(new Error('oops')) }],
  });
  expect((await session.send('go').result).reason).toBe('answered');
  expect(warned).toEqual(Array.from({ length: 2 }, () => 'the middleware late: it failed: oops'));
});

it('does not hold a turn that is cancelled', async () => {
  const { session } = await openWith({ context: [{ name: 'slow', before: untilAborted }] });
  const turn = session.send('go');
  setTimeout(() => session.cancel(), 20);
  expect((await play(turn)).end.reason).toBe('cancelled');
});

it('runs middleware around a compaction: it may refuse it, sees it, and a failure behind it is only logged', async () => {
  verifies('y-agent.pipeline.middleware-chains');
  const steps: string[] = [];
  let refuses = true;
  const { session, warned } = await openWith({
    compaction: [
      {
        name: 'watch',
        before({ why }) {
          steps.push(`before ${why}`);
          return refuses ? { refuse: 'not now' } : undefined;
        },
        after({ compacted }) {
          steps.push(`after ${compacted.summary?.by}`);
          throw new Error('oops');
        },
      },
    ],
  });
  for (let at = 0; at < 3; at += 1) await session.send(`go ${'word '.repeat(2000)}`).result;
  expect(await session.compact()).toBeUndefined();
  refuses = false;
  expect(await session.compact()).toMatchObject({ why: 'asked' });
  expect(steps).toEqual(['before asked', 'before asked', expect.stringMatching(/^after (?:digest|model)$/)]);
  expect(warned).toEqual([
    'the conversation was not made shorter: refused by watch: not now',
    'the middleware watch: it failed: oops',
  ]);
});

it('refuses two of one name in one chain', async () => {
  const one = { name: 'twice', before: () => undefined };
  await expect(openWith({ context: [one, one] })).rejects.toMatchObject({ code: 'bad-option' });
  await expect(openWith({ context: [one], model: [one] })).resolves.toBeDefined();
});
