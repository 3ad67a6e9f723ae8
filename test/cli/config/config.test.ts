import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../src/config/config-schema.js';
import { verifies } from '../../requirements.js';
import { createConfigScene } from './config-scene.js';

const user = `{
  // mine
  "model": "ollama/qwen3",
  "models": { "ollama/llama3.2": { "toolCalls": "native" } },
  "providers": { "work": { "headers": { "Authorization": "Bearer s3cret", "x-api-key": "s3cret", "x-team": "a" } } }
}
`;

describe('toolwright config', () => {
  it('shows every setting in force and where it comes from', async () => {
    verifies('models.config.show', 'models.config.secrets');
    const { run, userFile } = createConfigScene({ user });
    const { stdout, stderr, code } = await run(['config']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['model', '"ollama/qwen3"', `user: ${userFile}:3`],
      ['models.ollama/llama3.2.toolCalls', '"native"', `user: ${userFile}:4`],
      ['providers.work.headers.Authorization', '"***"', `user: ${userFile}:5`],
      ['providers.work.headers.x-api-key', '"***"', `user: ${userFile}:5`],
      ['providers.work.headers.x-team', '"a"', `user: ${userFile}:5`],
      ['probeLocalServers', 'true', 'default'],
      ['mode', '"ask"', 'default'],
      ['profile', '"toolwright"', 'default'],
      ['sandbox', '"required"', 'default'],
      ['durable', 'false', 'default'],
      ['readBeforeWrite', 'false', 'default'],
      ['curator', '"off"', 'default'],
      ['stagedChanges', 'false', 'default'],
      ['dynamicTools', 'false', 'default'],
      ['grantDays', '30', 'default'],
      ['keepHours', '24', 'default'],
    ]);
    const json = await run(['config', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      values: { model: 'ollama/qwen3', providers: { work: { headers: { Authorization: '***', 'x-team': 'a' } } } },
      origins: { '/model': { layer: 'user', file: userFile, line: 3 } },
      problems: [],
    });
    expect(json.stdout).not.toContain('s3cret');
  });

  it('hides whatever else may be a secret', async () => {
    verifies('models.config.secrets');
    const headers = { 'X-Team-Key': 's3cret', 'Ocp-Apim-Subscription-Key': 's3cret', 'x-jwt': 's3cret', 'x-team': 'a' };
    const work = { baseUrl: 'https://h/v1?sig=s3cret', headers };
    const { run } = createConfigScene({ user: JSON.stringify({ providers: { work } }) });
    for (const args of [['config'], ['config', '--json'], ['config', 'get', 'providers']]) {
      const { stdout } = await run(args);
      expect(stdout).toContain('https://h/v1?***');
      expect(stdout).not.toContain('s3cret');
    }
  });

  it('shows many settings in no more time than they take', async () => {
    verifies('models.config.show');
    const models = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`m${at}`, {}]));
    const { run } = createConfigScene({ user: JSON.stringify({ models }) });
    const start = performance.now();
    expect((await run(['config'])).stdout.split('\n')).toHaveLength(40_012);
    // It took minutes when every row measured all others.
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('shows what is sound of a file with problems, tells these, and exits 2', async () => {
    verifies('models.config.show');
    const { run, userFile } = createConfigScene({ user: '{"modle": 1, "mode": "plan"}' });
    const { stdout, stderr, code } = await run(['config']);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^mode +"plan" +user/);
    expect(stderr).toBe(
      `What is wrong is left out above:\n${userFile}:1: "modle" is no setting; did you mean "model"?\n`,
    );
  });

  it('says when the workspace is not trusted', async () => {
    verifies('models.trust.no-person');
    const { run, work } = createConfigScene({ workspace: '{"mode": "plan"}' });
    const { stdout, stderr } = await run(['config']);
    expect(stdout).toMatch(/^mode +"ask" +default$/m);
    expect(stderr).toBe(
      `${work}/.toolwright is not trusted and is not used: \`toolwright trust\` shows it and asks.\n`,
    );
    expect((await run(['config', '-C', '..'])).stderr).toBe('');
  });
});

