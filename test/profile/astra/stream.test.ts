import { describe, expect, it } from 'vitest';
import type { Model, ModelEvent, ModelFailure } from '../../../src/model/model.js';
import { ollamaChat } from '../../../src/model/provider/ollama/ollama.js';
import { streamOnce } from '../../../src/profile/astra/astra-stream.js';
import { chats, fakeServer } from '../../model/provider/ollama/ollama-server.js';
import { verifies } from '../../requirements.js';
import { block, openVault } from './vault.js';

const files = { 'a.md': 'a\n' };

describe('the end of an answer', () => {
  it.each(['User', 'Human', 'Memory'])('comes before a turn of %s that the model invents', async (speaker) => {
    verifies('astra.context.stops');
    for (const chunks of [1, 7, 100]) {
      const vault = await openVault([{ text: `It says a.\n${speaker}: And b?\nIt says b.`, chunks }], { files });
      const { end, problems } = await vault.ask();
      expect([end.reason, end.text, problems]).toEqual(['answered', 'It says a.', ['turn-invented']]);
    }
  });

  it('makes the call before the invented turn', async () => {
    const call = block('read', { path: 'a.md' });
    const vault = await openVault([`${call}\nUser: thanks`, 'Done.'], { files });
    expect((await vault.ask()).told).toEqual(['a']);
  });

  it('is not a name in a thought, in what is written, or within a line', async () => {
    const kept = ['<think>\nUser: wants a\n</think>\nSay: User: a\n  Users:', 'The User: a'];
    for (const text of kept) {
      for (const chunks of [1, 5, 50]) {
        const vault = await openVault([{ text, chunks }]);
        expect((await vault.ask()).problems).toEqual([]);
      }
    }
    const raw = '<tool_call>\n{"name": "write", "arguments": {"path": "q.md", "content": "Q\\nUser: a"}}\n</tool_call>';
    const vault = await openVault([raw, 'Done.']);
    await vault.ask();
    expect(vault.read('q.md')).toBe('Q\nUser: a');
  });

  it('stops the model there, and is the end that the model itself gives otherwise', async () => {
    const seen: boolean[] = [];
    const model: Model = {
      name: 'm',
      async stream({ signal }, emit) {
        emit({ type: 'text', text: 'Hello.\nUser' });
        seen.push(signal.aborted);
        emit({ type: 'text', text: ': more' });
        seen.push(signal.aborted);
        emit({ type: 'failure', failure: { kind: 'cancelled', message: 'stopped' } });
      },
    };
    expect(await eventsOf(model)).toEqual([
      { type: 'text', text: 'Hello.' },
      { type: 'problem', code: 'turn-invented', message: expect.any(String) },
      { type: 'stop', reason: 'answered' },
    ]);
    expect(seen).toEqual([false, true]);
  });
});

it('does not send a failed request again', async () => {
  verifies('astra.loop.no-retry');
  const failure: ModelFailure = { kind: 'overloaded', message: 'Too much to do.' };
  let requests = 0;
  let waited = true;
  const model: Model = {
    name: 'm',
    async stream({ signal }, emit) {
      requests += 1;
      emit({ type: 'retry', retry: { attempt: 1, waitMs: 500, failure } });
      waited = !signal.aborted;
      emit({ type: 'failure', failure: { kind: 'cancelled', message: 'stopped' } });
    },
  };
  const { end } = await (await openVault([], { model })).ask();
  expect(end).toMatchObject({ reason: 'model-failed', failure: { kind: 'overloaded' } });
  expect([requests, waited]).toEqual([1, false]);
});

it('asks Ollama by prompt text, in a stream, with a context that has room for it', async () => {
  verifies('astra.context.ollama-generate');
  const server = await fakeServer({ rounds: [{ text: block('read', { path: 'a.md' }) }, { text: 'It says a.' }] });
  const vault = await openVault([], { files, model: ollamaChat({ baseUrl: server.origin, model: 'fake-model' }) });
  expect((await vault.ask()).end).toMatchObject({ reason: 'answered', text: 'It says a.' });
  const [first, second] = chats(server);
  expect(first?.tools).toBeUndefined();
  expect(first?.messages[0]?.content).toContain('| read | path (string) | Read file contents |');
  expect(second?.messages.map(({ role, content }) => [role, role === 'system' ? '' : content])).toEqual([
    ['system', ''],
    ['user', 'go'],
    ['assistant', ''],
    ['tool', 'a'],
  ]);
  const size = JSON.stringify(second?.messages).length * 0.25;
  expect((second?.options as { num_ctx: number }).num_ctx).toBeGreaterThan(size);
});

async function eventsOf(model: Model): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  await streamOnce(model, { messages: [], tools: [], signal: new AbortController().signal }, (event) =>
    events.push(event),
  );
  return events;
}
