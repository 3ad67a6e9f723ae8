import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { runCli } from '../../support/spawn-cli.js';
import { openTerminal } from '../../support/tmux.js';
import { type ConfigScene, createConfigScene } from './config-scene.js';

const envOf = ({ home }: ConfigScene) => ({ HOME: home, XDG_CONFIG_HOME: `${home}/.config` });
const start = (scene: ConfigScene, ...args: string[]) => runCli(args, { cwd: scene.work, env: envOf(scene) });
const turn = ['run', '--model', 'guide', 'where am I'];

describe('the built program', () => {
  it('starts nothing on files with problems, and lists all of them', async () => {
    verifies('models.config.refused');
    const scene = createConfigScene({ user: '{\n"modle": 1,\n"mode": "x"\n}' });
    const told = `${scene.userFile}:2: "modle" is no setting; did you mean "model"?
${scene.userFile}:3: mode must be one of ask, edit, plan, auto, not "x"; change it, or remove the key
`;
    const refused = `toolwright: The configuration cannot be used:\n${told}`;
    expect(await start(scene, ...turn)).toEqual({ code: 2, stdout: '', stderr: refused });
    expect(await start(scene)).toEqual({ code: 2, stdout: '', stderr: refused });
    expect(await start(scene, 'config', 'check')).toEqual({ code: 2, stdout: told, stderr: '' });
    for (const args of [['--version'], ['--help'], ['trust'], ['config', 'path'], ['config', 'schema']])
      expect((await start(scene, ...args)).code, args.join(' ')).toBe(0);
  });

  it('starts on settings of earlier versions, and warns of them wherever the config is told of', async () => {
    const scene = createConfigScene({ user: '{\n"fsync": "full",\n"models": { "a/b": { "images": true } }\n}' });
    const told = [
      `${scene.userFile}:2: fsync is no setting any more: durable says what survives a power loss, and fsync full counts as that; remove it`,
      `${scene.userFile}:3: models.a/b.images is no setting any more: what a model understands is asked of its server; remove it`,
    ];
    const { code, stdout, stderr } = await start(scene, ...turn);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(scene.work) });
    for (const line of told) expect(stderr).toContain(`toolwright: warning: ${line}\n`);
    const listed = `Counts no more:\n${told.join('\n')}\n`;
    expect(await start(scene, 'config', 'check')).toMatchObject({ code: 0, stderr: listed });
    expect(await start(scene, 'config')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^durable +true +user: .*:2$/m),
      stderr: listed,
    });
    const { items } = JSON.parse((await start(scene, 'doctor', '--json')).stdout) as { items: readonly object[] };
    expect(items).toContainEqual(expect.objectContaining({ part: 'config', state: 'warn', says: told.at(0) }));
    expect((await start(scene, 'config', 'set', 'fsync', 'on')).stderr).toContain('fsync is no setting any more');
    for (const key of ['fsync', '/models/a~1b/images'])
      expect((await start(scene, 'config', 'unset', key)).code, key).toBe(0);
    expect(await start(scene, 'config', 'check')).toMatchObject({ code: 0, stderr: '' });
  });

  it('ignores what is not trusted, with one line', async () => {
    verifies('models.trust.no-person');
    const scene = createConfigScene({ workspace: '{"sandbox": "off", "mode": "nonsense"}' });
    const { code, stdout, stderr } = await start(scene, ...turn);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(scene.work) });
    const lines = stderr.split('\n').filter((line) => line.includes('.toolwright'));
    expect(lines).toEqual([
      `toolwright: ${scene.work}/.toolwright is not trusted and is not used: \`toolwright trust\` shows it and asks.`,
    ]);
  });

  it('uses what is trusted, and refuses it when it is wrong', async () => {
    verifies('models.trust.content', 'models.config.refused');
    const scene = createConfigScene({ workspace: '{"mode": "plan", "model": "guide"}' });
    await start(scene, 'trust', '--yes');
    const { stdout } = await start(scene, 'run', '--json', 'where am I');
    expect(stdout).toContain('"mode":"plan"');
    scene.write(scene.workspaceFile, '{"mode": "auto"}');
    await start(scene, 'trust', '--yes');
    expect(await start(scene, ...turn)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `${scene.workspaceFile}:1: mode can be only ask or plan in a workspace, not auto`,
      ),
    });
  });

  it('keeps sessions in the store that is set', async () => {
    verifies('models.config.merge');
    const scene = createConfigScene({ user: '{"store": "~/elsewhere/store.db", "model": "guide"}' });
    mkdirSync(`${scene.home}/elsewhere`);
    expect((await start(scene, 'run', 'where am I')).code).toBe(0);
    expect((await start(scene, 'sessions', '--store', `${scene.home}/elsewhere/store.db`)).stdout).toContain(
      'where am I',
    );
  });

  it.skipIf(needs('tmux') !== undefined)('asks at a real terminal', async () => {
    verifies('models.trust.shown');
    const scene = createConfigScene({ workspace: '{"mode": "plan"}' });
    const command = [process.execPath, await builtCli(), 'trust'];
    const hasty = openTerminal({ command, cwd: scene.work, env: envOf(scene) });
    // Typed before the question could be read: it counts for nothing.
    hasty.type('y');
    hasty.press('Enter');
    await hasty.sees('Trust exactly this content? [y/N]');
    hasty.press('C-c');
    expect(await hasty.sees('left with 3')).toContain('is not trusted and is not used');
    const terminal = openTerminal({ command, cwd: scene.work, env: envOf(scene) });
    await terminal.sees('Trust exactly this content? [y/N]');
    terminal.type('y');
    terminal.press('Enter');
    const shown = await terminal.sees('left with 0');
    expect(shown).toContain('mode = "plan"');
    expect(shown).toContain(`${scene.work}/.toolwright is trusted.`);
  });
});
