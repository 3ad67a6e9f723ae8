import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { block, openVault } from './vault.js';

const files = { 'notes/a.md': 'one\ntwo\n', 'notes/b.md': 'b\n' };

/** A chat over a vault: the model says these texts, the person types these lines. */
async function chat(says: readonly string[], lines: readonly string[]) {
  const { folder: cwd, flags, server } = await createScene(says.map((text) => ({ text })));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, 'notes'), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const { stdout } = await runHere([...flags, '--profile', 'astra'], { cwd, input: `${lines.join('\n')}\n` });
  const messages = (server.requests.at(-1)?.body as { messages: readonly { role: string; content: string }[] })
    .messages;
  return { stdout, last: messages.at(-1), read: (path: string) => readFileSync(join(cwd, path), 'utf8') };
}

const edit = (newContent: string) => block('line_edit', { path: 'notes/a.md', startLine: 2, endLine: 2, newContent });

it('asks about nothing that only reads, however many steps it takes', async () => {
  verifies('astra.consent.free', 'astra.consent.read-only-steps');
  const steps = [
    block('list', { prefix: '' }),
    block('read', { path: 'notes/a.md' }),
    block('active_file'),
    block('read', { path: 'notes/b.md' }),
    block('list', { prefix: 'notes/' }),
  ];
  const vault = await openVault([...steps, 'Done.'], { files });
  const { told, end } = await vault.ask();
  expect([told.length, vault.asked, end.text]).toEqual([5, [], 'Done.']);
  expect(told.filter((text) => text.startsWith('ERROR'))).toEqual([]);
});

it.each([
  ['write', { path: 'notes/b.md', content: 'new\n' }],
  ['append', { path: 'notes/b.md', content: 'new\n' }],
  ['line_edit', { path: 'notes/b.md', startLine: 1, endLine: 1, newContent: 'new' }],
])('asks about %s, each time, and writes nothing without a yes', async (name, args) => {
  verifies('astra.consent.needed');
  for (const says of ['once', 'deny'] as const) {
    const vault = await openVault([block(name, args), 'Done.'], { files, says });
    await vault.ask();
    expect(vault.asked.map(({ tool }) => tool)).toEqual([name]);
    expect(vault.read('notes/b.md') === 'b\n').toBe(says === 'deny');
  }
});

it.each([
  ['yes', true],
  ['go ahead', true],
  ['apply', true],
  ['Yes', true],
  ['maybe', false],
  ['no', false],
  ['reject', false],
  ['yes, but only the title', false],
  ['', false],
])('takes %j for consent: %s', async (line, consents) => {
  verifies('astra.consent.words');
  const { read } = await chat([edit('changed'), 'Done.'], ['go', line]);
  expect(read('notes/a.md')).toBe(consents ? 'one\nchanged\n' : 'one\ntwo\n');
});

it('shows a pending edit, with apply and reject', async () => {
  verifies('astra.consent.pending-edit', 'astra.tool.line-edit-preview');
  const { stdout, read } = await chat([edit('changed'), 'Done.'], ['go', 'apply']);
  expect(stdout).toContain('? Pending edit: line_edit. It would edit notes/a.md');
  expect(stdout).toMatch(/│ +one\n {2}│ -two\n {2}│ \+changed\n/);
  expect(stdout).toContain('[Apply]  [Reject]');
  expect(read('notes/a.md')).toBe('one\nchanged\n');
});

it('discards a pending edit when another message comes, and passes that on to the model', async () => {
  verifies('astra.consent.pending-discarded');
  const { last, read } = await chat([edit('changed'), 'As you wish.'], ['go', 'Leave the second line as it is.']);
  expect(read('notes/a.md')).toBe('one\ntwo\n');
  expect(last?.content).toContain('Leave the second line as it is.');
});

it('asks about every other tool that writes, whatever it is called', async () => {
  verifies('astra.consent.no-bypass');
  const ran: string[] = [];
  const own = defineTool({
    name: 'tidy',
    description: 'tidies',
    parameters: { type: 'object', properties: {} },
    effects: 'workspace',
    plan: () => ({
      facts: [{ kind: 'write', target: 'notes/a.md', where: 'workspace', known: true }],
      preview: { kind: 'text', text: 'tidies' },
    }),
    run() {
      ran.push('tidy');
      return 'done';
    },
  });
  const vault = await openVault([block('tidy'), 'Done.'], { files, tools: [own], says: 'deny' });
  await vault.ask();
  expect([ran, vault.asked.map(({ tool }) => tool)]).toEqual([[], ['tidy']]);
});

it('`toolwright run` writes nothing where nobody consents', async () => {
  verifies('astra.consent.needed');
  const { folder: cwd, flags } = await createScene([
    { text: block('write', { path: 'a.md', content: 'x' }) },
    { text: 'No.' },
  ]);
  const end = await runHere(['run', ...flags, '--profile', 'astra', '--on-ask', 'deny', 'go'], { cwd });
  expect([end.code, end.stdout]).toEqual([3, 'No.\n']);
});
