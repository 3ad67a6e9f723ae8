import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTerminal } from '../../../src/cli/doctor/check-terminal.js';
import { checkMachine } from '../../../src/session/health/check-machine.js';
import type { HealthItem } from '../../../src/session/health/health-item.js';
import { type FakeModelServer, startFakeModelServer } from '../../../src/testing/fake-model-server.js';
import { verifies } from '../../requirements.js';
import { runCli } from '../../support/spawn-cli.js';
import { fakeHost } from '../fake-host.js';

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [], models: [{ name: 'here' }] });
});
afterAll(() => server.close());

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'toolwright-doctor-'));

async function doctor(folder: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const end = await runCli(['doctor', '--json', ...args], { cwd: folder, env });
  const { healthy, items } = JSON.parse(end.stdout) as { healthy: boolean; items: readonly HealthItem[] };
  return { ...end, healthy, item: (part: string) => items.find((one) => one.part === part), items };
}

describe('doctor', () => {
  it('tells of every part how it stands, and is content with what only could be better', async () => {
    verifies('models.doctor.parts', 'models.doctor.json');
    const { code, healthy, items, item } = await doctor(newFolder());
    const parts = ['toolwright', 'node', 'ripgrep', 'sandbox', 'store', 'config', 'model', 'terminal'];
    expect(items.map(({ part }) => part)).toEqual(parts);
    expect({ code, healthy }).toEqual({ code: 0, healthy: true });
    expect(item('ripgrep')).toMatchObject({ state: 'ok', says: expect.stringMatching(/^\d+\./) });
    expect(item('model')).toMatchObject({ state: 'warn', says: expect.stringContaining('the guide') });
  });

  it('says the same to people, with what to do', async () => {
    verifies('models.doctor.parts', 'models.doctor.advice');
    const { stdout, stderr, code } = await runCli(['doctor'], { cwd: newFolder() });
    expect(stdout).toMatch(/^ok {4}node +v\d/m);
    expect(stdout).toMatch(/^warn {2}model +the guide\. .*\n +→ Start a model server/m);
    expect(stdout).toContain('Everything needed works');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it('finds a broken config and goes on', async () => {
    verifies('models.doctor.advice');
    const folder = newFolder();
    mkdirSync(join(folder, 'toolwright'));
    writeFileSync(join(folder, 'toolwright', 'config.json'), '{\n  "modle": "x",\n  "mode": "fast"\n}');
    const { code, healthy, item } = await doctor(folder, [], { XDG_CONFIG_HOME: folder });
    expect({ code, healthy }).toEqual({ code: 1, healthy: false });
    expect(item('config')).toMatchObject({
      state: 'bad',
      says: expect.stringMatching(/config\.json:2: .*modle/),
      todo: expect.stringContaining('config check'),
    });
  });

  it('finds a store that is none', async () => {
    verifies('models.doctor.advice');
    const folder = newFolder();
    writeFileSync(join(folder, 'store.db'), 'this is no database at all, but long enough to be read as one'.repeat(99));
    const { code, item } = await doctor(folder, ['--store', 'store.db']);
    expect(code).toBe(1);
    expect(item('store')).toMatchObject({ state: 'bad', says: expect.stringContaining('store.db') });
    mkdirSync(join(folder, '.toolwright'));
    writeFileSync(join(folder, '.toolwright', 'config.json'), '{"mode":"plan"}');
    const within = await doctor(folder, ['--store', 'store.db']);
    expect(within.item('store')).toMatchObject({ state: 'bad' });
    expect(within.item('workspace')).toMatchObject({ state: 'warn', says: expect.stringContaining('is not used') });
  });

  it('asks the server of the model for it', async () => {
    verifies('models.doctor.model');
    const folder = newFolder();
    const named = (model: string, url = server.url) => doctor(folder, ['--base-url', url, '--model', model]);
    expect((await named('here')).item('model')).toEqual({
      part: 'model',
      state: 'ok',
      says: 'custom/here. You named it.',
    });
    expect((await named('gone')).item('model')).toMatchObject({ state: 'warn', todo: expect.stringContaining('list') });
    const dead = await named('here', 'http://127.0.0.1:9/v1');
    expect(dead.code).toBe(1);
    expect(dead.item('model')).toMatchObject({ state: 'bad', says: expect.stringContaining('Nothing listens') });
    const missing = await doctor(folder, ['--model', 'claude-x']);
    expect(missing.item('model')).toMatchObject({ state: 'bad', says: expect.stringContaining('ANTHROPIC_API_KEY') });
  });

  it('knows a model by the name its server lists it with', async () => {
    verifies('models.doctor.model');
    const dated = await startFakeModelServer({
      rounds: [],
      models: [{ name: 'claude-x-1-20260101' }, { name: 'phi4:latest' }],
    });
    try {
      const state = async (model: string) =>
        (await doctor(newFolder(), ['--base-url', dated.url, '--model', model])).item('model')?.state;
      const states = [await state('claude-x-1'), await state('phi4'), await state('claude-x'), await state('phi')];
      expect(states).toEqual(['ok', 'ok', 'warn', 'warn']);
    } finally {
      await dated.close();
    }
  });

  it('mentions a workspace whose settings wait to be trusted', async () => {
    verifies('models.doctor.parts');
    const folder = newFolder();
    mkdirSync(join(folder, '.toolwright'));
    writeFileSync(join(folder, '.toolwright', 'config.json'), '{"mode":"plan"}');
    expect((await doctor(folder)).item('workspace')).toMatchObject({
      state: 'warn',
      todo: expect.stringContaining('toolwright trust'),
    });
  });
});

describe('the machine', () => {
  const check = async (options: { node?: string; platform?: NodeJS.Platform; path?: string }) => {
    const env = { PATH: options.path ?? process.env['PATH'] ?? '' };
    const { node = '22.1.0', platform = 'linux' } = options;
    const items = await checkMachine({ env, platform, node, folder: tmpdir() });
    return Object.fromEntries(items.map((item) => [item.part, item]));
  };

  it('needs Node.js 20.19', async () => {
    verifies('models.doctor.parts');
    expect((await check({ node: '20.18.3' }))['node']).toMatchObject({
      state: 'bad',
      todo: expect.stringContaining('20.19'),
    });
    expect((await check({ node: '20.19.0' }))['node']).toMatchObject({ state: 'ok' });
  });
});

it('tells what the terminal can do', () => {
  verifies('models.doctor.parts');
  const check = (env: Record<string, string>) => {
    const { host } = fakeHost({ cwd: '/', env });
    for (const stream of [host.stdin, host.stdout]) Object.assign(stream, { isTTY: true, columns: 80 });
    return checkTerminal(host);
  };
  expect(check({ TERM: 'xterm', LANG: 'C.UTF-8' })).toEqual({
    part: 'terminal',
    state: 'ok',
    says: 'xterm, 80 columns, colours',
  });
  expect(check({ TERM: 'xterm', LANG: 'C', NO_COLOR: '1' })).toMatchObject({
    state: 'warn',
    says: 'xterm, 80 columns, no colours',
    todo: expect.stringContaining('UTF-8'),
  });
  expect(check({ TERM: 'dumb' })).toMatchObject({ state: 'warn', says: 'TERM is dumb' });
  expect(checkTerminal(fakeHost({ cwd: '/' }).host).says).toContain('plain lines');
});
