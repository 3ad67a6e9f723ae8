import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';
import { openTerminal, type Terminal } from '../../support/tmux.js';

const missing = needs('tmux');
const dead = { baseUrl: 'http://127.0.0.1:9/v1' };
const nowhere = { ollama: { baseUrl: 'http://127.0.0.1:9' }, llamacpp: dead, lmstudio: dead, vllm: dead };

/** A config that finds no server of the developer's machine, and says what else is given. */
function writeConfig({ folder }: Scene, more: object = {}): Record<string, string> {
  const home = join(dirname(folder), 'config');
  mkdirSync(join(home, 'toolwright'), { recursive: true });
  writeFileSync(join(home, 'toolwright', 'config.json'), JSON.stringify({ providers: nowhere, ...more }));
  return { HOME: folder, XDG_CONFIG_HOME: home };
}

async function openChat(scene: Scene, env: Record<string, string>): Promise<Terminal> {
  const command = [process.execPath, await builtCli(), '--store', scene.store];
  return openTerminal({ command, cwd: scene.folder, env });
}

async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.sees(/^> $/m);
  terminal.type(text);
  terminal.press('Enter');
}

describe.skipIf(missing)(`the first screen${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('says that nothing was found, and the guide answers', async () => {
    verifies('models.choice.first-screen', 'models.choice.guide-last');
    const scene = await createScene([]);
    const terminal = await openChat(scene, writeConfig(scene));
    expect(await terminal.sees(/^> $/m)).toContain(
      'No model was named, no model server answers on this machine, and no API key is set.\nThe built-in guide answers',
    );
    await say(terminal, 'what can you do');
    await terminal.sees('I am the guide');
  });

  it('says which server was found and how to choose another, and talks to it', async () => {
    verifies('models.choice.first-screen', 'models.choice.local-servers');
    const scene = await createScene(() => ({ text: 'Hello from Ollama.' }));
    const env = writeConfig(scene, { providers: { ...nowhere, ollama: { baseUrl: scene.server.origin } } });
    const { host } = new URL(scene.server.origin);
    // A start does not wait long for a server: on a busy machine it may be missed, and found by the next one.
    let shown = '';
    let terminal = await openChat(scene, env);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      shown = await terminal.sees(/^> $/m);
      if (shown.includes('ollama/')) break;
      terminal = await openChat(scene, env);
    }
    expect(shown).toContain('ollama/fake-model:latest · ~');
    expect(shown).toContain(`Ollama answers on ${host}. /model chooses another.`);
    await say(terminal, 'hello');
    await terminal.sees('Hello from Ollama.');
    expect(scene.server.requests.some(({ path }) => path === '/api/chat')).toBe(true);
  });

  it('says which key decided', async () => {
    verifies('models.choice.first-screen', 'models.choice.openai-base-url');
    const scene = await createScene(() => ({ text: 'Hello from the other server.' }));
    const env = { ...writeConfig(scene), OPENAI_API_KEY: 'invented-key', OPENAI_BASE_URL: scene.server.url };
    const terminal = await openChat(scene, env);
    expect(await terminal.sees(/^> $/m)).toContain(
      'OPENAI_API_KEY is set, and fake-model is the first model of the server OPENAI_BASE_URL names.',
    );
    await say(terminal, 'hello');
    await terminal.sees('Hello from the other server.');
    expect(scene.server.requests.at(-1)?.headers['authorization']).toBe('Bearer invented-key');
  });

  it('says where in the config the model is named', async () => {
    verifies('models.choice.first-screen', 'models.choice.named-first');
    const scene = await createScene(() => ({ text: 'Hello from the config.' }));
    const providers = { ...nowhere, work: { baseUrl: scene.server.url } };
    const terminal = await openChat(scene, writeConfig(scene, { model: 'work/m', providers }));
    expect((await terminal.sees(/^> $/m)).replaceAll('\n', '')).toMatch(
      /It is named in .*config\.json:1\. \/model chooses/,
    );
    await say(terminal, 'hello');
    await terminal.sees('Hello from the config.');
  });
});

describe.skipIf(missing)(
  `a workspace that brings settings${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    it('is trusted by no key that was pressed before the question could be read', async () => {
      verifies('models.trust.chat');
      const scene = await createScene([]);
      const file = join(scene.folder, '.toolwright', 'config.json');
      mkdirSync(dirname(file));
      writeFileSync(file, '{ "mode": "plan" }\n');
      const terminal = await openChat(scene, writeConfig(scene));
      terminal.type('y');
      terminal.press('Enter');
      await terminal.sees('Trust it? y/n>');
      terminal.type('n');
      terminal.press('Enter');
      expect(await terminal.sees(/^> /m)).toContain('was declined and is not used');
    });

    it('is asked about once, and again with the difference when it changed', async () => {
      verifies('models.trust.chat');
      const scene = await createScene([]);
      const env = writeConfig(scene);
      const file = join(scene.folder, '.toolwright', 'config.json');
      mkdirSync(dirname(file));
      writeFileSync(file, '{ "mode": "plan" }\n');

      const first = await openChat(scene, env);
      expect(await first.sees('Trust it? y/n>')).toContain('mode = "plan"');
      first.type('n');
      first.press('Enter');
      expect(await first.sees(/^> $/m)).toMatch(
        /mode ask[\s\S]*was declined and is not used|was declined and is not used[\s\S]*mode ask/,
      );

      // A no is remembered; the command asks again.
      const second = await openChat(scene, env);
      const declined = await second.sees(/^> $/m);
      expect(declined).toContain('was declined and is not used');
      expect(declined).not.toContain('Trust it?');
      expect((await runCli(['trust', '--yes', '--store', scene.store], { cwd: scene.folder, env })).code).toBe(0);

      const third = await openChat(scene, env);
      const shown = await third.sees(/^> $/m);
      expect(shown).toContain('mode plan');
      expect(shown).not.toContain('Trust it?');

      writeFileSync(file, '{ "mode": "ask" }\n');
      const changed = await openChat(scene, env);
      expect(await changed.sees('Trust it? y/n>')).toMatch(
        /changed since you trusted it[\s\S]*-{ "mode": "plan" }[\s\S]*\+{ "mode": "ask" }/,
      );
      changed.type('y');
      changed.press('Enter');
      expect(await changed.sees(/^> $/m)).toContain('mode ask');
    });
  },
);

