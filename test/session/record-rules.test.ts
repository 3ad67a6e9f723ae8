import { describe, expect, it } from 'vitest';
import { recordRules } from '../../src/session/record-rules.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { auditScene, list, rulesOf } from './audit/audit-scene.js';

const origin = (line: number) => ({ layer: 'user', file: '/home/me/config.json', line });
const allow = { allow: 'exec(npm test)' };
const deny = { deny: 'exec(git push:*)', when: { mode: 'auto' } };

async function recorded(...lists: readonly (readonly object[])[]) {
  const store = createMemoryStore();
  for (const one of lists) await recordRules(store, { workspace: '/w', rules: rulesOf(...one) });
  return (await store.read('user')).map(({ type, body }) => ({ type, body: body as Record<string, unknown> }));
}

describe('the record of the rules in force', () => {
  it('holds what was added and removed, with its place', async () => {
    verifies('design.events.rules-changed', 'policy.audit.changes');
    const events = await recorded([allow], [allow, deny], [deny]);
    const denied = { rule: 'deny exec(git push:*)', when: { mode: 'auto' } };
    expect(events.map(({ type, body }) => ({ type, added: body['added'], removed: body['removed'] }))).toEqual([
      { type: 'rules-changed', added: [{ rule: 'allow exec(npm test)', origin: origin(3) }], removed: [] },
      { type: 'rules-changed', added: [{ ...denied, origin: origin(4) }], removed: [] },
      { type: 'rules-changed', added: [], removed: [{ rule: 'allow exec(npm test)', origin: origin(3) }] },
    ]);
    expect(new Set(events.map(({ body }) => body['digest'])).size).toBe(3);
  });

  it('grows only by changes: not by the same rules, another order or another line, nor where there never were any', async () => {
    expect(await recorded([], [])).toEqual([]);
    expect(await recorded([allow, deny], [allow, deny], [deny, allow])).toHaveLength(1);
    expect(await recorded([allow], [], [], [allow])).toHaveLength(3);
  });

  it('goes by the order it was made in, also where the clock was set back', async () => {
    let now = 1000;
    const store = createMemoryStore({ clock: { now: () => now, monotonic: () => 0 } });
    for (const one of [[allow], [deny], [allow], [allow]]) {
      await recordRules(store, { workspace: '/w', rules: rulesOf(...one) });
      now -= 100;
    }
    expect(await store.read('user')).toHaveLength(3);
  });

  it('is kept for each workspace', async () => {
    const store = createMemoryStore();
    for (const workspace of ['/a', '/b', '/a', '/b']) await recordRules(store, { workspace, rules: rulesOf(allow) });
    expect((await store.read('user')).map(({ body }) => (body as { workspace: string }).workspace)).toEqual([
      '/a',
      '/b',
    ]);
  });

  it('is made when a session is opened, not by a policy of its own', async () => {
    verifies('design.events.rules-changed');
    const scene = auditScene();
    await scene.turn([list], { rules: rulesOf(allow) });
    await scene.turn([list], { rules: rulesOf(allow) });
    const policy = { decide: () => ({ verdict: 'allow', level: 'safe', reasons: [] }) as const };
    await scene.turn([list], { policy });
    expect(await scene.rows({ kinds: ['rules'] })).toHaveLength(1);
    await scene.turn([list]);
    expect(await scene.rows({ kinds: ['rules'] })).toMatchObject([
      { says: `- allow exec(npm test) (/home/me/config.json:3) in ${scene.folder}` },
      {},
    ]);
  });
});
