import { describe, expect, it } from 'vitest';
import { readJournal } from '../../src/change/journal.js';
import { absent, type PathChange } from '../../src/tool/version.js';
import { verifies } from '../requirements.js';

const paths: readonly PathChange[] = [{ path: 'a', before: absent, after: { kind: 'folder', mode: 0o755 } }];

const events = (list: readonly (readonly [string, unknown])[]) =>
  list.map(([type, body], index) => ({ type, body, seq: index + 1, at: 1000 + index }));

describe('the journal', () => {
  it('lists changes in order with what made them and whether they are undone', () => {
    verifies('changes.journal.order', 'y-agent.tool.journal');
    const applied = (changeId: string, callId: string) => ({ changeId, callId, operation: 'create', paths });
    const undo = { undoId: 'u1', changeIds: ['c2'], paths, kept: [], who: 'person', from: 'terminal' };
    const { changes, undos } = readJournal(
      events([
        ['session-opened', { workspace: '/ws' }],
        ['turn-started', { turnId: 't1' }],
        ['session-forked', { workspace: '/elsewhere' }],
        ['call-admitted', { callId: 'k1', name: 'write_file' }],
        ['change-applied', applied('c1', 'k1')],
        ['turn-started', { turnId: 't2', resumed: true }],
        ['change-applied', applied('c2', 'k2')],
        ['session-opened', { workspace: '/other' }],
        ['turn-started', { turnId: 't3' }],
        ['change-applied', applied('c3', 'k1')],
        ['change-undone', undo],
      ]),
    );
    expect(changes).toEqual([
      { ...applied('c1', 'k1'), seq: 5, at: 1004, tool: 'write_file', turn: 1, root: '/ws', undone: false },
      { ...applied('c2', 'k2'), seq: 7, at: 1006, tool: '', turn: 1, root: '/ws', undone: true },
      { ...applied('c3', 'k1'), seq: 10, at: 1009, tool: 'write_file', turn: 2, root: '/other', undone: false },
    ]);
    expect(undos).toEqual([{ ...undo, seq: 11, at: 1010, root: '/other', redone: false }]);
  });

  it('takes an undo back with its redo', () => {
    verifies('changes.journal.order');
    const body = { undoId: 'u1', changeIds: ['c1'], paths, kept: [], who: 'person', from: 'terminal' };
    const { changes, undos } = readJournal(
      events([
        ['change-applied', { changeId: 'c1', callId: 'k1', operation: 'create', paths }],
        ['change-undone', body],
        ['change-redone', body],
      ]),
    );
    expect(changes).toMatchObject([{ changeId: 'c1', undone: false }]);
    expect(undos).toMatchObject([{ undoId: 'u1', redone: true }]);
  });

  it('passes over what older versions recorded, and what it does not know', () => {
    verifies('changes.journal.old-events');
    const { changes } = readJournal(
      events([
        ['change-applied', { changeId: 'c1', callId: 'k1', path: 'a', operation: 'create' }],
        ['change-applied', null],
        ['change-undone', { changeIds: ['c1'] }],
        ['message-received', { text: 'x' }],
      ]),
    );
    expect(changes).toEqual([]);
  });
});
