import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindValues } from '../../../src/cli/completion/kind-values.js';
import { renderHelp } from '../../../src/cli/help.js';
import { parseCommandLine } from '../../../src/cli/parse-command-line.js';
import { settings } from '../../../src/config/setting/settings.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { quietEnv } from '../../support/quiet-env.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';
import { fakeHost } from '../fake-host.js';
import { openPrompt } from './prompt.js';
import { createShellFolder } from './shell-folder.js';

const values = (scene: Scene, kind: string, env: Record<string, string> = {}) =>
  runCli(['completion', 'values', kind, '--store', scene.store], { cwd: scene.folder, env });

const silent = { code: 0, stdout: '', stderr: '' };

describe('the values of completion', () => {
  it('are the newest sessions, with their time and first words', async () => {
    verifies('models.face.completion-values');
    const scene = await createScene(() => ({ text: 'Done.' }));
    for (const prompt of ['first: one\ttab\nsecond line', 'then \u001b[2Jthis'])
      await runCli(['run', ...scene.flags, prompt], { cwd: scene.folder });
    const { code, stdout, stderr } = await values(scene, 'session');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/ses_\w+/g, 'ID').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')).toBe(
      'last\tthe newest\nID\tTIME then \\e[2Jthis\nID\tTIME first: one\\ttab\n',
    );
  });

  it('are bounded', async () => {
    verifies('models.face.completion-values');
    const scene = await createScene([]);
    const store = await openStore(scene.store);
    for (let at = 0; at < 150; at += 1)
      await store.append(`ses_${at}`, [{ type: 'message-received', body: { text: 'x'.repeat(10_000) } }]);
    await store.append('other', [{ type: 'message-received', body: { text: 'no session' } }]);
    await store.close();
    const { stdout } = await values(scene, 'session');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(101);
    expect(lines.every((line) => line.length < 120 && /^(?:last|ses_\d+)\t/.test(line))).toBe(true);
  });

  it('are none, silently, where there is no store, a damaged one, an unknown kind', async () => {
    verifies('models.face.completion-values');
    const scene = await createScene([]);
    expect(await values(scene, 'session')).toEqual(silent);
    expect(await values(scene, 'nonsense')).toEqual(silent);
    expect(await values(scene, '__proto__')).toEqual(silent);
    expect(readdirSync(join(scene.store, '..'))).toEqual(['work']);
    writeFileSync(scene.store, 'no store at all '.repeat(100));
    expect(await values(scene, 'session')).toEqual(silent);
    expect((await values(scene, 'session', { TOOLWRIGHT_DEBUG: '1' })).stderr).toContain('store.db');
  });

  it('are looked for without writing to what --store names', async () => {
    verifies('models.face.completion-values');
    const scene = await createScene([]);
    writeFileSync(scene.store, '');
    expect(await values(scene, 'session')).toEqual(silent);
    expect(statSync(scene.store).size).toBe(0);
    const other = 'somebody else’s notes\n'.repeat(100);
    writeFileSync(scene.store, other);
    expect(await values(scene, 'session')).toEqual(silent);
    expect(readFileSync(scene.store, 'utf8')).toBe(other);
    expect(readdirSync(join(scene.store, '..')).toSorted()).toEqual(['store.db', 'work']);
  });

  it('are the settings that a command line can change, with their titles', async () => {
    verifies('models.face.completion-values');
    const { host } = fakeHost({ cwd: '/', env: quietEnv });
    const line = parseCommandLine(['completion', 'values', 'setting']);
    if (line.type !== 'run') throw new Error('not a command');
    const offered = await kindValues('setting', { host, invocation: line.invocation });
    expect(offered).toContainEqual({ value: 'model', says: 'Model' });
    const names = Object.keys(settings).filter((name) => name !== 'rules' && name !== 'hooks');
    expect(offered.map(({ value }) => value).filter((value) => !value.includes('.'))).toEqual(names);
    expect(offered.map(({ value }) => value)).toContain('limits.rounds');
  });

  it('have the guide among the models', async () => {
    const line = parseCommandLine(['completion', 'values', 'model']);
    if (line.type !== 'run') throw new Error('not a command');
    const { host } = fakeHost({ cwd: '/', env: quietEnv });
    const models = await kindValues('model', { host, invocation: line.invocation });
    expect(models.map(({ value }) => value)).toContain('guide');
  });

  it('are asked for by programs only: no help tells of it', () => {
    expect(renderHelp('all')).not.toContain('completion values');
    expect(renderHelp('completion')).not.toContain('values');
    expect(renderHelp('all')).not.toContain('toolwright complete ');
  });

  it.skipIf(needs('tmux') !== undefined)('reach the prompt of a shell', async () => {
    verifies('models.face.completion-values', 'models.face.completion-bash');
    const scene = await createScene(() => ({ text: 'Done.' }));
    const folder = await createShellFolder();
    const { stderr } = await runCli(['run', ...scene.flags, 'hello'], { cwd: scene.folder });
    const [id] = /ses_\w+/.exec(stderr) ?? [];
    const prompt = await openPrompt('bash', folder);
    const line = `toolwright sessions --store ${scene.store} show ses_`;
    expect(await prompt.complete(line)).toBe(`toolwright sessions --store ${scene.store} show ${id} `);
  });
});