describe('toolwright config get', () => {
  it('prints a single value plainly, others as JSON', async () => {
    verifies('models.config.get', 'models.config.secrets');
    const { run } = createConfigScene({ user });
    const get = async (...args: string[]) => (await run(['config', 'get', ...args])).stdout;
    expect(await get('model')).toBe('ollama/qwen3\n');
    expect(await get('model', '--json')).toBe('"ollama/qwen3"\n');
    expect(await get('mode')).toBe('ask\n');
    expect(await get('models.ollama/llama3.2.toolCalls')).toBe('native\n');
    expect(await get('/models/ollama~1llama3.2/toolCalls')).toBe('native\n');
    expect(JSON.parse(await get('models'))).toEqual({ 'ollama/llama3.2': { toolCalls: 'native' } });
    expect(await get('providers')).not.toContain('s3cret');
    expect(await get('providers.work.headers.x-api-key')).toBe('s3cret\n');
  });

  it('prints nothing while a file has a problem', async () => {
    verifies('models.config.get');
    const { run, userFile } = createConfigScene({ user: '{"mode": "plan", "modle": 1}' });
    expect(await run(['config', 'get', 'mode'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`${userFile}:1: "modle" is no setting`),
    });
  });

  it('exits 2 for what there is not, with the nearest, and for what is not set', async () => {
    verifies('models.config.get');
    const { run } = createConfigScene();
    expect(await run(['config', 'get', 'modle'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'toolwright: There is no setting "modle". Did you mean model?\nSee: toolwright config get --help\n',
    });
    expect(await run(['config', 'get', 'model'])).toEqual({ code: 2, stdout: '', stderr: 'model is not set.\n' });
  });
});

describe('toolwright config set', () => {
  it('makes the file, then changes only what is meant', async () => {
    verifies('models.config.set', 'models.config.set-checked');
    const { run, read, write, userFile } = createConfigScene();
    expect(await run(['config', 'set', 'model', 'ollama/qwen3'])).toEqual({
      code: 0,
      stdout: '',
      stderr: `Set model to "ollama/qwen3" in ${userFile}\n`,
    });
    expect(read(userFile)).toBe('{\n  "model": "ollama/qwen3"\n}\n');
    write(userFile, user);
    await run(['config', 'set', 'models.ollama/llama3.2.contextTokens', '32768']);
    await run(['config', 'set', 'model', 'guide']);
    expect(read(userFile)).toBe(
      user.replace('"ollama/qwen3"', '"guide"').replace('"native" }', '"native", "contextTokens": 32768 }'),
    );
    expect(await run(['config', 'unset', 'model'])).toMatchObject({
      code: 0,
      stderr: `Took model out of ${userFile}\n`,
    });
    expect(read(userFile)).not.toContain('guide');
    expect((await run(['config', 'set', 'models.a.keepAlive', '--', '-1m'])).code).toBe(0);
    expect((await run(['config', 'get', 'models.a.keepAlive'])).stdout).toBe('-1m\n');
  });

  it('writes nothing that would be wrong, and no secret to the screen', async () => {
    verifies('models.config.set-checked', 'models.config.secrets');
    const { run, userFile } = createConfigScene();
    const wrong = await run(['config', 'set', 'mode', 'aks']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('Nothing was written: mode must be one of ask, edit, plan, auto, not "aks"');
    expect((await run(['config', 'set', 'models.fast.toolcals', 'native'])).stderr).toContain(
      'Did you mean toolCalls?',
    );
    expect(existsSync(userFile)).toBe(false);
    const secret = await run(['config', 'set', 'providers.a.headers.authorization', 'Bearer s3cret']);
    expect(secret).toMatchObject({ code: 0, stderr: expect.not.stringContaining('s3cret') });
  });

  it('leaves a file it cannot read alone', async () => {
    verifies('models.config.set-checked');
    const { run, read, userFile } = createConfigScene({ user: '{\n"mode": ask }' });
    const { code, stderr } = await run(['config', 'set', 'mode', 'ask']);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^toolwright: ${userFile}:2: it is not valid JSON: `));
    expect(read(userFile)).toBe('{\n"mode": ask }');
  });

  it('writes also where the store is damaged that knows what else is trusted', async () => {
    verifies('models.config.set');
    const { run, read, write, home, userFile } = createConfigScene({ workspace: '{}' });
    write(join(home, '.local', 'share', 'toolwright', 'store.db'), 'no database '.repeat(1000));
    expect((await run(['config'])).code).toBe(1);
    const stderr = `Set mode to "plan" in ${userFile}\n`;
    expect(await run(['config', 'set', 'mode', 'plan'])).toEqual({ code: 0, stdout: '', stderr });
    expect(read(userFile)).toBe('{\n  "mode": "plan"\n}\n');
  });

  it('takes out what is no setting too, and tells what it did not find', async () => {
    verifies('models.config.set');
    const { run, read, userFile } = createConfigScene({ user: '{ "modle": 1, "mode": "ask" }' });
    expect(await run(['config', 'set', 'mode', 'plan'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Other settings in it are wrong; `toolwright config check` lists them.'),
    });
    expect((await run(['config', 'unset', 'modle'])).code).toBe(0);
    expect(read(userFile)).toBe('{ "mode": "plan" }');
    expect(await run(['config', 'unset', 'model'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`model is not set in ${userFile}.`),
    });
    expect(await run(['config', 'unset', 'modle'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean model?'),
    });
  });

  it('sets a workspace, which stays trusted, and says what counts more', async () => {
    verifies('models.trust.own-edit', 'models.config.workspace-limits');
    const { run, write, workspaceFile, work } = createConfigScene();
    expect(await run(['config', 'set', '--workspace', 'mode', 'plan'])).toEqual({
      code: 0,
      stdout: '',
      stderr: `Set mode to "plan" in ${workspaceFile}\nYou changed .toolwright yourself, so it is trusted as it is now.\n`,
    });
    expect((await run(['config', 'get', 'mode'])).stdout).toBe('plan\n');
    expect((await run(['config', 'set', 'mode', 'edit'])).stderr).toContain(
      `mode is also set in ${workspaceFile}:2, which is what counts here.`,
    );
    const refused = await run(['config', 'set', '--workspace', 'sandbox', 'off']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('Nothing was written: sandbox cannot be set by a workspace');
    write(join(work, '.toolwright', 'tool'), 'x');
    expect((await run(['config', 'unset', '--workspace', 'mode'])).stderr).toContain(
      '.toolwright is not trusted and not used: `toolwright trust` shows it and asks.',
    );
  });
});

describe('toolwright config check, path and schema', () => {
  it('tells every problem of every file, trusted or not', async () => {
    verifies('models.config.check');
    const { run, userFile, workspaceFile } = createConfigScene({
      user: '{\n"modle": 1,\n"mode": "x" }',
      workspace: '{\n\n"store": "x"}',
    });
    const { code, stdout } = await run(['config', 'check']);
    expect(code).toBe(2);
    expect(stdout).toBe(
      [
        `${userFile}:2: "modle" is no setting; did you mean "model"?`,
        `${userFile}:3: mode must be one of ask, edit, plan, auto, not "x"; change it, or remove the key`,
        `${workspaceFile}:3: store cannot be set by a workspace; set it in your own config.json\n`,
      ].join('\n'),
    );
    const json = JSON.parse((await run(['config', 'check', '--json'])).stdout) as object[];
    expect(json).toHaveLength(3);
    expect(json[2]).toEqual({
      layer: 'workspace',
      file: workspaceFile,
      line: 3,
      path: ['store'],
      message: 'store cannot be set by a workspace; set it in your own config.json',
    });
  });

  it('says so when all is well, or nothing is there', async () => {
    verifies('models.config.check');
    const { run, write, userFile } = createConfigScene();
    expect(await run(['config', 'check'])).toEqual({ code: 0, stdout: 'There are no config files.\n', stderr: '' });
    write(userFile, '{}');
    expect(await run(['config', 'check'])).toEqual({
      code: 0,
      stdout: `No problems in 1 file:\n  ${userFile}\n`,
      stderr: '',
    });
  });

  it('tells where the files lie', async () => {
    verifies('models.config.paths');
    const { run, userFile, workspaceFile } = createConfigScene({ user: '{}', workspace: '{}' });
    expect(JSON.parse((await run(['config', 'path', '--json'])).stdout)).toEqual([
      { layer: 'user', file: userFile, state: 'used' },
      { layer: 'workspace', file: workspaceFile, state: 'not trusted' },
      { layer: 'managed', file: '/etc/toolwright/config.json', state: expect.any(String) },
    ]);
    expect((await run(['config', 'path'])).stdout).toContain(`user       ${userFile}  (used)\n`);
  });

  it('prints the schema', async () => {
    verifies('models.config.schema');
    const { run } = createConfigScene();
    expect(JSON.parse((await run(['config', 'schema'])).stdout)).toEqual(configSchema);
  });
});
