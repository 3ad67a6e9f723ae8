import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openModel } from '../../src/model/open-model.js';
import type { SessionOptions } from '../../src/session/options.js';
import { replaySession } from '../../src/session/replay/replay-session.js';
import { openSession } from '../../src/session/session.js';
import { readSession } from '../../src/session/sessions.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { type FakeModelServer, type ScriptedRound, scriptedModel } from '../../src/testing/index.js';
import { verifies } from '../requirements.js';
import { laidOutInTurn, layOutEarlier, made, type SessionName } from '../support/earlier-store.js';
import { bodies, play } from './open.js';

/** All but the one whose profile is a file of the user: the command line knows that. */
const names = (Object.keys(made.sessions) as SessionName[]).filter((name) => name !== 'own-profile');

describe('a program that opens the store of an earlier version', { timeout: laidOutInTurn }, () => {
  it('resumes every session with its conversation, and replays all of it without a difference', async () => {
    verifies('durability.earlier.resumed', 'durability.earlier.replayed');
    const { store } = await opened();
    for (const name of names) {
      const id = made.sessions[name];
      const { events: before } = await readSession(store, id);
      const past = await replaySession(before);
      expect({ name, ...past }).toMatchObject({ name, differences: [], events: expect.any(Number) });
      const session = await resume(store, name, [{ text: 'There is more.' }]);
      const { end } = await play(session.send('Tell me more.'));
      await session.close();
      expect({ name, end }).toMatchObject({ name, end: { reason: 'answered', text: 'There is more.' } });
      const said = session.requests[0]?.messages.map(({ role, text }) => `${role}: ${text}`).join('\n') ?? '';
      expect({ name, missing: lastWords(before).filter((words) => !said.includes(words)) }).toEqual({
        name,
        missing: [],
      });
      const { events, damage } = await readSession(store, id);
      expect({ name, damage }).toEqual({ name, damage: undefined });
      const { differences, turns } = await replaySession(events);
      expect({ name, differences, turns }).toEqual({ name, differences: [], turns: past.turns + 1 });
      expect(await store.verify(id)).toMatchObject({ ok: true });
    }
  });

  it('calls tools by the names the conversation knows them by', async () => {
    verifies('durability.earlier.resumed', 'durability.earlier.settings');
    const { store } = await opened();
    const calls = [
      { name: 'todos', arguments: {} },
      { name: 'task', arguments: { prompt: 'Look.' } },
      { name: 'list_subtasks', arguments: {} },
    ];
    const session = await resume(store, 'delegated', [{ calls }, { text: 'Nothing.' }, { text: 'Looked.' }]);
    const { events, end } = await play(session.send('Look again.'));
    expect(end).toMatchObject({ reason: 'answered', text: 'Looked.' });
    expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
    expect((await replaySession((await readSession(store, session.id)).events)).differences).toEqual([]);
  });

  it('finishes what a kill cut off and asks again what was parked', async () => {
    verifies('durability.earlier.resumed');
    const { store, work } = await opened();
    const killed = await resume(store, 'killed', [{ text: 'It was cut off.' }]);
    const { events } = await play(killed.resume());
    expect(bodies(events, 'history-repaired')[0]?.calls).toMatchObject([{ name: 'run_command', repair: 'unknown' }]);
    expect(bodies(events, 'call-settled')).toMatchObject([{ name: 'run_command', outcome: 'unknown' }]);
    const asked: string[] = [];
    const parked = await resume(store, 'parked', [{ text: 'Written.' }], {
      onQuestion(question) {
        asked.push(question.kind === 'approval' ? question.tool : question.kind);
        return { choice: 'once' };
      },
    });
    expect(existsSync(join(work, 'parked.txt'))).toBe(false);
    expect((await play(parked.resume())).end).toMatchObject({ reason: 'answered', text: 'Written.' });
    expect(asked).toEqual(['write_file']);
    expect(readFileSync(join(work, 'parked.txt'), 'utf8')).toBe('yes\n');
  });

  it('undoes, redoes and makes shorter what that version had', async () => {
    verifies('durability.earlier.undone');
    const { store, work } = await opened();
    const there = (path: string): boolean => existsSync(join(work, path));
    for (const [name, path] of [
      ['yips', 'yips.txt'],
      ['astra', 'note.md'],
      ['y-agent', 'y.txt'],
      ['local-harness', 'harness.txt'],
      ['staged', 'staged.txt'],
      ['program', 'called.txt'],
    ] as const) {
      const session = await resume(store, name);
      expect({ name, ...(await session.undo()) }).toMatchObject({ name, type: 'done' });
      expect({ name, there: there(path) }).toEqual({ name, there: false });
      expect({ name, ...(await session.redo()) }).toMatchObject({ name, type: 'done' });
      expect({ name, there: there(path) }).toEqual({ name, there: true });
      await session.close();
    }
    const long = await resume(store, 'compacted', [{ text: 'Tea. '.repeat(999) }, { text: 'Stories about tea.' }]);
    await long.send('And a last one.').result;
    expect(await long.compact()).toMatchObject({ summary: { text: 'Stories about tea.' } });
  });

  it.each([
    ['openai-chat', '"reasoning_content":"I have to look."'],
    ['openai-responses', '"encrypted_content":"sealed.'],
    ['anthropic', '"signature":"fake_'],
    ['gemini', '"functionCall":{"id":"call_'],
    ['ollama', '"thinking":"I have to look."'],
  ] as const)('gives the server of %s back what it wanted back', async (api, carried) => {
    verifies('durability.earlier.resumed');
    const { store, server } = await opened([{ text: 'There is more.' }]);
    const model = await openModel({ provider: 'custom', api, baseUrl: baseOf(api, server), model: 'fake-model' });
    const session = await openSession({ store, session: made.sessions[api], model });
    const end = await session.send('Tell me more.').result;
    await session.close();
    expect(end).toMatchObject({ reason: 'answered', text: 'There is more.' });
    expect(server.requests.at(-1)?.text).toContain(carried);
  });
});

async function opened(rounds: readonly ScriptedRound[] = []) {
  const { store: path, ...earlier } = await layOutEarlier(rounds);
  return { store: await openStore(path), ...earlier };
}

/** A session over a scripted model, in the workspace it has; closed when the test ends. */
async function resume(
  store: Store,
  name: SessionName,
  rounds: readonly ScriptedRound[] = [],
  options: Partial<SessionOptions> = {},
) {
  const model = scriptedModel(rounds);
  const session = await openSession({ model, store, session: made.sessions[name], exposure, ...options });
  onTestFinished(() => session.close());
  return Object.assign(session, { requests: model.requests });
}

const exposure = { inactiveCalls: 'run' } as const;

/** What was asked and answered last. */
function lastWords(events: Awaited<ReturnType<typeof readSession>>['events']): readonly string[] {
  const asked = bodies(events, 'message-received').map(({ text }) => text);
  const answered = bodies(events, 'turn-ended').map(({ text }) => text);
  return [...asked.slice(-1), ...answered.slice(-1)];
}

const baseOf = (api: string, { url, origin }: FakeModelServer): string => {
  if (api === 'gemini') return `${origin}/v1beta`;
  return api.startsWith('openai') ? url : origin;
};
