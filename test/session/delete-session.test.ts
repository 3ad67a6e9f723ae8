import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deleteSession } from '../../src/session/delete-session.js';
import { forkSession } from '../../src/session/fork-session.js';
import { openStore } from '../../src/session/open-store.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { auditScene, list, rulesOf, write } from './audit/audit-scene.js';
import { newFolder } from './open.js';

const stores = {
  memory: async () => createMemoryStore(),
  SQLite: () => openStore(join(newFolder(), 'store.db')),
};

describe.each(Object.entries(stores))('a deleted session in %s', (_, open) => {
  it('leaves its decisions in the record, without arguments, facts and reasons', async () => {
    verifies('policy.audit.kept', 'design.events.session-deleted', 'design.road.user-stream');
    const scene = auditScene(await open());
    const rules = rulesOf({ deny: 'write(very-secret*)', why: 'the why' });
    const onQuestion = () => ({ choice: 'deny', reason: 'said so' }) as const;
    const id = await scene.turn([write('hidden-name.txt'), write('very-secret.txt'), list], {
      rules,
      onQuestion,
      actor: 'ann',
    });
    const before = await scene.rows({ session: id, kinds: ['decision'] });
    const past = await scene.store.read(id);
    expect(await deleteSession(scene.store, id, { who: 'bob', from: 'terminal' })).toEqual({ decisions: 3 });
    expect(await scene.store.read(id)).toEqual([]);

    const after = await scene.rows({ session: id, kinds: ['decision'] });
    const sorted = (rows: typeof before) => rows.toSorted((a, b) => a.seq - b.seq);
    expect(sorted(after)).toEqual(sorted(before).map((row) => ({ ...row, facts: null, reasons: [], kept: true })));
    expect(await scene.rows({ session: id, verdicts: ['deny'] })).toMatchObject([
      { verdict: 'deny', by: ['deny write(very-secret*) (/home/me/config.json:3)'], outcome: 'denied' },
    ]);
    expect(await scene.rows({ person: 'ann', verdicts: ['ask'] })).toMatchObject([{ answer: 'deny', who: 'ann' }]);
    expect(await scene.rows({ tools: ['list_dir'] })).toHaveLength(1);

    const user = await scene.store.read('user');
    expect(user.at(-1)).toMatchObject({
      type: 'session-deleted',
      body: {
        sessionId: id,
        workspace: scene.folder,
        events: past.length,
        head: past.at(-1)?.hash,
        decisions: 3,
        who: 'bob',
        from: 'terminal',
      },
    });
    const kept = JSON.stringify(user.filter(({ type }) => type === 'decisions-kept'));
    for (const word of ['hidden-name', 'very-secret.txt', 'the why', 'said so']) expect(kept).not.toContain(word);
    expect(await scene.rows({ kinds: ['session'], person: 'bob' })).toMatchObject([
      { session: id, says: expect.stringContaining('3 decisions kept'), who: 'bob', from: 'terminal' },
    ]);
    expect(await scene.store.verify('user')).toMatchObject({ ok: true });
  });

  it('keeps many decisions in events of at most 500', async () => {
    verifies('policy.audit.kept');
    const scene = auditScene(await open());
    const decided = (at: number) => ({
      type: 'call-decided',
      body: { callId: `call_${at}`, tool: 't', verdict: 'allow', level: 'safe', reasons: [], mode: 'ask', digest: '0' },
    });
    await scene.store.append(
      'ses_many',
      Array.from({ length: 1201 }, (_, at) => decided(at)),
    );
    expect(await deleteSession(scene.store, 'ses_many')).toEqual({ decisions: 1201 });
    const chunks = (await scene.store.read('user')).filter(({ type }) => type === 'decisions-kept');
    expect(chunks.map(({ body }) => (body as { decisions: unknown[] }).decisions.length)).toEqual([500, 500, 201]);
    expect(await scene.rows({ session: 'ses_many', kinds: ['decision'] })).toHaveLength(1201);
    expect(await scene.rows({ verdicts: ['allow'], limit: 7 })).toHaveLength(7);
  });

  it('is not deleted, and nothing recorded, while somebody goes on with it or when it is not there', async () => {
    const scene = auditScene(await open());
    const id = await scene.turn([list]);
    const lease = await scene.store.lease(id);
    await expect(deleteSession(scene.store, id)).rejects.toMatchObject({ code: 'session-leased' });
    lease.release();
    await expect(deleteSession(scene.store, 'ses_never')).rejects.toMatchObject({ code: 'session-unknown' });
    expect(await scene.store.read('user')).toEqual([]);
    expect(await scene.rows({ kinds: ['decision'] })).toMatchObject([{ kept: false }]);
  });

  it('that was forked keeps its own decisions only', async () => {
    const scene = auditScene(await open());
    const id = await scene.turn([list]);
    const forked = await forkSession(scene.store, id);
    expect(await deleteSession(scene.store, forked)).toEqual({ decisions: 0 });
    expect(await deleteSession(scene.store, id)).toEqual({ decisions: 1 });
    expect(await scene.rows({ kinds: ['decision'] })).toHaveLength(1);
  });
});
