import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/model/message.js';
import type { Model, ModelEvent } from '../../src/model/model.js';
import { openSession } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { bodies, echo, newFolder, play } from './open.js';

const stop: ModelEvent = { type: 'stop', reason: 'answered' };
const call = (id: string): ModelEvent[] => [
  { type: 'call', index: 0, id, name: 'echo', arguments: '{"text":"hi"}' },
  { type: 'stop', reason: 'calls' },
];

/** A model that says these events, round by round, and keeps the messages it was asked with. */
function saying(...rounds: readonly (readonly ModelEvent[])[]): Model & { readonly asked: (readonly Message[])[] } {
  const asked: (readonly Message[])[] = [];
  return {
    name: 'saying',
    asked,
    async stream({ messages }, emit) {
      asked.push(messages.slice());
      for (const event of rounds[asked.length - 1] ?? [stop]) emit(event);
    },
  };
}

async function opened(model: Model, options: Partial<Parameters<typeof openSession>[0]> = {}) {
  return openSession({ workspace: newFolder(), builtins: false, tools: [echo], model, ...options });
}

const picture = { mediaType: 'image/png', data: Buffer.from('not really a picture').toString('base64') };

describe('what a provider wants back', () => {
  it('comes back with its message in later rounds and after going on with the session', async () => {
    verifies('models.adapter.carry');
    const carry = { api: 'anthropic', model: 'm', value: [{ signature: 'abc' }] };
    const store = createMemoryStore();
    const model = saying([{ type: 'carry', carry }, ...call('c1')], [{ type: 'text', text: 'done' }, stop]);
    const session = await opened(model, { store });
    await session.send('go').result;
    expect(model.asked[1]?.[2]).toEqual({
      role: 'assistant',
      text: '',
      carry,
      calls: [{ id: 'c1', name: 'echo', arguments: '{"text":"hi"}' }],
    });
    await session.close();
    const again = saying();
    const resumed = await opened(again, { store, session: session.id });
    await resumed.send('more').result;
    expect(again.asked[0]?.[2]).toEqual(model.asked[1]?.[2]);
    await resumed.close();
  });
});

describe('pictures', () => {
  it('are sent with their message, kept as blobs, and there again when the session is gone on with', async () => {
    verifies('models.adapter.images-kept');
    const store = createMemoryStore();
    const model = saying([{ type: 'text', text: 'I see' }, stop]);
    const session = await opened(model, { store });
    const { events } = await play(session.send({ text: 'look', images: [picture] }));
    const sent = { role: 'user', text: 'look', images: [picture] };
    expect(model.asked[0]?.[1]).toEqual(sent);
    const [received] = bodies(events, 'message-received');
    expect(received?.images).toEqual([{ mediaType: 'image/png', blob: expect.stringMatching(/^blob:[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(events)).not.toContain(picture.data);
    await session.close();
    const again = saying();
    const resumed = await opened(again, { store, session: session.id });
    await resumed.send('and now?').result;
    expect(again.asked[0]?.[1]).toEqual(sent);
    await resumed.close();
  });

  it('are named as missing when their blob is lost', async () => {
    verifies('models.adapter.images-kept');
    const store = createMemoryStore();
    const session = await opened(saying([{ type: 'text', text: 'I see' }, stop]), { store });
    await session.send({ text: 'look', images: [picture] }).result;
    await session.close();
    const lost = { ...store, blobs: { ...store.blobs, read: async () => undefined } };
    const again = saying();
    const resumed = await opened(again, { store: lost, session: session.id });
    await resumed.send('and now?').result;
    expect(again.asked[0]?.[1]).toEqual({
      role: 'user',
      text: 'look\n[1 of the pictures of this message are no longer there]',
      images: [],
    });
    await resumed.close();
  });

  it.each([
    [{ mediaType: 'image/tiff', data: 'AAAA' }, 'use image/png'],
    [{ mediaType: 'image/png', data: '' }, 'base64'],
    [{ mediaType: 'image/png', data: 'not base64!' }, 'base64'],
    [{ mediaType: 'image/png', data: 'A'.repeat(28_000_004) }, '20 MB'],
  ])('that no provider reads are refused before anything is sent', async (image, words) => {
    verifies('models.adapter.images-checked');
    const session = await opened(saying());
    expect(() => session.send({ text: 'look', images: [image] })).toThrow(words);
    await session.close();
  });
});

describe('a call that could not be read', () => {
  const rejected = (message: string): ModelEvent => ({ type: 'problem', code: 'call-cut', message, rejected: true });

  it('is told to the model, which is asked again', async () => {
    verifies('models.prompt.rejected-told');
    const model = saying([{ type: 'text', text: 'Let me' }, rejected('The call has no end.'), stop], call('c1'), [
      { type: 'text', text: 'done' },
      stop,
    ]);
    const session = await opened(model);
    const { events, end } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', text: 'done', rounds: 3, calls: 1 });
    expect(bodies(events, 'message-problem')).toEqual([
      { round: 1, code: 'call-cut', message: 'The call has no end.', rejected: true },
    ]);
    expect(model.asked[1]?.slice(2)).toEqual([
      { role: 'assistant', text: 'Let me', calls: [] },
      { role: 'user', text: 'The call has no end.' },
    ]);
    await session.close();
  });

  it('follows the results of the calls that could', async () => {
    verifies('models.prompt.rejected-told');
    const model = saying([rejected('One call has no end.'), ...call('c1')]);
    const session = await opened(model);
    await session.send('go').result;
    expect(model.asked[1]?.slice(2).map(({ role, text }) => [role, text.includes('no end')])).toEqual([
      ['assistant', false],
      ['tool', false],
      ['user', true],
    ]);
    await session.close();
  });

  it('ends the turn when it happens again and again', async () => {
    verifies('models.prompt.rejected-bounded');
    const model = saying(...Array.from({ length: 9 }, () => [rejected('No end.'), stop]));
    const session = await opened(model);
    const end = await session.send('go').result;
    expect(end).toMatchObject({ reason: 'model-failed', rounds: 4, failure: { kind: 'protocol' } });
    expect(end.message).toContain('toolwright probe');
    await session.close();
  });

  it('of another kind is recorded and told to nobody', async () => {
    const model = saying([{ type: 'text', text: 'hm' }, { type: 'problem', code: 'repaired', message: 'x' }, stop]);
    const session = await opened(model);
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('answered');
    expect(bodies(events, 'message-problem')).toEqual([{ round: 1, code: 'repaired', message: 'x' }]);
    await session.close();
  });
});
