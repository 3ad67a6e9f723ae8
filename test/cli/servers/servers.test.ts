import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createConfigScene } from '../config/config-scene.js';

const config = (mcpServers: object): string => JSON.stringify({ mcpServers });

describe('toolwright servers', () => {
  it('says where to name one when there is none', async () => {
    verifies('mcp.command.list');
    const { run } = createConfigScene();
    expect(await run(['servers'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('No MCP server is configured here'),
    });
    expect(JSON.parse((await run(['servers', '--json'])).stdout)).toEqual([]);
  });

  it('says that those of a workspace count when it is trusted', async () => {
    verifies('mcp.command.list');
    const { run, work, write } = createConfigScene();
    write(join(work, '.mcp.json'), config({ theirs: { command: 'true' } }));
    const before = await run(['servers']);
    expect(before).toMatchObject({ code: 0, stdout: '' });
    expect(before.stderr).toContain('is not trusted and is not used: `toolwright trust` shows it and asks.');
    await run(['trust', '--yes']);
    expect((await run(['servers'])).stdout).toContain('theirs  stdio, never seen');
  });

  it('lists them with what keeps one from being used, escaped and masked, and starts none', async () => {
    verifies('mcp.command.list');
    const { run, home, work, userFile, write } = createConfigScene();
    const started = join(work, 'started');
    write(
      userFile,
      config({
        here: { command: '/bin/sh', args: ['-c', `touch ${started}`] },
        gone: { command: 'no-such-program-here' },
        docs: { url: 'https://docs.example.com/mcp', headers: { 'X-Key': '$' + '{DOCS_KEY}' } },
        old: { url: 'https://old.example.com/sse', type: 'sse', disabled: true },
      }),
    );
    const { code, stdout, stderr } = await run(['servers']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toBe(
      [
        'here  stdio, never seen',
        `      ${userFile}`,
        'gone  stdio, never seen',
        `      ${userFile}`,
        '      ! its program no-such-program-here is not there',
        'docs  http, never seen',
        `      ${userFile}`,
        '      ! it needs the variable DOCS_KEY, which is not set: set it, and start again',
        'old   sse, off, never seen',
        `      ${userFile}`,
        '',
      ].join('\n'),
    );
    expect(JSON.parse((await run(['servers', '--json'])).stdout)[1]).toEqual({
      name: 'gone',
      file: userFile,
      layer: 'user',
      transport: 'stdio',
      state: 'never seen',
      tools: 0,
      disabled: false,
      signedIn: false,
      problem: 'its program no-such-program-here is not there',
    });
    expect(existsSync(started)).toBe(false);
    expect(existsSync(join(home, '.local'))).toBe(false);
  });

  it('lists those of .mcp.json once the workspace is trusted, and never what only looks like a name', async () => {
    verifies('mcp.command.list');
    const { run, work, write } = createConfigScene();
    write(join(work, '.mcp.json'), config({ theirs: { command: '/bin/sh' }, 'a\u001b[31m': { command: '/bin/sh' } }));
    expect((await run(['servers'])).stdout).toBe('');
    await run(['trust', '--yes']);
    const { code, stdout } = await run(['servers']);
    expect(code).toBe(1);
    expect(stdout).toContain(`theirs   stdio, never seen\n         ${work}/.mcp.json`);
    expect(stdout).toContain('a\\e[31m  stdio, never seen');
    expect(stdout).toContain('! its name cannot be used');
  });

  it('knows its servers by name, and only signs in at those with an address', async () => {
    verifies('mcp.command.list', 'mcp.command.forget', 'mcp.login.command');
    const { run, userFile, write } = createConfigScene();
    write(userFile, config({ docs: { url: 'https://docs.example.com/mcp' }, here: { command: '/bin/sh' } }));
    for (const word of ['check', 'forget', 'login', 'logout'])
      expect(await run(['servers', word, 'doc'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('No MCP server is named doc here. Did you mean docs?'),
      });
    for (const word of ['login', 'logout'])
      expect(await run(['servers', word, 'here'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('here is a program'),
      });
    expect(await run(['servers', 'login', 'docs'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nobody can sign in'),
    });
    expect(await run(['servers', 'logout', 'docs'])).toMatchObject({
      code: 0,
      stderr: 'Nobody is signed in at docs.\n',
    });
    expect(await run(['servers', 'forget', 'docs'])).toMatchObject({
      code: 0,
      stderr: 'Nothing was seen of docs yet.\n',
    });
  });

  it('are shown by config without the secrets that stand in their settings', async () => {
    verifies('mcp.login.masked');
    const reference = '$' + '{DOCS_SECRET}';
    const settings = {
      url: 'https://docs.example.com/mcp',
      headers: { 'X-Key': 'plain-1234', Accept: 'text' },
      oauth: { clientId: 'shop', clientSecret: 'plain-5678' },
    };
    const { run, userFile, write } = createConfigScene();
    write(userFile, config({ docs: settings, other: { url: settings.url, oauth: { clientSecret: reference } } }));
    for (const flags of [[], ['--json']]) {
      const { stdout } = await run(['config', ...flags]);
      expect(stdout).not.toMatch(/plain-/);
      expect(stdout).toContain(reference);
      expect(stdout).toContain('shop');
    }
  });

  it('leave their logins to nobody who is asked by a model', async () => {
    verifies('mcp.login.kept');
    const { run, home } = createConfigScene();
    const path = join(home, '.local/share/toolwright/logins/one.json');
    for (const call of [
      ['read_file', JSON.stringify({ path })],
      ['run_command', JSON.stringify({ command: `cat ${path}` })],
    ])
      expect((await run(['policy', 'explain', ...call])).stdout).toContain("which is Toolwright's own");
  });

  it('starts nothing without a person', async () => {
    verifies('mcp.command.check');
    const { run, work, userFile, write } = createConfigScene();
    const started = join(work, 'started');
    write(
      userFile,
      config({ here: { command: '/bin/sh', args: ['-c', `touch ${started}`] }, gone: { command: 'no-such' } }),
    );
    expect((await run(['servers', 'check', 'here'])).code).toBe(3);
    expect(existsSync(started)).toBe(false);
    expect(await run(['servers', 'check', 'gone'])).toMatchObject({
      code: 1,
      stderr: 'The MCP server gone cannot be used: its program no-such is not there.\n',
    });
  });

  it('are completed by their names, and named by doctor where they cannot be used', async () => {
    verifies('mcp.command.doctor', 'mcp.command.list');
    const { run, userFile, write } = createConfigScene();
    const item = async (): Promise<unknown> => {
      const { stdout } = await run(['doctor', '--json']);
      const { items } = JSON.parse(stdout) as { items: readonly { part: string }[] };
      return items.find(({ part }) => part === 'mcp servers');
    };
    expect(await item()).toBeUndefined();
    write(userFile, config({ here: { command: '/bin/sh' }, docs: { url: 'https://docs.example.com/mcp' } }));
    expect((await run(['completion', 'values', 'server'])).stdout).toBe(
      'here\t/bin/sh\ndocs\thttps://docs.example.com/mcp\n',
    );
    expect(await item()).toEqual({ part: 'mcp servers', state: 'ok', says: 'here, docs' });
    write(userFile, config({ here: { command: '/bin/no-such' }, off: { command: 'no-such', disabled: true } }));
    expect(await item()).toEqual({
      part: 'mcp servers',
      state: 'warn',
      says: `here cannot be used: its program /bin/no-such is not there (${userFile})`,
      todo: 'Correct it; the others work: toolwright servers',
    });
  });
});
