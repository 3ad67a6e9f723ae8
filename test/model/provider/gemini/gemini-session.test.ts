import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { geminiModel } from '../../../../src/model/provider/gemini/gemini.js';
import { type ScriptedRound, scriptedModel } from '../../../../src/model/provider/scripted.js';
import { openSession } from '../../../../src/session/session.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';
import { bodies, echo, newFolder, play } from '../../../session/open.js';

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());

const model = (name = 'gemini-3-pro-preview') =>
  geminiModel({ baseUrl: `${server.origin}/v1beta`, model: name, apiKey: 'AIza-invented', retry: { retries: 0 } });

const say = (id: string, text: string) => ({ id, name: 'echo', arguments: { text } });

interface Sent {
  readonly contents: readonly { readonly role: string; readonly parts: readonly Record<string, unknown>[] }[];
}
const lastSent = () => (server.requests.at(-1)?.body as Sent).contents;
const signature = expect.stringMatching(/^[A-Za-z0-9+/]+=*$/);

async function session(rounds: readonly FakeModelRound[], options: object = {}) {
  server.setRounds(rounds);
  const opened = await openSession({
    workspace: newFolder(),
    builtins: false,
    tools: [echo],
    model: model(),
    ...options,
  });
  onTestFinished(() => opened.close());
  return opened;
}

test('two rounds of parallel calls, whose results and signatures go back as the strict server wants them', async () => {
  verifies('models.adapter.gemini-session', 'models.adapter.gemini-signatures');
  const opened = await session([
    { reasoning: 'Two.', text: 'I will.', calls: [say('a', 'one'), say('b', 'two')] },
    { calls: [say('c', 'three'), { id: 'd', name: 'missing', arguments: {} }] },
    { text: 'Done.' },
    { text: 'And again.' },
  ]);
  const { events, end } = await play(opened.send('go'));
  expect(end).toMatchObject({ reason: 'answered', text: 'Done.', rounds: 3, calls: 4 });
  const outcomes = Object.fromEntries(bodies(events, 'call-settled').map(({ callId, outcome }) => [callId, outcome]));
  expect(outcomes).toEqual({ a: 'ok', b: 'ok', c: 'ok', d: 'error' });
  expect(lastSent()).toEqual([
    { role: 'user', parts: [{ text: 'go' }] },
    {
      role: 'model',
      parts: [
        { text: 'I will.' },
        { functionCall: { id: 'a', name: 'echo', args: { text: 'one' } }, thoughtSignature: signature },
        { functionCall: { id: 'b', name: 'echo', args: { text: 'two' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'echo', response: { output: expect.stringContaining('one') } } },
        { functionResponse: { id: 'b', name: 'echo', response: { output: expect.stringContaining('two') } } },
      ],
    },
    {
      role: 'model',
      parts: [
        { functionCall: { id: 'c', name: 'echo', args: { text: 'three' } }, thoughtSignature: signature },
        { functionCall: { id: 'd', name: 'missing', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'c', name: 'echo', response: { output: expect.stringContaining('three') } } },
        { functionResponse: { id: 'd', name: 'missing', response: { error: expect.stringContaining('missing') } } },
      ],
    },
  ]);
  expect((await play(opened.send('more'))).end.text).toBe('And again.');
  expect(lastSent().at(-2)?.parts).toEqual([{ text: 'Done.' }, { text: '', thoughtSignature: signature }]);
});

test('goes on after a restart with the signatures it had', async () => {
  verifies('models.adapter.gemini-signatures');
  const store = join(newFolder(), 'store.db');
  const first = await session([{ calls: [say('a', 'one')] }, { text: 'Done.' }], { store });
  await play(first.send('go'));
  await first.close();
  const again = await session([{ text: 'Still here.' }], { store, session: first.id, workspace: undefined });
  expect((await play(again.send('and?'))).end.text).toBe('Still here.');
  expect(lastSent()[1]?.parts).toEqual([
    { functionCall: { id: 'a', name: 'echo', args: { text: 'one' } }, thoughtSignature: signature },
  ]);
});

test('takes over from another model in the middle of its calls', async () => {
  verifies('models.adapter.gemini-foreign');
  const opened = await session([{ text: 'Mine now.' }]);
  const other: ScriptedRound[] = [
    { calls: [say('x', 'old')] },
    { text: 'half', failure: { kind: 'cut', message: 'The line broke.' } },
  ];
  await opened.setModel(scriptedModel(other));
  expect((await play(opened.send('go'))).end.reason).toBe('model-failed');
  await opened.setModel(model());
  expect((await play(opened.resume())).end.text).toBe('Mine now.');
  expect(lastSent()[1]?.parts).toEqual([
    {
      functionCall: { name: 'echo', args: { text: 'old' } },
      thoughtSignature: 'skip_thought_signature_validator',
    },
  ]);
  expect(lastSent().slice(-2)).toEqual([
    { role: 'model', parts: [{ text: 'half' }] },
    { role: 'user', parts: [{ text: 'Your answer was interrupted here. Go on where it stops.' }] },
  ]);
});

test.each([
  ['cut', { cutAfterBytes: 700 }],
  ['cut cleanly', { cutAfterBytes: 700, clean: true }],
  ['reset', { cutAfterBytes: 700, reset: true }],
])('an answer that was %s runs no call', async (_, faults) => {
  verifies('models.adapter.gemini-session', 'models.adapter.gemini-ends');
  const opened = await session([{ calls: [say('a', 'one'), say('b', 'two')], eachEvent: true, faults }]);
  const { types, end } = await play(opened.send('go'));
  expect(end.reason).toBe('model-failed');
  expect(types).not.toContain('call-admitted');
});
