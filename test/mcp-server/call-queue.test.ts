import { expect, it, onTestFinished } from 'vitest';
import { clientOf } from '../../src/client/local-host.js';
import { unwrap } from '../../src/client/reply.js';
import { watchSession } from '../../src/client/watch-session.js';
import { createCallQueue, maxCalls } from '../../src/mcp-server/call-queue.js';
import type { Session } from '../../src/session/session.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { echo, open, writer } from '../session/open.js';

const link = { sample: undefined, log: undefined };

async function queueFor(opened: Session) {
  const port = await clientOf(opened, { who: 'tester', from: 'mcp stdio' });
  const { id: session } = opened;
  const watch = watchSession(port, unwrap(await port.readState({ session })));
  onTestFinished(() => watch.close());
  return createCallQueue({ port, session, watch, link });
}

const never = new AbortController().signal;

it('runs calls one after the other, in the order they came', async () => {
  verifies('mcp-server.call.bounded');
  const queue = await queueFor(await open([], { tools: [echo] }));
  const calls = ['a', 'b', 'c'].map((text) => queue.begin('echo', { text }));
  const ends = await Promise.all(calls.map((call) => call?.next(never)));
  expect(ends.map((step) => (step?.type === 'ended' ? JSON.parse(step.settlement.content).data : step))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

it('lets only so many wait, and forgets ends that nobody asks for', async () => {
  verifies('mcp-server.call.bounded');
  let free = (): void => {};
  const gate = new Promise<void>((resolve) => {
    free = resolve;
  });
  const slow = defineTool({
    name: 'slow',
    description: 'waits',
    parameters: { type: 'object' },
    effects: 'none',
    run: () => gate.then(() => 'done'),
  });
  const queue = await queueFor(await open([], { tools: [slow] }));
  const calls = Array.from({ length: maxCalls }, () => queue.begin('slow', {}));
  expect(queue.begin('slow', {})).toBeUndefined();
  free();
  expect((await calls.at(-1)?.next(never))?.type).toBe('ended');
  const more = Array.from({ length: maxCalls }, () => queue.begin('slow', {}));
  expect(more.every((call) => call !== undefined)).toBe(true);
  expect((await more.at(-1)?.next(never))?.type).toBe('ended');
});

it('hands a question to who made the call, and takes one answer', async () => {
  verifies('mcp-server.ask.own-call');
  const { tool, runs } = writer();
  const queue = await queueFor(await open([], { tools: [tool], onAsk: 'person' }));
  const call = queue.begin('writer', { path: 'a' });
  expect(queue.find(call?.key ?? '')).toBeUndefined();
  expect(await call?.next(never)).toMatchObject({ type: 'question', question: { tool: 'writer' } });
  expect(queue.find('another')).toBeUndefined();
  expect(queue.find(call?.key ?? '')).toBe(call);
  call?.answer({ choice: 'once' });
  expect(queue.find(call?.key ?? '')).toBeUndefined();
  call?.answer({ choice: 'deny' });
  expect(await call?.next(never)).toMatchObject({ type: 'ended', settlement: { outcome: 'ok' } });
  expect(runs).toEqual(['a']);
});

it('keeps a cancelled call from starting, and ends one that asks', async () => {
  verifies('mcp-server.call.cancelled');
  const { tool, runs } = writer();
  const session = await open([], { tools: [tool], onAsk: 'person' });
  const queue = await queueFor(session);
  const first = new AbortController();
  const second = new AbortController();
  const asks = queue.begin('writer', { path: 'a' });
  const waits = queue.begin('writer', { path: 'b' });
  expect((await asks?.next(first.signal))?.type).toBe('question');
  // Nobody waits for the call while its question is with the person.
  first.abort();
  expect(session.questions).toHaveLength(1);
  const unstarted = waits?.next(second.signal);
  second.abort();
  expect(await asks?.next(first.signal)).toMatchObject({ type: 'ended', settlement: { outcome: 'cancelled' } });
  expect(await unstarted).toEqual({ type: 'unended', message: 'Not run: the request was cancelled.' });
  expect(runs).toEqual([]);
});

it('says why a call has no end', async () => {
  verifies('mcp-server.call.bounded');
  const session = await open([], { tools: [echo] });
  const queue = await queueFor(session);
  await session.close();
  expect(await queue.begin('echo', { text: 'a' })?.next(never)).toMatchObject({
    type: 'unended',
    message: expect.stringContaining('closed'),
  });
});
