import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { block, openVault } from './vault.js';

const files = {
  'notes/a.md': 'one\ntwo\nthree\n',
  'notes/sub/b.md': 'b\n',
  'notebook.md': 'n\n',
  '.obsidian/app.json': '{}',
};

const run = async (name: string, args: object, more: Parameters<typeof openVault>[1] = {}) => {
  const vault = await openVault([block(name, args), 'Done.'], { files, ...more });
  const { told } = await vault.ask();
  return { vault, told: told[0] ?? '' };
};
const list = async (prefix: string): Promise<unknown> => JSON.parse((await run('list', { prefix })).told);

it('offers the six tools, and no other', async () => {
  const vault = await openVault(['Hello.'], { files });
  await vault.ask();
  const names = vault.session.listTools().map(({ tool }) => tool.name);
  expect(names.sort()).toEqual(['active_file', 'append', 'line_edit', 'list', 'read', 'write']);
});

describe('list', () => {
  it('gives what begins with the prefix, folders with a slash', async () => {
    verifies('astra.tool.list', 'astra.tool.list-folders');
    expect(await list('notes/')).toEqual(['notes/a.md', 'notes/sub/', 'notes/sub/b.md']);
    expect(await list('note')).toEqual(['notebook.md', 'notes/', 'notes/a.md', 'notes/sub/', 'notes/sub/b.md']);
    expect(await list('ote')).toEqual([]);
    expect(await list('.obs')).toEqual(['.obsidian/', '.obsidian/app.json']);
  });

  it('gives everything for an empty prefix', async () => {
    verifies('astra.tool.list-all');
    const all = ['notebook.md', 'notes/', 'notes/a.md', 'notes/sub/', 'notes/sub/b.md'];
    for (const prefix of ['', '/', './', '.']) expect(await list(prefix)).toEqual(all);
  });

  it('answers without a match, with nothing in it', async () => {
    verifies('astra.tool.list-none');
    const { told } = await run('list', { prefix: 'nowhere/' });
    expect(told).toBe('[]');
  });
});

describe('read', () => {
  it('gives the text, and says so where it cannot', async () => {
    verifies('astra.tool.read', 'astra.errors.text');
    expect((await run('read', { path: 'notes/a.md' })).told).toBe('one\ntwo\nthree');
    expect((await run('read', { path: 'notes/missing.md' })).told).toMatch(
      /^ERROR: .*missing\.md(?!.*\b(?:glob|list_dir)\b)/,
    );
    expect((await run('read', { path: 'notes' })).told).toMatch(/^ERROR: notes is a folder.* Use list /);
  });

  it('gives a long note whole, and the start of one that is too long', async () => {
    const long = `${'x'.repeat(99)}\n`.repeat(250);
    expect((await run('read', { path: 'l.md' }, { files: { 'l.md': long } })).told).toBe(long.trimEnd());
    const { told } = await run('read', { path: 'l.md' }, { files: { 'l.md': long.repeat(2) } });
    expect(told).toMatch(/\[lines 1-\d+ of 500; the rest is too long to be read in one call\]$/);
  });

  it('knows paths of the vault alone', async () => {
    for (const path of ['/etc/passwd', '../secret.md', 'notes/../../secret.md']) {
      expect((await run('read', { path })).told).toContain('is no path of the vault');
    }
  });
});

describe('write and append', () => {
  it('creates or overwrites a file', async () => {
    verifies('astra.tool.write');
    const made = await run('write', { path: 'new/c.md', content: 'c\n' });
    expect([made.told, made.vault.read('new/c.md')]).toEqual(['Created new/c.md (1 line, 2 B).', 'c\n']);
    const over = await run('write', { path: 'notes/a.md', content: 'c\n' });
    expect(over.vault.read('notes/a.md')).toBe('c\n');
  });

  it('appends to a file, and makes it when it is missing', async () => {
    verifies('astra.tool.append', 'astra.tool.append-new');
    const { vault } = await run('append', { path: 'notes/a.md', content: 'four\n' });
    expect(vault.read('notes/a.md')).toBe('one\ntwo\nthree\nfour\n');
    expect((await run('append', { path: 'log.md', content: 'first\n' })).vault.read('log.md')).toBe('first\n');
  });

  it('writes nothing without a yes', async () => {
    verifies('astra.consent.needed');
    const { vault, told } = await run('write', { path: 'notes/a.md', content: 'c' }, { says: 'deny' });
    expect([told.startsWith('ERROR: '), vault.read('notes/a.md')]).toEqual([true, 'one\ntwo\nthree\n']);
  });
});

describe('line_edit', () => {
  const edit = (startLine: number, endLine: number, newContent = 'new') =>
    run('line_edit', { path: 'notes/a.md', startLine, endLine, newContent });

  it('replaces lines, from 1 and inclusive', async () => {
    verifies('astra.tool.line-edit');
    const { vault, told } = await edit(2, 3);
    expect(vault.read('notes/a.md')).toBe('one\nnew\n');
    expect(told).toBe(
      'Replaced 2 lines by 1 at line 2 of notes/a.md, which has 2 lines now. Now there:\n1: one\n2: new',
    );
  });

  it('brings the range to what the file has', async () => {
    verifies('astra.tool.line-edit-clamp');
    expect((await edit(-4, 1)).vault.read('notes/a.md')).toBe('new\ntwo\nthree\n');
    expect((await edit(3, 99)).vault.read('notes/a.md')).toBe('one\ntwo\nnew\n');
  });

  it('says what is wrong in the names of its own arguments', async () => {
    verifies('astra.errors.text');
    expect((await edit(3, 2)).told).toBe('ERROR: endLine 2 is before startLine 3. Swap them.');
  });

  it('shows the lines before and after to the person, who applies them', async () => {
    verifies('astra.tool.line-edit-preview');
    const { vault } = await edit(2, 2);
    expect(vault.asked[0]?.preview).toMatchObject({ kind: 'diff', path: 'notes/a.md', added: 1, removed: 1 });
    expect(JSON.stringify(vault.asked[0]?.preview)).toContain('-two\\n+new');
  });
});

it('tells which note is open, or null', async () => {
  verifies('astra.tool.active-file');
  expect((await run('active_file', {})).told).toBe('null');
  expect((await run('active_file', {}, { activeFile: 'notes/a.md' })).told).toBe('notes/a.md');
});

it('wants every parameter, and text where text is declared', async () => {
  verifies('astra.loop.arguments-checked');
  for (const args of [{}, { path: 'a.md' }, { path: 5, content: 'x' }, { path: 'a.md', content: { a: 1 } }]) {
    const { told, vault } = await run('write', args);
    expect(told).toMatch(/^ERROR: The arguments of write do not fit its schema/);
    expect(vault.asked).toEqual([]);
  }
});
