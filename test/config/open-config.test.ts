import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configPaths } from '../../src/config/config-paths.js';
import { flagsAgainstLocks, lockOf } from '../../src/config/managed-lock.js';
import { loadConfigFiles, loadUserConfig, withWorkspace, workspaceLayer } from '../../src/config/open-config.js';
import { storeSetting } from '../../src/config/store-setting.js';
import type { TrustInspection } from '../../src/config/trust.js';
import { verifies } from '../requirements.js';

function scene(files: { readonly user?: string; readonly managed?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = { user: join(folder, 'user.json'), managed: join(folder, 'managed.json') };
  for (const name of ['user', 'managed'] as const) {
    const text = files[name];
    if (text !== undefined) writeFileSync(paths[name], text);
  }
  return { folder, paths, config: loadConfigFiles(paths) };
}

/** A workspace in this state with this config file. */
function workspace(state: 'trusted' | 'untrusted' | 'changed', text: string): TrustInspection {
  const bytes = Buffer.from(text);
  const files = [{ path: 'config.json', size: bytes.length, sha256: 'x', bytes }];
  return { state, workspace: '/w', folder: '/w/.toolwright', hash: 'h', files, changes: [] };
}

it('finds the files by XDG, home and platform', () => {
  verifies('models.config.paths');
  const on = (platform: NodeJS.Platform, env: Record<string, string>) => configPaths({ platform, env });
  const managed = '/etc/toolwright/config.json';
  expect(on('linux', { HOME: '/h' })).toEqual({ managed, user: '/h/.config/toolwright/config.json' });
  expect(on('linux', { HOME: '/h', XDG_CONFIG_HOME: '/x' })).toEqual({ managed, user: '/x/toolwright/config.json' });
  for (const XDG_CONFIG_HOME of ['x', '', './x', '~/x'])
    expect(on('linux', { HOME: '/h', XDG_CONFIG_HOME }).user).toBe('/h/.config/toolwright/config.json');
  // A home that is no absolute path would lead into the folder one works in.
  for (const HOME of [undefined, '', '.', 'home']) {
    const env = HOME === undefined ? {} : { HOME };
    expect(on('linux', env)).toEqual({ managed, user: undefined });
  }
  expect(on('darwin', { HOME: '/h' })).toEqual({
    managed: '/Library/Application Support/toolwright/config.json',
    user: '/h/.config/toolwright/config.json',
  });
  expect(on('win32', { USERPROFILE: 'C:\\Users\\a', ProgramData: 'D:\\Data' })).toEqual({
    managed: 'D:\\Data\\toolwright\\config.json',
    user: 'C:\\Users\\a\\.config\\toolwright\\config.json',
  });
  expect(on('win32', {}).managed).toBe('C:\\ProgramData\\toolwright\\config.json');
});

it('loads the file of the user', () => {
  const { folder } = scene({});
  mkdirSync(join(folder, 'toolwright'));
  writeFileSync(join(folder, 'toolwright', 'config.json'), '{"model":"m"}');
  const config = loadUserConfig({ env: { XDG_CONFIG_HOME: folder }, platform: 'linux' });
  expect(config.values).toEqual({ model: 'm' });
});

it('merges key by key, and every value knows where it comes from', () => {
  verifies('models.config.merge');
  const { config, paths } = scene({
    user: '{\n"model": "u",\n"mode": "edit",\n"models": {\n"a/b": { "dialect": "u",\n"thinking": "low" } },\n"providers": {}\n}',
    managed: '{ "models": {\n"a/b": { "dialect": "m" } }, "sandbox": "required" }',
  });
  const text =
    '{\n"model": "w", "mode": "plan",\n"models": { "a/b": { "dialect": "w", "toolCalls": "prompt" }, "c": {} }\n}';
  const { values, origins, problems, layers } = withWorkspace(config, workspace('trusted', text));
  expect(problems).toEqual([]);
  expect(values).toEqual({
    model: 'w',
    mode: 'plan',
    models: { 'a/b': { dialect: 'm', thinking: 'low', toolCalls: 'prompt' }, c: {} },
    providers: {},
    sandbox: 'required',
  });
  const w = { layer: 'workspace', file: '/w/.toolwright/config.json' };
  expect(Object.fromEntries(origins)).toEqual({
    '/model': { ...w, line: 2 },
    '/mode': { ...w, line: 2 },
    '/models/a~1b/dialect': { layer: 'managed', file: paths.managed, line: 2 },
    '/models/a~1b/thinking': { layer: 'user', file: paths.user, line: 6 },
    '/models/a~1b/toolCalls': { ...w, line: 3 },
    '/models/c': { ...w, line: 3 },
    '/providers': { layer: 'user', file: paths.user, line: 7 },
    '/sandbox': { layer: 'managed', file: paths.managed, line: 2 },
  });
  expect(layers.map(({ layer }) => layer)).toEqual(['user', 'workspace', 'managed']);
});

it('leaves a workspace out until it is trusted, and tells then of its problems', () => {
  verifies('models.trust.content');
  const { config } = scene({ user: '{"model":"u"}' });
  for (const state of ['untrusted', 'changed'] as const)
    expect(withWorkspace(config, workspace(state, '{"model": 1, "sandbox": "off"}'))).toBe(config);
  expect(withWorkspace(config, { state: 'nothing', workspace: '/w', folder: '/w/.toolwright' })).toBe(config);
  const bad = withWorkspace(config, workspace('trusted', '{"model": "w", "sandbox": "off"}'));
  expect(bad.values).toEqual({ model: 'w' });
  expect(bad.problems.map(({ message }) => message)).toEqual([
    'sandbox cannot be set by a workspace; set it in your own config.json',
  ]);
  // Another workspace takes its place.
  expect(withWorkspace(bad, workspace('trusted', '{"mode": "plan"}')).values).toEqual({ model: 'u', mode: 'plan' });
});

it('reads no settings through a link', () => {
  verifies('models.trust.bounded');
  const { files, ...rest } = workspace('trusted', '/etc/passwd') as Extract<TrustInspection, { files: unknown }>;
  const linked = { ...rest, files: files.map((file) => ({ ...file, link: true as const })) };
  expect(workspaceLayer(linked)).toMatchObject({
    values: {},
    problems: [{ line: 1, message: 'it is a link; put a file there, or remove it' }],
  });
});

it('lets nothing, no flag either, change a managed value', () => {
  verifies('models.config.managed');
  const { config, paths } = scene({
    user: '{"mode": "auto", "model": "u", "store": "s"}',
    managed: '{\n"mode": "ask",\n"store": "/var/store.db" }',
  });
  const effective = withWorkspace(config, workspace('trusted', '{"mode": "plan"}'));
  expect(effective.values).toEqual({ mode: 'ask', model: 'u', store: '/var/store.db' });
  expect(lockOf(effective, ['mode'])).toEqual({ layer: 'managed', file: paths.managed, line: 2 });
  expect(lockOf(effective, ['model'])).toBeUndefined();
  const flags = (mode: string | undefined) => [
    { flag: '--mode', path: ['mode'], value: mode },
    { flag: '--model', path: ['model'], value: 'other' },
  ];
  expect(flagsAgainstLocks(effective, flags('auto'))).toEqual([
    `--mode: ${paths.managed}:2 sets mode to "ask" for everyone here; leave the flag out.`,
  ]);
  expect(flagsAgainstLocks(effective, flags('ask'))).toEqual([]);
  expect(flagsAgainstLocks(effective, flags(undefined))).toEqual([]);
});

it('says which store is meant: from the folder of the file, from home, or as it stands', () => {
  const stored = (store: string) => {
    const { config, folder } = scene({ user: JSON.stringify({ store }) });
    return storeSetting(config, { HOME: '/h' })?.replace(folder, 'FOLDER');
  };
  expect(['/a/b.db', 'memory', 'x/b.db', '~/b.db', 'pg://x'].map(stored)).toEqual([
    '/a/b.db',
    'memory',
    'FOLDER/x/b.db',
    '/h/b.db',
    'pg://x',
  ]);
  expect(storeSetting(scene({}).config, {})).toBeUndefined();
});
