import { expect, it } from 'vitest';
import { createHistory } from '../../src/history/history.js';
import type { CommandEnded } from '../../src/run/event.js';

const ended = (over: Partial<CommandEnded>) => ({
  type: 'command-ended',
  body: { commandId: 'cmd_1', callId: 'c', command: 'npm run dev', by: 'itself', exitCode: 0, ...over },
});
const message = (text: string) => ({ type: 'message-received', body: { messageId: 'm', text } });

function noteOf(events: readonly ReturnType<typeof ended>[]): string {
  const history = createHistory('system');
  for (const event of [...events, message('hello')]) history.apply(event);
  return history.messages.at(-1)?.text.replace(/\n\nhello$/, '') ?? '';
}

const what = 'The background command cmd_1 ("npm run dev")';
const again = 'Start it again if it is needed.';
const unread = ' poll_command gives 12 bytes of output that you have not read.';

it.each<[Partial<CommandEnded>, string]>([
  [{}, `[${what} has ended, with exit code 0.]`],
  [{ exitCode: 7, unread: 12 }, `[${what} has ended, with exit code 7.${unread}]`],
  [{ exitCode: null }, `[${what} has ended, without an exit code.]`],
  [{ by: 'session', unread: 12 }, `[${what} was ended with the session before. ${again}]`],
  [{ by: 'program' }, `[${what} is not there any more: the program that ran it was ended. ${again}]`],
  [{ by: 'deadline', unread: 12 }, `[${what} was ended at its deadline.${unread} ${again}]`],
  [{ by: 'person', unread: 12 }, `[${what} was stopped by the user.${unread}]`],
])('tells how a command ended: %j', (end, note) => {
  expect(noteOf([ended(end)])).toBe(note);
});

it('tells it once, with the next message or the next round, and not what a call has told', () => {
  const history = createHistory('system');
  for (const event of [ended({ told: true }), message('one'), ended({}), { type: 'round-started', body: {} }])
    history.apply(event);
  for (const event of [{ type: 'round-started', body: {} }, message('two')]) history.apply(event);
  expect(history.messages.slice(1)).toEqual([
    { role: 'user', text: 'one' },
    { role: 'user', text: `[${what} has ended, with exit code 0.]` },
    { role: 'assistant', text: '(no answer)', calls: [] },
    { role: 'user', text: 'two' },
  ]);
});

it('stays short: the last ten ends, and the beginning of a command', () => {
  const many = Array.from({ length: 12 }, (_, at) => ended({ commandId: `cmd_${at}`, command: 'x'.repeat(500) }));
  const note = noteOf(many);
  expect(note.match(/cmd_\d+/g)).toEqual(Array.from({ length: 10 }, (_, at) => `cmd_${at + 2}`));
  expect(note).toContain(`("${'x'.repeat(80)}")`);
});
