import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { createScene } from '../support/scene.js';
import { runCli } from '../support/spawn-cli.js';

/** A stored session whose answer was changed. */
async function damaged() {
  const scene = await createScene([{ text: 'Hello yourself.' }, { text: 'Hello again.' }]);
  const { stderr } = await runCli(['run', ...scene.flags, 'hello'], { cwd: scene.folder });
  const id = /ses_\w+/.exec(stderr)?.[0] ?? '';
  const rows = new DatabaseSync(scene.store);
  rows.exec(`UPDATE events SET body = replace(body, 'yourself', 'someone') WHERE type = 'model-answered'`);
  rows.close();
  const sessions = (...args: string[]) => runCli(['sessions', ...args, '--store', scene.store], { cwd: scene.folder });
  return { scene, id, sessions };
}

describe('a damaged session', () => {
  it('is refused with the command that helps, repaired by it, and gone on with', async () => {
    verifies('durability.damage.read-only', 'durability.damage.repair', 'durability.damage.set-aside');
    const { scene, id, sessions } = await damaged();
    const goOn = ['run', ...scene.flags, '--session', id, 'again'];
    const refused = await runCli(goOn, { cwd: scene.folder });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`toolwright sessions repair ${id}`);
    expect(refused.stdout).toBe('');

    const repaired = await sessions('repair', id);
    expect(repaired).toMatchObject({ code: 0, stdout: '' });
    expect(repaired.stderr).toMatch(
      /event \d+ is not what was written.*\nThe \d+ events before are whole, and the session can go on/,
    );
    expect(repaired.stderr).toMatch(
      new RegExp(`\\d+ events from there on were set aside: toolwright sessions export ${id} --format set-aside`),
    );
    const aside = await sessions('export', id, '--format', 'set-aside');
    expect(JSON.parse(aside.stdout.split('\n')[0] ?? '')).toMatchObject({
      type: 'model-answered',
      body: expect.stringContaining('Hello someone.'),
    });
    const words = /The session was damaged and cut back to event \d+: \d+ events that followed were set aside\./;
    expect((await sessions('show', id)).stdout).toMatch(words);
    expect((await sessions('export', id, '--format', 'markdown')).stdout).toMatch(words);
    const audit = await runCli(['audit', '--store', scene.store], { cwd: scene.folder });
    expect(audit.stdout).toMatch(/repaired: cut back to event \d+, \d+ events set aside; event \d+ is not what was/);
    expect((await sessions('repair', id)).stderr).toBe(`${id} is whole: nothing was changed.\n`);
    expect(await runCli(goOn, { cwd: scene.folder })).toMatchObject({ code: 0, stdout: 'Hello again.\n' });
  });

  it('is copied into a new store as far as it is whole', async () => {
    verifies('durability.damage.rescue');
    const { scene, id, sessions } = await damaged();
    const before = readFileSync(scene.store);
    const { code, stdout, stderr } = await sessions('rescue', 'new.db');
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${id}: \\d+ events; event \\d+ is not what was written`, 'm'));
    expect(stderr).toContain('new.db holds what is whole');
    expect(readFileSync(scene.store).equals(before)).toBe(true);
    expect(existsSync(join(scene.folder, 'new.db'))).toBe(true);
    const again = await runCli(['sessions', 'show', id, '--store', 'new.db'], { cwd: scene.folder });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('> hello') });
  });
});

it('puts the record on disk where the config says durable', async () => {
  verifies('durability.durable.setting');
  const scene = await createScene([{ text: 'Hello.' }]);
  const env = { XDG_CONFIG_HOME: join(scene.folder, 'config') };
  expect(await runCli(['config', 'set', 'durable', 'true'], { cwd: scene.folder, env })).toMatchObject({ code: 0 });
  const end = await runCli(['run', ...scene.flags, 'hello'], { cwd: scene.folder, env });
  expect(end).toMatchObject({ code: 0, stdout: 'Hello.\n' });
  const workspace = await runCli(['config', 'set', '--workspace', 'durable', 'false'], { cwd: scene.folder, env });
  expect(workspace).toMatchObject({ code: 2, stderr: expect.stringContaining('durable cannot be set by a workspace') });
});