describe('run', () => {
  it('ignores what a workspace brings until it is trusted, and says so on stderr', async () => {
    verifies('models.trust.run');
    const scene = await createScene(() => ({ text: 'Hello.' }));
    const file = join(scene.folder, '.toolwright', 'config.json');
    mkdirSync(dirname(file));
    writeFileSync(file, JSON.stringify({ model: 'work/m', providers: { work: { baseUrl: scene.server.url } } }));
    const cli = (...args: string[]) => runCli([...args, '--store', scene.store], { cwd: scene.folder });
    const before = await cli('run', 'hi');
    expect(before).toMatchObject({ code: 2, stdout: '' });
    expect(before.stderr).toContain('is not trusted and is not used: `toolwright trust` shows it and asks.');
    expect(scene.server.requests).toHaveLength(0);
    expect((await cli('trust', '--yes')).code).toBe(0);
    const after = await cli('run', 'hi');
    expect(after).toMatchObject({ code: 0, stdout: 'Hello.\n' });
    expect(after.stderr).toContain('work/m. It is named in');
  });

  it('refuses to start on a config with problems, and names them all with their lines', async () => {
    verifies('models.config.refused-at-start');
    const scene = await createScene([]);
    const env = writeConfig(scene);
    const file = join(env['XDG_CONFIG_HOME'] ?? '', 'toolwright', 'config.json');
    writeFileSync(file, '{\n  "modle": "x",\n  "mode": "fast", // quick\n}\n');
    const end = await runCli(['run', 'hi'], { cwd: scene.folder, env });
    expect(end).toMatchObject({ code: 2, stdout: '' });
    expect(end.stderr).toMatch(/config\.json:2: .*model.*\n.*config\.json:3: /);
    expect(readFileSync(file, 'utf8')).toContain('// quick');
  });

  it('takes mode and store from the config, and flags over it', async () => {
    verifies('models.config.in-force');
    const scene = await createScene(() => ({ text: 'Hello.' }));
    const env = writeConfig(scene, { mode: 'plan', store: scene.store });
    const modeOf = async (...args: string[]) => {
      const { stdout } = await runCli(['run', ...scene.flags.slice(0, 4), '--json', ...args, 'hi'], {
        cwd: scene.folder,
        env,
      });
      return /"type":"session-opened".*?"mode":"(\w+)"/.exec(stdout)?.[1];
    };
    expect([await modeOf(), await modeOf('--mode', 'edit')]).toEqual(['plan', 'edit']);
    const { stdout } = await runCli(['sessions', '--json'], { cwd: scene.folder, env });
    expect(JSON.parse(stdout)).toHaveLength(2);
  });

  it('sends pictures with the prompt, and refuses what is none', async () => {
    verifies('models.adapter.images-run');
    const scene = await createScene(() => ({ text: 'I see.' }));
    const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('rest')]);
    writeFileSync(join(scene.folder, 'a.png'), picture);
    writeFileSync(join(scene.folder, 'b.png'), 'no picture');
    const cli = (...args: string[]) => runCli(['run', ...scene.flags, ...args], { cwd: scene.folder });
    expect((await cli('--image', 'a.png', '--image', 'a.png', 'look')).stdout).toBe('I see.\n');
    const { messages } = scene.server.requests[0]?.body as { messages: { content: unknown }[] };
    const part = { type: 'image_url', image_url: { url: `data:image/png;base64,${picture.toString('base64')}` } };
    expect(messages.at(-1)?.content).toEqual([{ type: 'text', text: 'look' }, part, part]);
    expect((await cli('--image', 'b.png', 'look')).stderr).toContain('b.png is no picture a model reads: use PNG');
    expect((await cli('--image', 'c.png', 'look')).stderr).toContain('there is no such file');
    expect((await cli('--image', '.', 'look')).stderr).toContain('it is no file');
    execFileSync('mkfifo', [join(scene.folder, 'pipe')]);
    expect((await cli('--image', 'pipe', 'look')).stderr).toContain('it is no file');
    truncateSync(join(scene.folder, 'b.png'), 20 * 1024 * 1024 + 1);
    expect((await cli('--image', 'b.png', 'look')).stderr).toContain('it is over 20 MB');
    const many = Array.from({ length: 21 }, () => ['--image', 'a.png']).flat();
    expect((await cli(...many, 'look')).stderr).toContain('A prompt has at most 20 pictures.');
  });
});
