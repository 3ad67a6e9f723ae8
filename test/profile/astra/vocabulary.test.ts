import { expect, it } from 'vitest';
import { assessAstra, createAstraPolicy } from '../../../src/profile/astra/astra-vocabulary.js';
import {
  call,
  command,
  makePlaces,
  move,
  net,
  places,
  read,
  remove,
  verdictOf,
  write,
} from '../../policy/vocabulary/call.js';

makePlaces();

const policy = createAstraPolicy({ places });

it.each([
  ['list', [read('.', { deep: true })], 'read', 'allow'],
  ['read', [read('notes/a.md')], 'read', 'allow'],
  ['active_file', [], 'read', 'allow'],
  ['search', [read('a'), read('b'), read('c')], 'read', 'allow'],
  ['write', [write('notes/a.md')], 'write', 'ask'],
  ['append', [write('notes/a.md')], 'write', 'ask'],
  ['line_edit', [write('notes/a.md')], 'write', 'ask'],
  ['line_edit', [read('notes/a.md')], 'write', 'ask'],
  ['write', [], 'write', 'ask'],
  // Whatever a tool is called, what it does counts.
  ['read', [write('notes/a.md')], 'write', 'ask'],
  ['list', [read('.'), remove('notes/a.md')], 'write', 'ask'],
  ['vault_tool', [move('a'), write('b')], 'write', 'ask'],
  ['vault_tool', [net('https://example.org')], 'write', 'ask'],
  ['vault_tool', [write('vault_tool', { known: false })], 'write', 'ask'],
  ['read', [read('/srv/x')], 'write', 'ask'],
  ['read', [read('a', { known: false })], 'write', 'ask'],
  // Stricter than a yes can be.
  ['read', [read('~/.ssh/id_rsa')], 'write', 'deny'],
  ['read', [read('.env')], 'read', 'ask'],
  ['write', [write('~/.ssh/authorized_keys')], 'write', 'deny'],
] as const)('%s %j is a %s: %s', async (name, facts, access, verdict) => {
  expect(assessAstra(call(name, facts))).toEqual({ access, asks: access === 'write' });
  expect(await verdictOf(policy, call(name, facts))).toBe(verdict);
});

it.each([
  ['npm test', 'ask'],
  ['echo x > a', 'ask'],
  ['rm -rf ~', 'deny'],
])('a command, which the vault has no tool for: %s', async (text, verdict) => {
  expect(await verdictOf(policy, call('vault_tool', await command(text)))).toBe(verdict);
});

it('asks in every mode but the one in which nothing is changed', async () => {
  for (const mode of ['ask', 'edit', 'auto'] as const)
    expect(await verdictOf(policy, call('write', [write('a.md')], { mode }))).toBe('ask');
  expect(await verdictOf(policy, call('write', [write('a.md')], { mode: 'plan' }))).toBe('deny');
});

it('asks about a tool that is marked dangerous', async () => {
  expect(await verdictOf(policy, call('read', [read('a')], { dangerous: true }))).toBe('ask');
});
