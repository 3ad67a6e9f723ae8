import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { parseRuleList } from '../../src/policy/rule/rule-list.js';
import { callDigest } from '../../src/run/call-digest.js';
import { createBareProcesses } from '../../src/sandbox/bare-process.js';
import { openSession } from '../../src/session/session.js';
import { readSession } from '../../src/session/sessions.js';
import { openStore } from '../../src/store/open-store.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder } from './open.js';

const command = 'cat notes.txt && git push origin main';
const calls = [
  { name: 'run_command', arguments: { command } },
  { name: 'read_file', arguments: { path: 'notes.txt' } },
  { name: 'read_file', arguments: { path: '.env' } },
];

/** What a store holds of a session when it is opened again. */
async function recordOf() {
  const folder = realpathSync(newFolder());
  const file = join(newFolder(), 'store.db');
  writeFileSync(join(folder, 'notes.txt'), 'n\n');
  const { rules } = parseRuleList(
    [{ deny: 'exec(git push:*)', why: 'pushing is mine' }, { ask: 'read(.env*)' }],
    (path) => ({
      layer: 'user',
      file: '/home/me/.config/toolwright/config.json',
      line: 3 + Number(path[0]),
    }),
  );
  const model = scriptedModel([{ calls }, { text: 'Done.' }]);
  const bare = createBareProcesses({ env: process.env });
  const session = await openSession({
    workspace: folder,
    model,
    rules,
    store: file,
    mode: 'edit',
    onAsk: 'deny',
    process: bare,
  });
  await session.send('go').result;
  await session.close();
  const store = await openStore(file);
  try {
    return { folder, events: (await readSession(store, session.id)).events };
  } finally {
    await store.close();
  }
}

describe('the record of a verdict, read back from the store', () => {
  it('holds facts, verdict, level, reasons, rule with its place, mode and digest', async () => {
    verifies('policy.record.decision', 'design.policy.explain', 'design.policy.digest');
    const { folder, events } = await recordOf();
    const [planned, ...others] = bodies(events, 'call-planned');
    const origin = { layer: 'user', file: '/home/me/.config/toolwright/config.json' };
    expect(planned).toEqual({
      callId: expect.stringMatching(/^call_/),
      basis: folder,
      facts: [
        {
          kind: 'exec',
          target: 'cat notes.txt',
          where: 'workspace',
          known: true,
          proved: true,
          words: ['cat', 'notes.txt'],
          plain: true,
        },
        { kind: 'read', target: 'notes.txt', where: 'workspace', known: true, by: 0 },
        expect.objectContaining({ kind: 'exec', words: ['git', 'push', 'origin', 'main'], known: false }),
        expect.objectContaining({ kind: 'net', known: false, by: 2 }),
      ],
    });
    expect(others.map(({ facts }) => facts)).toEqual([
      [{ kind: 'read', target: 'notes.txt', where: 'workspace', known: true }],
      [{ kind: 'read', target: '.env', where: 'workspace', known: true }],
    ]);
    const pushing = 'the rule "deny exec(git push:*)" is about `git push origin main`: pushing is mine';
    const asked = 'the rule "ask read(.env*)" is about `.env`';
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(bodies(events, 'call-decided')).toEqual([
      {
        callId: planned?.callId,
        tool: 'run_command',
        verdict: 'deny',
        level: 'high',
        reasons: [pushing],
        because: [
          {
            verdict: 'deny',
            source: 'rule',
            reason: pushing,
            fact: 2,
            rule: { text: 'deny exec(git push:*)', origin: { ...origin, line: 3 } },
          },
        ],
        mode: 'edit',
        digest: callDigest({ name: 'run_command', arguments: JSON.stringify({ command }), basis: folder }),
      },
      {
        callId: others[0]?.callId,
        tool: 'read_file',
        verdict: 'allow',
        level: 'safe',
        reasons: [],
        mode: 'edit',
        digest,
      },
      {
        callId: others[1]?.callId,
        tool: 'read_file',
        verdict: 'ask',
        level: 'safe',
        reasons: [asked, 'reads .env, which is named as credentials are'],
        because: [
          {
            verdict: 'ask',
            source: 'rule',
            reason: asked,
            fact: 0,
            rule: { text: 'ask read(.env*)', origin: { ...origin, line: 4 } },
          },
          expect.objectContaining({ verdict: 'ask', source: 'protected', fact: 0 }),
        ],
        mode: 'edit',
        digest,
      },
    ]);
  });

  it('has another digest for other arguments', async () => {
    verifies('policy.record.decision');
    const digests = bodies((await recordOf()).events, 'call-decided').map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(digests.length);
  });
});
