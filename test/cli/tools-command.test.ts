import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPins } from '../../src/extend/mcp/pins.js';
import { launchHash, renderLaunch } from '../../src/extend/mcp/render-launch.js';
import type { ServerSettings } from '../../src/extend/named-server.js';
import { openStore } from '../../src/session/open-store.js';
import { userPort } from '../../src/session/user-port.js';
import { verifies } from '../requirements.js';
import { createScene } from '../support/scene.js';
import { runCli } from '../support/spawn-cli.js';

interface Printed {
  readonly type: string;
  readonly function: { readonly name: string; readonly parameters: object };
  readonly source: string;
  readonly category: string;
  readonly group: string;
  readonly state: string;
  readonly tokens: number;
}

it('lists every tool with its type, category, state and tokens, and what that comes to', async () => {
  verifies('catalog.list.command');
  const { folder } = await createScene([]);
  const { stdout } = await runCli(['tools'], { cwd: folder });
  expect(stdout).toMatch(/^tool_search +builtin +Meta +sent +\d+ +Finds tools/);
  expect(stdout).toMatch(/^read_file +builtin +FileSystem +sent +\d+ +Reads a text file/m);
  expect(stdout).toMatch(/^list_dir +builtin +FileSystem +indexed +\d+ +Lists one folder/m);
  expect(stdout).toMatch(/^preview_edit_file +builtin +FileSystem +unavailable +\d+ /m);
  const [, spent, all, saved] =
    /^6 definitions go with each request: about ([\d,]+) tokens\. All \d+ would be ([\d,]+): ([\d,]+) are saved \(\d+ %\)\.$/m
      .exec(stdout)
      ?.map((figures) => Number(figures.replaceAll(',', ''))) ?? [];
  expect(spent).toBeGreaterThan(300);
  expect(saved).toBe((all ?? 0) - (spent ?? 0));
});

it('prints them as OpenAI functions, which parse reads back', async () => {
  verifies('catalog.list.json');
  const { folder } = await createScene([]);
  const list = await runCli(['tools'], { cwd: folder });
  const { stdout } = await runCli(['tools', '--json'], { cwd: folder });
  const functions = JSON.parse(stdout) as Printed[];
  expect(functions.map((one) => one.function.name)).toEqual(
    list.stdout
      .split('\n\n')[0]
      ?.split('\n')
      .map((line) => line.split(' ')[0]),
  );
  expect(functions.find((one) => one.function.name === 'glob')).toEqual({
    type: 'function',
    function: { name: 'glob', description: expect.stringMatching(/^Finds files/), parameters: expect.any(Object) },
    source: 'builtin',
    category: 'Search',
    group: 'search',
    state: 'indexed',
    tokens: expect.any(Number),
  });
  writeFileSync(join(folder, 'tools.json'), stdout);
  const input = '<tool_call>{"name": "glob", "arguments": {"pattern": "*.ts"}}</tool_call>';
  const parsed = await runCli(['parse', '--tools', 'tools.json'], { cwd: folder, input });
  expect(JSON.parse(parsed.stdout)).toMatchObject({ calls: [{ name: 'glob', arguments: { pattern: '*.ts' } }] });
});

it('goes by the config', async () => {
  verifies('catalog.exposure.config');
  const { folder } = await createScene([]);
  const home = join(folder, 'config');
  const states = async (exposure: object): Promise<ReadonlyMap<string, string>> => {
    mkdirSync(join(home, 'toolwright'), { recursive: true });
    writeFileSync(join(home, 'toolwright', 'config.json'), JSON.stringify({ exposure }));
    const { stdout } = await runCli(['tools', '--json'], { cwd: folder, env: { XDG_CONFIG_HOME: home } });
    return new Map((JSON.parse(stdout) as Printed[]).map((one) => [one.function.name, one.state]));
  };
  const all = await states({ kind: 'all' });
  expect([all.get('glob'), all.has('tool_search')]).toEqual(['sent', false]);
  const lazy = await states({ pinned: ['glob'] });
  expect([lazy.get('glob'), lazy.get('plan'), lazy.get('tool_search')]).toEqual(['sent', 'indexed', 'sent']);
  const some = await states({ kind: 'groups', groups: ['web'] });
  expect([some.get('web_fetch'), some.get('glob')]).toEqual(['sent', 'hidden']);
});

it('lists tools of files and of servers the user has seen, and starts no server', async () => {
  verifies('catalog.list.kinds');
  const { folder, store } = await createScene([]);
  const home = join(folder, 'config');
  mkdirSync(join(home, 'toolwright', 'tools'), { recursive: true });
  const script = `require('fs').writeFileSync(${JSON.stringify(join(folder, 'started'))}, '')`;
  const settings = { command: process.execPath, args: ['-e', script] };
  writeFileSync(join(home, 'toolwright', 'config.json'), JSON.stringify({ mcpServers: { tickets: settings } }));
  const command = { parameters: { type: 'object' }, command: ['true'] };
  const own = { name: 'my_mail', description: 'Sends a letter.', category: 'office.mail', ...command };
  writeFileSync(join(home, 'toolwright', 'tools', 'mail.json'), JSON.stringify(own));
  writeFileSync(join(home, 'toolwright', 'tools', 'broken.json'), '{');
  await pin(store, { server: 'tickets', settings });
  const args = ['tools', '--store', store];
  const { stdout } = await runCli([...args, '--json'], { cwd: folder, env: { XDG_CONFIG_HOME: home } });
  const found = (JSON.parse(stdout) as Printed[]).filter(({ source }) => source !== 'builtin');
  expect(found.map(({ function: { name }, source, category, state }) => [name, source, category, state])).toEqual([
    ['my_mail', 'custom', 'office.mail', 'indexed'],
    ['mcp__tickets__close', 'mcp', 'mcp.tickets', 'indexed'],
    ['mcp_connect', 'mcp', 'mcp', 'indexed'],
    ['mcp_read', 'mcp', 'mcp', 'indexed'],
  ]);
  const listed = await runCli(args, { cwd: folder, env: { XDG_CONFIG_HOME: home } });
  expect(listed.stdout).toMatch(/^mcp__tickets__close +mcp +mcp\.tickets +indexed +\d+ +Closes a ticket\./m);
  expect(listed.stderr).toMatch(/^warning: .*broken\.json/m);
  expect(existsSync(join(folder, 'started'))).toBe(false);
  // Listing is no session.
  expect((await runCli(['sessions', '--store', store], { cwd: folder })).stdout).not.toContain('ses_');
});

/** The user has seen a tool of a server. */
async function pin(path: string, { server, settings }: { server: string; settings: ServerSettings }): Promise<void> {
  const store = await openStore(path);
  const definition = { name: 'close', description: 'Closes a ticket.', inputSchema: { type: 'object' } };
  await createPins(userPort(store)).keep(server, undefined, {
    launchHash: launchHash(settings),
    launch: renderLaunch(settings),
    definitions: new Map([[definition.name, definition]]),
  });
  await store.close();
}
