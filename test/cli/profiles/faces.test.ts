import { describe, expect, it } from 'vitest';
import { goOnProfile, storedProfile } from '../../../src/cli/chosen-profile.js';
import type { Invocation } from '../../../src/cli/command.js';
import { readLayer } from '../../../src/config/config-layer.js';
import { flagsAgainstLocks } from '../../../src/config/managed-lock.js';
import { mergeLayers } from '../../../src/config/merge-layers.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { startCli } from '../../support/spawn-cli.js';
import { createOwnScene } from './own-scene.js';

const reader = { extends: 'toolwright', tools: { only: ['read_file', 'grep'] }, exposure: { kind: 'all' } } as const;

describe('the chat', () => {
  it('names a profile that is not the default one in its first line', async () => {
    verifies('profiles.choose.chat');
    const scene = await createOwnScene([]);
    scene.writeProfile('reader', reader);
    const first = async (...args: string[]) =>
      (await scene.cli([...scene.flags, ...args], '/exit\n')).stdout.split('\n')[0];
    expect(await first('--profile', 'reader')).toMatch(/^Toolwright \S+ · .*fake · \S+ · mode ask · profile reader$/);
    expect(await first()).toMatch(/ · mode ask$/);
  });

  it('takes the profile of the session it changes to, and its own for a new one', async () => {
    verifies('profiles.session.chat');
    const scene = await createOwnScene(() => ({ text: 'Done.' }));
    scene.writeProfile('reader', reader);
    scene.writeProfile('other', { extends: 'reader' });
    await scene.run(['--profile', 'reader', 'look']);
    const { stdout, code } = await scene.cli(
      [...scene.flags, '--profile', 'other'],
      '/sessions last\n/verbose\n/verbose\n/new\n/verbose\n/exit\n',
    );
    expect(code).toBe(0);
    const told = [...stdout.matchAll(/(It has the profile \w+\.|, profile \w+)$/gm)].map(([words]) => words);
    expect(told).toEqual(['It has the profile reader.', ', profile reader', ', profile other']);
  });
});

describe('other commands', () => {
  it('list the tools of the named profile', async () => {
    verifies('profiles.choose.tools');
    const scene = await createOwnScene([]);
    scene.writeProfile('reader', reader);
    const named = async (...args: string[]) => {
      const { stdout } = await scene.cli(['tools', '--json', ...args]);
      return (JSON.parse(stdout) as { function: { name: string } }[]).map((one) => one.function.name);
    };
    expect(await named('--profile', 'reader')).toEqual(['read_file', 'grep']);
    scene.writeConfig({ profile: 'reader' });
    expect(await named()).toEqual(['read_file', 'grep']);
    expect(await named('--profile', 'toolwright')).toContain('write_file');
  });

  it('explain a message by the named profile, or by that of its session', async () => {
    verifies('profiles.choose.explain');
    const scene = await createOwnScene(() => ({ text: 'I could read_file.' }));
    scene.writeProfile('reader', reader);
    const call = (name: string, args: object) => `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;
    const explain = async (input: string, ...args: string[]) => (await scene.cli(['explain', ...args], input)).stdout;
    const write = call('write_file', { path: 'a', content: 'b' });
    expect(await explain(write, '--profile', 'reader')).toContain('There is no tool of this name');
    expect(await explain(write)).toContain('In mode ask a person is asked');
    expect(await explain(call('grep', { pattern: 'x' }), '--profile', 'reader')).toContain(
      '✓ With the profile reader, in mode ask it runs unasked',
    );
    await scene.run(['--profile', 'reader', 'look']);
    expect(await explain('', '--session', 'last', '--store', scene.store)).toContain('Offered: read_file, grep.');
    expect(await explain('', '--session', 'last', '--store', scene.store, '--profile', 'toolwright')).toContain(
      'write_file',
    );
  });

  it('serve the tools of the named profile to MCP clients', async () => {
    verifies('profiles.choose.mcp');
    const scene = await createOwnScene([]);
    scene.writeProfile('reader', reader);
    const server = await startCli(['mcp', '--profile', 'reader', '--store', 'memory'], {
      cwd: scene.folder,
      env: scene.env,
    });
    const send = (message: object): void => server.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    await server.sees('"id":1');
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/list' });
    const [line] = await server.sees(/^.*"id":2.*$/m);
    const { result } = JSON.parse(line) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual(['read_file', 'grep']);
    server.child.kill('SIGTERM');
    await server.end;
  });

  it('complete the names of profiles, of which those that are broken are none', async () => {
    verifies('profiles.choose.completion');
    const scene = await createOwnScene([]);
    scene.writeProfile('reader', { ...reader, summary: 'reads alone' });
    scene.writeProfile('broken', { extends: 'nothing' });
    const { stdout } = await scene.cli(['completion', 'values', 'profile']);
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      ...['toolwright', 'yips', 'seed', 'astra', 'y-agent', 'local-harness', 'reader', ''],
    ]);
    expect(stdout).toContain('reader\treads alone\n');
  });
});

describe('a managed profile', () => {
  const layer = readLayer('managed', '/etc/toolwright/config.json', { ok: true, text: '{"profile": "seed"}' });
  const config = { ...mergeLayers([layer]), paths: { managed: '/nowhere/config.json', user: undefined } };
  const givenProfile = (name: string): Invocation => ({
    arguments: [],
    text: (option) => (option === 'profile' ? name : undefined),
    texts: () => [],
    flag: () => false,
  });

  it('is changed by no flag', () => {
    verifies('profiles.choose.managed');
    expect(flagsAgainstLocks(config, [{ flag: '--profile', path: ['profile'], value: 'yips' }])).toEqual([
      '--profile: /etc/toolwright/config.json:1 sets profile to "seed" for everyone here; leave the flag out.',
    ]);
  });

  it('lets no session of another be gone on with', async () => {
    verifies('profiles.choose.managed');
    const store = createMemoryStore();
    await store.append('ses_old', [{ type: 'session-opened', body: { profile: 'toolwright' } }]);
    await store.append('ses_same', [
      { type: 'session-forked', body: {} },
      { type: 'session-opened', body: { profile: 'seed' } },
    ]);
    await expect(storedProfile(store, 'ses_old', config)).rejects.toThrow(
      'The session ses_old has the profile toolwright, and /etc/toolwright/config.json:1 sets "seed" for everyone here: begin a new session.',
    );
    expect(await storedProfile(store, 'ses_same', config)).toMatchObject({ name: 'seed' });
    const given = { store, session: 'ses_same', config };
    expect(await goOnProfile(givenProfile('seed'), given)).toMatchObject({ name: 'seed' });
    await expect(goOnProfile(givenProfile('yips'), given)).rejects.toThrow('has the profile seed, and keeps it');
  });
});
