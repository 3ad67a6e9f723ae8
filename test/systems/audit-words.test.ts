import { describe, expect, it } from 'vitest';
import { readSession } from '../../src/session/sessions.js';
import { localHarnessDecision } from '../../src/systems/local-harness/export-decisions.js';
import { seedAuditRows } from '../../src/systems/seed/seed-audit.js';
import { verifies } from '../requirements.js';
import { auditScene, list, rulesOf, write } from '../session/audit/audit-scene.js';

describe('the record in the words of LocalHarness', () => {
  it('knows its five decisions and who decided, and has the last 50 at hand', async () => {
    verifies('local-harness.permission.audit');
    const scene = auditScene();
    const rules = rulesOf({ deny: 'write(no*)' });
    const words = async (...turn: Parameters<typeof scene.turn>) => {
      const session = await scene.turn(...turn);
      const rows = await scene.rows({ session, kinds: ['decision', 'refusal'], limit: 50 });
      return rows.map((row) => ({ decision: localHarnessDecision(row), who: row.who }));
    };
    expect(await words([list])).toEqual([{ decision: 'auto_approved', who: null }]);
    expect(await words([write('a')], { actor: 'ann', onQuestion: () => ({ choice: 'once' }) })).toEqual([
      { decision: 'user_approved', who: 'ann' },
    ]);
    expect(await words([write('b')], { actor: 'ann', onQuestion: () => ({ choice: 'deny' }) })).toEqual([
      { decision: 'denied_by_user', who: 'ann' },
    ]);
    expect(await words([write('no')], { rules })).toEqual([{ decision: 'denied_by_policy', who: null }]);
    expect(await words([write('b')], { onAsk: 'deny' })).toEqual([{ decision: 'denied_by_policy', who: null }]);
    expect(await words([{ name: 'nothing', arguments: {} }])).toEqual([{ decision: 'failed_validation', who: null }]);
    expect(await words([write('b')], { onAsk: 'park' })).toEqual([{ decision: undefined, who: null }]);
    await scene.turn(Array.from({ length: 50 }, (_, at) => ({ ...list, arguments: { path: './'.repeat(at + 1) } })));
    const last = await scene.rows({ kinds: ['decision', 'refusal'], limit: 50 });
    expect(last.map(localHarnessDecision)).toEqual(Array.from({ length: 50 }, () => 'auto_approved'));
    expect((await scene.rows({ kinds: ['session'] })).map(localHarnessDecision)).not.toContain('auto_approved');
  });
});

describe('the calls of a session as Seed logs them', () => {
  it('is a row when a call is asked for and one when it is over', async () => {
    verifies('seed.executor.audit-rows', 'seed.executor.audit-requested', 'seed.executor.audit-completed');
    const scene = auditScene();
    const id = await scene.turn([list, write('a')], { actor: 'ann', onQuestion: () => ({ choice: 'deny' }) });
    const rows = seedAuditRows(await readSession(scene.store, id));
    const call = { toolCallId: expect.stringMatching(/^call_/), authorActorId: 'ann', taskId: id };
    const times = { timestamp: expect.any(Number) };
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const shape = rows.map(({ id: _, ...row }) => row);
    const expected = [
      {
        type: 'ToolCallRequested',
        payload: { ...call, toolName: 'list_dir', input: { path: '.' }, ...times },
        createdAt,
      },
      {
        type: 'ToolCallRequested',
        payload: { ...call, toolName: 'write_file', input: { path: 'a', content: 'x\n' }, ...times },
        createdAt,
      },
      {
        type: 'ToolCallCompleted',
        payload: {
          ...call,
          toolName: 'list_dir',
          output: expect.any(String),
          isError: false,
          durationMs: expect.any(Number),
          ...times,
        },
        createdAt,
      },
      {
        type: 'ToolCallCompleted',
        payload: {
          ...call,
          toolName: 'write_file',
          output: { isError: true, error: 'User rejected the request' },
          isError: true,
          durationMs: 0,
          ...times,
        },
        createdAt,
      },
    ];
    expect(shape).toHaveLength(4);
    expect(shape).toEqual(expect.arrayContaining(expected));
    expect(rows.map((row) => row.id)).toEqual([1, 2, 3, 4]);
  });
});
