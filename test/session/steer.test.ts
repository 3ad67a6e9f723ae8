import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Message } from '../../src/model/message.js';
import type { SessionEvent } from '../../src/session/event.js';
import type { Session } from '../../src/session/session.js';
import { transcriptOf } from '../../src/session/transcript.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import { verifies } from '../requirements.js';
import { builtChild } from '../support/built-child.js';
import { gate, unending } from './gate.js';
import { bodies, newFolder, open, play, writer } from './open.js';

const call = { name: 'gate', arguments: {} };
const image = { mediaType: 'image/png', data: Buffer.from('a picture').toString('base64') };
const said = (messages: readonly Message[] | undefined): string[] =>
  (messages ?? []).slice(1).map(({ role, text }) => (role === 'tool' ? role : `${role}: ${text}`));
const recorded = (events: readonly SessionEvent[]): string[] =>
  events.filter((event) => 'seq' in event).map(({ type }) => type);

/** Does something once, at the first event of this type. */
function at(session: Session, type: SessionEvent['type'], then: () => unknown): void {
  const stop = session.on((event) => {
    if (event.type !== type) return;
    stop();
    void then();
  });
}

describe('a message said in a turn', () => {
  it('is stored at once and taken in behind the results, once each and in order', async () => {
    verifies(
      'turn-control.steer.recorded',
      'turn-control.steer.safe-point',
      'turn-control.steer.order',
      'seed.conversation.inject-safe',
      'design.rooms.steering',
      'y-agent.tool.steering',
    );
    const store = createMemoryStore();
    const slow = gate();
    const session = await open([{ calls: [call, call] }, { text: 'done' }], { store, tools: [slow.tool] });
    at(session, 'call-started', async () => {
      const first = session.steer({ text: 'look', images: [image] });
      const second = session.steer('and be quick');
      await Promise.all([first, second]);
      expect((await store.read(session.id)).slice(-2).map(({ type }) => type)).toEqual(Array(2).fill('message-queued'));
      expect(session.queued.map(({ text }) => text)).toEqual(['look', 'and be quick']);
      session.on((event) => {
        if (event.type === 'call-started') setTimeout(slow.open, 5);
      });
      slow.open();
    });
    const { events, end } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', rounds: 2, text: 'done' });
    expect(session.queued).toEqual([]);
    const queued = bodies(events, 'message-queued');
    expect(queued).toMatchObject([{ text: 'look', images: [{ mediaType: 'image/png' }] }, { text: 'and be quick' }]);
    expect(bodies(events, 'message-received').slice(1)).toEqual(queued);
    expect(said(session.requests[1]?.messages)).toEqual([
      'user: go',
      'assistant: ',
      'tool',
      'tool',
      'user: look',
      'user: and be quick',
    ]);
    expect(session.requests[1]?.messages.at(-2)).toMatchObject({ images: [image] });
    const types = recorded(events);
    expect(types.indexOf('message-received', 3)).toBeGreaterThan(types.lastIndexOf('call-settled'));
  });

  it('keeps a turn going that would have ended, each time', async () => {
    verifies('turn-control.steer.goes-on');
    const session = await open([{ text: 'one', delayMs: 20 }, { text: '', delayMs: 20 }, { text: 'three' }]);
    session.on((event) => {
      if (event.type === 'round-started' && event.body.round < 3) void session.steer(`more ${event.body.round}`);
    });
    const end = await session.send('go').result;
    expect(end).toMatchObject({ reason: 'answered', rounds: 3, text: 'three' });
    expect(said(session.requests[2]?.messages)).toEqual([
      'user: go',
      'assistant: one',
      'user: more 1',
      'assistant: (no answer)',
      'user: more 2',
    ]);
  });

  it('waits for the next turn at a cancel, a failure, a limit and a pause, ahead of what that one says', async () => {
    verifies('turn-control.steer.next-turn');
    const failure = { kind: 'bad-request' as const, message: 'no' };
    const ends: readonly (readonly [string, () => Parameters<typeof open>[0], (session: Session) => void])[] = [
      ['cancelled', () => [{ text: 'slow', delayMs: 60_000 }], (session) => session.cancel()],
      ['paused', () => [{ text: 'slow', delayMs: 60_000 }], (session) => session.pause()],
      ['model-failed', () => [{ failure, delayMs: 30 }], () => {}],
      ['limit', () => [{ text: 'cut', stop: 'length', delayMs: 30 }], () => {}],
    ];
    for (const [reason, rounds, end] of ends) {
      const session = await open([...rounds(), { text: 'done' }]);
      at(session, 'round-started', async () => {
        await session.steer('meanwhile');
        end(session);
      });
      expect((await session.send('go').result).reason).toBe(reason);
      expect(session.queued.map(({ text }) => text)).toEqual(['meanwhile']);
      const { events, end: next } = await play(session.send('and then'));
      expect([reason, next.reason, next.rounds]).toEqual([reason, 'answered', 1]);
      expect(bodies(events, 'message-received').map(({ text }) => text)).toEqual(['meanwhile', 'and then']);
      expect(said(session.requests[1]?.messages).slice(-2)).toEqual(['user: meanwhile', 'user: and then']);
    }
  });

  it('outlives a kill, with its picture', async () => {
    verifies('turn-control.steer.recorded', 'turn-control.steer.next-turn');
    const path = join(newFolder(), 'store.db');
    const workspace = newFolder();
    const script = await builtChild(new URL('./steered-child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, path, workspace], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let id = '';
    child.stdout.on('data', (chunk: Buffer) => {
      id += chunk.toString();
    });
    expect(await new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)))).toBe('SIGKILL');
    const store = await openStore(path);
    onTestFinished(() => store.close());
    const session = await open([{ text: 'done' }], { store, workspace, session: id });
    expect(session.queued.map(({ text }) => text)).toEqual(['second', 'third']);
    const shown = transcriptOf((await store.read(id)) as never).map((entry) => 'text' in entry && entry.text);
    expect(shown).toEqual(['first', 'second', 'third']);
    expect((await session.resume().result).reason).toBe('answered');
    const [request] = session.requests;
    // The request with the first may have been sent, or not.
    const asked = request?.messages.filter(({ text }) => text !== '(no answer)') ?? [];
    expect(said(asked)).toEqual(['user: first', expect.stringMatching(/^user: .*second$/s), 'user: third']);
    expect(asked[2]).toMatchObject({ images: [image] });
    expect(session.queued).toEqual([]);
  });

  it('is masked like any other', async () => {
    verifies('turn-control.steer.masked');
    const store = createMemoryStore();
    const secret = 'sk-live-4f9a8b7c6d5e4f3a2b1c';
    const session = await open([{ text: 'slow', delayMs: 40 }, { text: 'done' }], {
      store,
      env: { MY_API_KEY: secret },
    });
    at(session, 'round-started', () => session.steer(`use ${secret}`));
    await session.send('go').result;
    expect(JSON.stringify(await store.read(session.id))).not.toContain(secret);
    expect(session.requests[1]?.messages.at(-1)?.text).toBe('use [masked:MY_API_KEY]');
  });

  it('is the way that a message for a busy session names, and the other way round', async () => {
    verifies('turn-control.steer.busy');
    const { tool } = writer();
    const session = await open([], { model: unending('…'), tools: [tool] });
    await expect(session.steer('too early')).rejects.toMatchObject({ code: 'session-idle' });
    const turn = session.send('go');
    expect(() => session.send('more')).toThrow('`steer`');
    await expect(session.steer({ text: 'x', images: [{ mediaType: 'text/plain', data: 'AA' }] })).rejects.toThrow(
      'cannot be sent',
    );
    session.cancel();
    await turn.result;
    await expect(session.steer('too late')).rejects.toThrow('send the message');
    await session.close();
    await expect(session.steer('gone')).rejects.toMatchObject({ code: 'session-closed' });
  });
});
