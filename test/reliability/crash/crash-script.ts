import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../../src/model/message.js';
import type { ScriptedCall, ScriptedRound } from '../../../src/model/provider/scripted.js';

/** Longer than a page of memory or a block of a disk. */
const large = (word: string): string => `${word} `.repeat(1500);
const oldText = (name: string): string => large(`old ${name}`);

const call = (id: string, name: string, args: object): ScriptedCall => ({ id, name, arguments: args });
const write = (id: string, path: string): ScriptedCall =>
  call(id, 'write_file', { path, content: large(`new ${path}`) });

/** The rounds of each turn. What a round answers depends on nothing but the conversation so far. */
const turns: readonly (readonly ((messages: readonly Message[]) => readonly ScriptedCall[])[])[] = [
  [
    () => [
      call('c01', 'list_dir', { path: '.' }),
      call('c02', 'read_file', { path: 'same.txt' }),
      call('c03', 'stamp', { mark: 'c03' }),
    ],
    () => [
      write('c04', 'made/new.txt'),
      call('c05', 'edit_file', { path: 'edited.txt', old_text: '<', new_text: '>' }),
    ],
    () => [
      call('c06', 'delete_file', { path: 'deleted.txt' }),
      call('c07', 'move_file', { from: 'from.txt', to: 'moved/to.txt' }),
    ],
    () => [call('c08', 'run_command', { command: 'echo c08 >> ran.log' })],
    () => [
      call('c09', 'bump', { mark: 'c09' }),
      call('c10', 'stamp', { mark: 'c10' }),
      call('c11', 'bump', { mark: 'c11' }),
    ],
    () => [call('c12', 'big', {}), call('c13', 'stamp', { mark: 'c13' })],
    () => [call('c14', 'preview_write_file', { path: 'staged.txt', content: large('new staged.txt') })],
    (messages) => [call('c15', 'apply_file_change', { token: tokenIn(messages) })],
    () => [call('c16', 'ask_user', { questions: [{ question: 'Which colour?' }] }), write('c17', 'granted.txt')],
    () => [write('c18', 'overwritten.txt')],
  ],
  [() => [write('c19', 'parked.txt'), call('c20', 'bump', { mark: 'c20' })]],
];

/** The next round of a conversation, by how far it has come. */
export function scriptedRound(messages: readonly Message[]): ScriptedRound {
  const turn = messages.filter(({ role }) => role === 'user').length - 1;
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  const round = turns[turn]?.[since.filter(({ role }) => role === 'assistant').length];
  return round === undefined ? { text: `Turn ${turn + 1} is done.` } : { calls: round(messages) };
}

function tokenIn(messages: readonly Message[]): string {
  const shown = messages.findLast((message) => message.role === 'tool' && message.callId === 'c14')?.text ?? '';
  return /"token":"([^"]+)"/.exec(shown)?.[1] ?? 'none';
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const editable = `${oldText('edited.txt')}<`;

/** What each call may do to files: from what to what; `null` is no file. A file is never anything else. */
const changes: Readonly<Record<string, Readonly<Record<string, readonly [string | null, string | null]>>>> = {
  c04: { 'made/new.txt': [null, large('new made/new.txt')] },
  c05: { 'edited.txt': [editable, editable.replace('<', '>')] },
  c06: { 'deleted.txt': [oldText('deleted.txt'), null] },
  c07: { 'from.txt': [oldText('from.txt'), null], 'moved/to.txt': [null, oldText('from.txt')] },
  c08: { 'ran.log': [null, 'c08\n'] },
  c15: { 'staged.txt': [null, large('new staged.txt')] },
  c17: { 'granted.txt': [null, large('new granted.txt')] },
  c18: { 'overwritten.txt': [oldText('overwritten.txt'), large('new overwritten.txt')] },
  c19: { 'parked.txt': [null, large('new parked.txt')] },
};

/** Makes the workspace as it is before the first call, and tells the checker what may become of it. */
export function setUpScene(folder: string): void {
  const workspace = join(folder, 'ws');
  mkdirSync(workspace);
  const files: Record<string, string> = { 'same.txt': oldText('same.txt') };
  for (const [path, [before]] of Object.values(changes).flatMap((paths) => Object.entries(paths))) {
    if (before !== null) files[path] = before;
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(workspace, path), text);
  const hashed = (text: string | null): string | null => (text === null ? null : sha256(text));
  const expected = {
    files: { 'same.txt': sha256(files['same.txt'] ?? '') },
    changes: Object.fromEntries(
      Object.entries(changes).map(([id, paths]) => [
        id,
        Object.fromEntries(Object.entries(paths).map(([path, [from, to]]) => [path, [hashed(from), hashed(to)]])),
      ]),
    ),
    once: ['c08', 'c09', 'c11', 'c20'],
    calls: turns.flat().flatMap((round) => round([]).map(({ id }) => id)),
  };
  writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected));
}
