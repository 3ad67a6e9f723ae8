import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Answer } from '../../src/run/question.js';
import { openStore } from '../../src/store/open-store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { runChild } from './child-session.js';
import { type Approval, bodies, newFolder, open, play } from './open.js';

/** A turn in a process of its own, and its session as that process left it. */
async function leave(point: 'park' | 'replan') {
  const folder = newFolder();
  const workspace = newFolder();
  const path = join(folder, 'store.db');
  writeFileSync(join(workspace, 'notes.txt'), 'old\n');
  const { id, end } = await runChild('parked-child.ts', [path, workspace, point]);
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const events = (await store.read(id)) as never as Parameters<typeof bodies>[0];
  return { id, workspace, store, end, events };
}

const approvals = (events: Parameters<typeof bodies>[0]): readonly Approval[] =>
  bodies(events, 'approval-requested').filter((question) => question.kind === 'approval');

describe('a parked question', () => {
  it('survives the end of its process, and is asked again as things are then', async () => {
    verifies('policy.parked.afresh', 'policy.parked.old-answer');
    const { id, workspace, store, end, events } = await leave('park');
    expect(end).toBe(0);
    const [before] = approvals(events);
    expect(before?.preview).toMatchObject({ diff: expect.stringContaining('-old') });
    writeFileSync(join(workspace, 'notes.txt'), 'changed meanwhile\n');
    const session = await open([{ text: 'Gone on.' }], {
      store,
      workspace,
      session: id,
      builtins: true,
      onAsk: 'person',
    });
    // Nobody was told of it here: what was asked there cannot be answered here.
    expect(session.questions).toEqual([]);
    expect(() => session.answer(before?.id ?? '', { choice: 'once' })).toThrow('No open question');
    const turn = session.resume();
    const asked: Approval[] = [];
    for await (const event of turn) {
      if (event.type !== 'approval-requested' || event.body.kind !== 'approval') continue;
      asked.push(event.body);
      expect(() => session.answer(before?.id ?? '', { choice: 'once' })).toThrow('No open question');
      session.answer(event.body.id, { choice: 'once' });
    }
    expect(await turn.result).toMatchObject({ reason: 'answered', text: 'Gone on.' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.preview).toMatchObject({ diff: expect.stringContaining('-changed meanwhile') });
    expect(asked[0]?.id).not.toBe(before?.id);
    expect(asked[0]?.digest).not.toBe(before?.digest);
    expect(asked[0]?.callId).toBe(before?.callId);
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('new\n');
  });

  it('can be parked again, and denied later', async () => {
    verifies('policy.parked.afresh');
    const { id, workspace, store } = await leave('park');
    const parked = await open([], { store, workspace, session: id, builtins: true, onAsk: 'park' });
    expect(await parked.resume().result).toMatchObject({ reason: 'parked' });
    await parked.close();
    const answers: Answer[] = [{ choice: 'deny', reason: 'no longer wanted' }];
    const session = await open([{ text: 'Left it.' }], {
      store,
      workspace,
      session: id,
      builtins: true,
      onQuestion: () => answers.shift() ?? { choice: 'once' },
    });
    const { events } = await play(session.resume());
    expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'denied' }]);
    expect(session.requests[0]?.messages.findLast(({ role }) => role === 'tool')?.text).toContain('no longer wanted');
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('old\n');
  });

  it('is asked again in the mode, and by the rules, of the process that goes on', async () => {
    verifies('policy.parked.afresh');
    const { id, workspace, store } = await leave('park');
    const session = await open([{ text: 'Gone on.' }], { store, workspace, session: id, builtins: true, mode: 'plan' });
    const { events } = await play(session.resume());
    expect(approvals(events)).toEqual([]);
    expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'denied' }]);
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('old\n');
  });
});

it('asks again for what was approved when the process was killed before it started', async () => {
  verifies('design.policy.approval-bound');
  const { id, workspace, store, end, events } = await leave('replan');
  expect(end).toBe('SIGKILL');
  expect(bodies(events, 'approval-answered')).toMatchObject([{ answer: { choice: 'once' }, by: 'person' }]);
  expect(bodies(events, 'call-started')).toEqual([]);
  const [before] = approvals(events);
  const runs: string[] = [];
  const slow = defineTool({
    name: 'slow',
    description: 'writes a mark',
    parameters: { type: 'object' },
    effects: 'workspace',
    plan: () => ({
      facts: [{ kind: 'write', target: 'mark', where: 'workspace', known: true }],
      preview: { kind: 'text', text: 'leaves a mark' },
    }),
    run: () => runs.push('marked'),
  });
  const alone = await open([{ text: 'Without it.' }], { store, workspace, session: id, tools: [slow], onAsk: 'park' });
  const parked = await play(alone.resume());
  expect(parked.end.reason).toBe('parked');
  expect(runs).toEqual([]);
  await alone.close();
  const session = await open([{ text: 'Gone on.' }], { store, workspace, session: id, tools: [slow], onAsk: 'person' });
  const turn = session.resume();
  const asked: Approval[] = [];
  for await (const event of turn) {
    if (event.type !== 'approval-requested' || event.body.kind !== 'approval') continue;
    asked.push(event.body);
    expect(runs).toEqual([]);
    session.answer(event.body.id, { choice: 'once' });
  }
  expect(asked).toHaveLength(1);
  expect(asked[0]?.id).not.toBe(before?.id);
  expect(runs).toEqual(['marked']);
});
