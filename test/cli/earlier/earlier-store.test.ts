import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { shareOf } from '../../support/depth.js';
import { laidOutInTurn, layOutEarlier, made, type SessionName } from '../../support/earlier-store.js';

const ids = made.sessions;
const names = Object.keys(ids) as SessionName[];

describe('the sessions of an earlier version', { timeout: laidOutInTurn }, () => {
  it('are listed, shown, exported and verified as that version did', async () => {
    verifies('durability.earlier.told');
    const { run } = await layOutEarlier();
    const verified = await run(['audit', 'verify']);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    // The last line counts them; the session that was killed came later.
    const heads = made.verified.trimEnd().split('\n').slice(0, -1);
    expect(verified.stdout.split('\n')).toEqual(expect.arrayContaining(heads));
    expect(verified.stdout).toContain(`${heads.length + 1} streams, `);
    const listed = JSON.parse((await run(['sessions', '--json', '--limit', '0'])).stdout) as { readonly id: string }[];
    expect(listed.filter(({ id }) => id !== ids.killed)).toEqual(made.list);
    for (const name of ['files', 'undone', 'astra'] as const)
      expect(JSON.parse((await run(['changes', ids[name], '--json'])).stdout)).toEqual(made.changes[name]);
    for (const name of shareOf(names, 4)) {
      const shown = await run(['sessions', 'show', ids[name]]);
      expect({ name, ...shown }).toMatchObject({
        name,
        code: 0,
        stderr: '',
        stdout: expect.stringContaining(ids[name]),
      });
      const { stdout } = await run(['sessions', 'export', ids[name], '--format', 'jsonl']);
      const [, , head] = heads.find((line) => line.startsWith(ids[name]))?.split(/ {2}/) ?? [];
      if (head !== undefined) expect(stdout.trimEnd().split('\n').at(-1)).toContain(`"hash":"${head}"`);
    }
  });

  it('are replayed without a difference, before and after they were resumed', async () => {
    verifies('durability.earlier.replayed', 'durability.earlier.resumed');
    const { run, flags, server } = await layOutEarlier(() => ({ text: 'There is more.' }));
    for (const name of shareOf(names, 3)) {
      const before = await run(['replay', ids[name]]);
      expect({ name, ...before }).toMatchObject({ name, code: 0, stdout: expect.stringContaining(': no difference.') });
      const resumed = await run(['run', ...flags, '--session', ids[name], 'Tell me more.']);
      // Nobody is there for the question that was parked: it is denied.
      const code = name === 'parked' ? 3 : 0;
      expect({ name, ...resumed }).toMatchObject({ name, code, stdout: 'There is more.\n' });
      expect(server.requests.at(-1)?.text).toContain('Tell me more.');
      const after = await run(['replay', ids[name]]);
      expect({ name, ...after }).toMatchObject({ name, code: 0, stdout: expect.stringContaining(': no difference.') });
    }
  });

  it('go on after a kill: what was running is told of once, and what had been done can be undone', async () => {
    verifies('durability.earlier.resumed', 'durability.earlier.undone');
    const { run, flags, server, work } = await layOutEarlier([{ text: 'It was cut off.' }]);
    const resumed = await run(['run', ...flags, '--session', ids.killed]);
    expect(resumed).toMatchObject({ code: 0, stdout: 'It was cut off.\n' });
    expect(resumed.stderr).toContain('run_command');
    expect(server.requests[0]?.text).toContain('sleep 1000');
    expect(readFileSync(join(work, 'killed.txt'), 'utf8')).toBe('before the kill\n');
    expect(await run(['undo', ids.killed, '--yes'])).toMatchObject({ code: 0 });
    expect(existsSync(join(work, 'killed.txt'))).toBe(false);
    expect(await run(['audit', 'verify', ids.killed])).toMatchObject({ code: 0 });
  });

  it('go on with a parked question, which is asked again', async () => {
    verifies('durability.earlier.resumed');
    const { run, flags, work } = await layOutEarlier([{ text: 'Parked no more.' }]);
    const again = await run(['run', ...flags, '--session', ids.parked, '--on-ask', 'park']);
    expect(again.code).toBe(4);
    expect(again.stderr).toContain('May write_file run?');
    expect(existsSync(join(work, 'parked.txt'))).toBe(false);
    // In mode edit nobody has to be asked.
    const edits = await run(['run', ...flags, '--session', ids.parked, '--mode', 'edit']);
    expect(edits).toMatchObject({ code: 0, stdout: 'Parked no more.\n' });
    expect(readFileSync(join(work, 'parked.txt'), 'utf8')).toBe('yes\n');
  });

  it('have their changes undone and redone, but for what was changed since', async () => {
    verifies('durability.earlier.undone');
    const { run, work } = await layOutEarlier();
    const text = (path: string) => (existsSync(join(work, path)) ? readFileSync(join(work, path), 'utf8') : undefined);
    // What local-harness changed came later than files.
    const conflict = await run(['undo', ids.files, '--yes']);
    expect(conflict).toMatchObject({ code: 1 });
    expect(conflict.stdout + conflict.stderr).toContain('menu.txt was changed since');
    expect(text('menu.txt')).toBe('CARD\ngreen tea\ncoffee\ncake\n');
    expect(await run(['undo', ids['local-harness'], '--yes'])).toMatchObject({ code: 0 });
    expect([text('menu.txt'), text('harness.txt')]).toEqual(['MENU\ngreen tea\ncoffee\ncake\n', undefined]);
    expect(await run(['undo', ids.files, '--all', '--yes'])).toMatchObject({ code: 0 });
    expect([text('menu.txt'), text('src/price.js'), text('old.txt'), text('made.txt'), text('hello.txt')]).toEqual([
      'tea\ncoffee\n',
      expect.stringContaining('tea: 3'),
      'old\n',
      undefined,
      'hello\n',
    ]);
    expect(await run(['redo', ids.files, '--yes'])).toMatchObject({ code: 0 });
    expect([text('menu.txt'), text('made.txt'), text('hello.txt')]).toEqual([
      'MENU\ngreen tea\ncoffee\ncake\n',
      'made by a command\n',
      'good day\n',
    ]);
    // That version had undone this itself.
    expect(await run(['redo', ids.undone, '--yes'])).toMatchObject({ code: 0 });
    expect([text('undone.txt'), text('hello.txt')]).toEqual(['it was here\n', 'good night\n']);
    expect(await run(['audit', 'verify'])).toMatchObject({ code: 0 });
  });
});
