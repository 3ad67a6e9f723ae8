import { describe, expect, it } from 'vitest';
import { createHistory } from '../../../src/history/history.js';
import type { Message } from '../../../src/model/message.js';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { forkSession } from '../../../src/session/fork-session.js';
import { openSession } from '../../../src/session/session.js';
import { readSession } from '../../../src/session/sessions.js';
import { transcriptOf } from '../../../src/session/transcript.js';
import { verifies } from '../../requirements.js';
import { checkTalk, compactionsOf, figures, requestsOf, textOfAll } from './check-talk.js';
import { badSummary, burn, createRandom, longTalk, look, patient } from './long-talk.js';
import { faultsOf, strictModel } from './strict-model.js';

/** The messages a session that is read anew would send, up to the last request. */
function reloaded(events: readonly SessionRecord[]): readonly Message[] {
  const history = createHistory('');
  const last = events.findLastIndex(({ type }) => type === 'round-started');
  for (const event of events.slice(0, last + 1)) history.apply(event);
  return history.messages.slice(1);
}

const withoutImages = (messages: readonly Message[]): readonly unknown[] =>
  messages.map((message) =>
    message.role === 'user' ? { role: message.role, text: message.text.split('\n[')[0] } : message,
  );

describe('a long talk with a small context', () => {
  it('goes on for 300 rounds with no request over the limit, and is the same when it is read anew', async () => {
    verifies(
      'compaction.room.limit',
      'compaction.kept.pairs',
      'compaction.kept.requests',
      'compaction.record.reload',
      'compaction.record.originals',
    );
    verifies('design.events.history-compacted');
    const talk = await longTalk({ seed: 1, turns: 10, rounds: 30 });
    console.log(figures('300 rounds at 8192', talk));
    checkTalk(talk, 30);
    expect(requestsOf(talk)).toHaveLength(300);
    expect(compactionsOf(talk).length).toBeGreaterThan(10);
    const last = requestsOf(talk).at(-1)?.messages ?? [];
    expect(withoutImages(reloaded(talk.events))).toEqual(withoutImages(last.slice(1)));
    const denied = talk.events.filter((event) => event.type === 'call-settled' && event.body.outcome === 'denied');
    expect(denied.length).toBe(talk.denials());
    expect(textOfAll(last)).toContain(`file-${talk.denials()}.txt`);
    const told = transcriptOf((await readSession(talk.store, talk.session.id)).events);
    expect(told.filter(({ kind }) => kind === 'person')).toHaveLength(10);
    expect(told.filter(({ kind }) => kind === 'call').length).toBeGreaterThan(500);
  });

  it('goes on with a model that summarises badly, by a digest where it must', async () => {
    verifies('compaction.summary.digest', 'compaction.room.limit');
    const random = createRandom(7);
    const summary = (): ScriptedRound => badSummary(random);
    const talk = await longTalk({ seed: 2, turns: 5, rounds: 30, summary });
    console.log(figures('150 rounds, summaries fail', talk));
    checkTalk(talk, 30);
    const by = compactionsOf(talk).map(({ body }) => body.summary?.by);
    expect(by).toContain('digest');
    expect(by).toContain('model');
    const ran = talk.events.filter((event) => event.type === 'call-admitted' && event.body.arguments.includes('"all"'));
    expect(ran).toEqual([]);
  });

  it('goes on with the built-in tools, which fill much of the context', async () => {
    verifies('compaction.room.limit', 'compaction.room.shorten');
    const talk = await longTalk({ seed: 3, turns: 3, rounds: 30, builtins: true });
    console.log(figures('90 rounds with the built-in tools', talk));
    checkTalk(talk, 30);
    const blobs = compactionsOf(talk).flatMap(({ body }) => body.shortened?.flatMap(({ blob }) => blob ?? []) ?? []);
    expect(blobs.length).toBeGreaterThan(0);
    for (const blob of blobs) expect(await talk.store.blobs.read(blob)).toBeDefined();
  });

  it('finds the size of a context that nobody told, from what is refused', async () => {
    verifies('compaction.room.overflow');
    const talk = await longTalk({ seed: 4, turns: 2, rounds: 30, told: null });
    console.log(figures('60 rounds, context unknown', talk));
    expect(new Set(talk.ends)).toEqual(new Set(['answered']));
    expect(compactionsOf(talk).some(({ body }) => body.why === 'overflow')).toBe(true);
    expect(talk.model.refused.length).toBeLessThan(5);
    expect(requestsOf(talk).flatMap(({ messages }) => faultsOf(messages))).toEqual([]);
  });

  it('goes on as it was when it is opened again or forked', async () => {
    verifies('compaction.record.reload');
    const talk = await longTalk({ seed: 5, turns: 2, rounds: 30 });
    await talk.session.close();
    const forked = await forkSession(talk.store, talk.session.id);
    const sent: (readonly Message[])[] = [];
    for (const session of [talk.session.id, forked]) {
      const model = strictModel({ limit: 8192, answer: () => ({ text: 'here' }), summary: () => ({ text: 'short' }) });
      const again = await openSession({
        model,
        store: talk.store,
        session,
        builtins: false,
        profile: patient,
        tools: [look, burn],
      });
      await again.send('and now?').result;
      await again.close();
      sent.push(model.seen.findLast(({ summary }) => !summary)?.messages ?? []);
    }
    const [resumed = [], copied = []] = sent;
    expect(textOfAll(resumed)).toContain('REQUEST-0:');
    expect(copied.slice(1)).toEqual(resumed.slice(1));
    expect(faultsOf(resumed)).toEqual([]);
  });
});
