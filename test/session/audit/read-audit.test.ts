import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/session/open-store.js';
import { openSession } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { scriptedModel } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../open.js';
import { auditScene, list, rulesOf, write } from './audit-scene.js';

const stores = {
  memory: async () => createMemoryStore(),
  SQLite: () => openStore(join(newFolder(), 'store.db')),
};

describe.each(Object.entries(stores))('the record in %s', (_, open) => {
  it('tells of a decision everything that was recorded about it', async () => {
    verifies('policy.audit.decision', 'design.road.events-are-truth');
    const scene = auditScene(await open());
    const rules = rulesOf({ deny: 'write(secret*)', why: 'mine' });
    const onQuestion = () => ({ choice: 'once' }) as const;
    const id = await scene.turn([write('a.txt'), write('secret.txt'), list], { rules, onQuestion, actor: 'ann' });
    const rows = await scene.rows({ kinds: ['decision'], order: 'oldest' });
    const common = {
      kind: 'decision',
      session: id,
      person: 'ann',
      mode: 'ask',
      kept: false,
      damaged: false,
      says: null,
    };
    const ids = { callId: expect.stringMatching(/^call_/), digest: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(rows.toSorted((a, b) => a.seq - b.seq)).toEqual(
      expect.arrayContaining([
        {
          ...common,
          ...ids,
          at: expect.any(Number),
          seq: expect.any(Number),
          tool: 'write_file',
          verdict: 'ask',
          level: expect.any(String),
          by: ['mode'],
          reasons: expect.any(Array),
          facts: [expect.objectContaining({ kind: 'write', target: 'a.txt' })],
          answer: 'once',
          who: 'ann',
          from: 'program',
          outcome: 'ok',
        },
        expect.objectContaining({
          ...common,
          verdict: 'deny',
          by: ['deny write(secret*) (/home/me/config.json:3)'],
          facts: [expect.objectContaining({ target: 'secret.txt' })],
          answer: null,
          who: null,
          outcome: 'denied',
        }),
        expect.objectContaining({ ...common, tool: 'list_dir', verdict: 'allow', by: [], outcome: 'ok' }),
      ]),
    );
    expect(rows).toHaveLength(3);
  });

  it('says that nobody was there to answer', async () => {
    const scene = auditScene(await open());
    await scene.turn([write('a.txt')], { onAsk: 'deny' });
    expect(await scene.rows({ kinds: ['decision'] })).toMatchObject([
      { verdict: 'ask', answer: 'deny', who: null, from: null, outcome: 'denied' },
    ]);
  });

  it('tells of calls that came to no decision', async () => {
    const scene = auditScene(await open());
    await scene.turn([{ name: 'no_such_tool', arguments: {} }, list]);
    expect(await scene.rows({ kinds: ['refusal'] })).toMatchObject([
      { kind: 'refusal', tool: 'no_such_tool', verdict: null, outcome: 'error', reasons: [expect.any(String)] },
    ]);
    expect(await scene.rows({ tools: ['no_such_tool'] })).toHaveLength(1);
  });

  it('tells of changes of mode and rules, with who made them, and of sessions', async () => {
    verifies('policy.audit.changes', 'design.events.rules-changed', 'design.events.mode-changed');
    const scene = auditScene(await open());
    const model = scriptedModel([]);
    const rules = rulesOf({ allow: 'exec(npm test)' });
    const session = await openSession({ workspace: scene.folder, model, store: scene.store, rules, actor: 'ann' });
    await session.setMode('auto', { who: 'bob', from: 'terminal' });
    await session.setMode('plan');
    await session.close();
    const rows = await scene.rows({ order: 'oldest' });
    expect(rows.map(({ kind, session: id, says, who, from, mode }) => ({ kind, id, says, who, from, mode }))).toEqual(
      expect.arrayContaining([
        {
          kind: 'rules',
          id: null,
          says: `+ allow exec(npm test) (/home/me/config.json:3) in ${scene.folder}`,
          who: null,
          from: null,
          mode: null,
        },
        { kind: 'mode', id: session.id, says: 'ask → auto', who: 'bob', from: 'terminal', mode: 'auto' },
        { kind: 'mode', id: session.id, says: 'auto → plan', who: 'ann', from: 'program', mode: 'plan' },
        expect.objectContaining({ kind: 'session', id: session.id, who: 'ann', mode: 'ask' }),
      ]),
    );
    expect(rows).toHaveLength(4);
  });

  it('is filtered by session, person, tool, verdict, level, kind and time, and counted', async () => {
    verifies('policy.audit.filters');
    const scene = auditScene(await open());
    const first = await scene.turn([write('a.txt'), list], { onAsk: 'deny', actor: 'ann' });
    const second = await scene.turn([write('b.txt')], {
      actor: 'bob',
      mode: 'edit',
    });
    const third = await scene.turn([write('c.txt')], { actor: 'bob', onQuestion: () => ({ choice: 'deny' }) });
    const count = async (query: Parameters<typeof scene.rows>[0]) => (await scene.rows(query)).length;
    const decisions = { kinds: ['decision'] } as const;
    expect(await count(decisions)).toBe(4);
    expect(await count({ ...decisions, session: first })).toBe(2);
    expect(await count({ ...decisions, person: 'bob' })).toBe(2);
    expect((await scene.rows({ person: 'bob' })).map(({ session }) => session)).not.toContain(first);
    expect(await count({ person: 'nobody' })).toBe(0);
    expect(await count({ tools: ['list_dir'] })).toBe(1);
    expect(await count({ tools: ['list_dir', 'write_file'] })).toBe(4);
    expect(await count({ verdicts: ['ask'] })).toBe(2);
    expect(await count({ verdicts: ['ask'], session: second })).toBe(0);
    expect(await count({ verdicts: ['allow', 'ask'], levels: ['safe'] })).toBe(
      (await scene.rows(decisions)).filter(({ level }) => level === 'safe').length,
    );
    expect(await count({ kinds: ['mode', 'grant', 'trust'] })).toBe(0);
    const [newest] = await scene.rows({ ...decisions, limit: 1 });
    expect(newest?.session).toBe(third);
    const at = newest?.at ?? 0;
    expect(await count({ ...decisions, since: at + 1 })).toBe(0);
    expect(await count({ ...decisions, until: at + 1 })).toBe(4);
    expect(await count({ ...decisions, limit: 0 })).toBe(0);
    const oldest = await scene.rows({ ...decisions, order: 'oldest' });
    expect(oldest.map(({ at: time }) => time)).toEqual(oldest.map(({ at: time }) => time).toSorted((a, b) => a - b));
  });

  it('finds what a person answered in a session for another', async () => {
    verifies('policy.audit.filters');
    const scene = auditScene(await open());
    const model = scriptedModel([{ calls: [write('a.txt'), list] }, { text: 'Done.' }]);
    const { folder: workspace, store } = scene;
    const session = await openSession({ workspace, store, model, onAsk: 'person', actor: 'ann' });
    session.on((event) => {
      if (event.type === 'approval-requested')
        session.answer(event.body.id, { choice: 'once' }, { who: 'bob', from: 'terminal' });
    });
    await session.send('go').result;
    await session.close();
    expect(await scene.rows({ person: 'bob' })).toMatchObject([
      { kind: 'decision', tool: 'write_file', person: 'ann', answer: 'once', who: 'bob', from: 'terminal' },
    ]);
    expect((await scene.rows({ person: 'ann', kinds: ['decision'] })).length).toBe(2);
  });

  it('tells of hundreds of calls what belongs to each', async () => {
    const scene = auditScene(await open());
    for (let turn = 0; turn < 6; turn += 1) {
      const calls = Array.from({ length: 50 }, (_, at) => write(`f${turn}-${at}.txt`));
      await scene.turn(calls, { onAsk: 'deny' });
    }
    const rows = await scene.rows({ tools: ['write_file'] });
    expect(rows).toHaveLength(300);
    expect(new Set(rows.map(({ facts }) => facts?.[0]?.target)).size).toBe(300);
    expect(rows.every(({ answer, outcome }) => answer === 'deny' && outcome === 'denied')).toBe(true);
  });
});
