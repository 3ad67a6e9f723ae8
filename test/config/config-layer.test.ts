import { expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import type { Json } from '../../src/base/json.js';
import { exitCodeOfError } from '../../src/cli/exit-code.js';
import { readLayer } from '../../src/config/config-layer.js';
import { type Config, configSchema } from '../../src/config/config-schema.js';
import type { Layer } from '../../src/config/layer.js';
import { refuseProblems, renderProblem } from '../../src/config/problem.js';
import type { Setting } from '../../src/config/setting/setting.js';
import { settings } from '../../src/config/setting/settings.js';
import { checkRight, checkWorkspaceRights } from '../../src/config/workspace-rights.js';
import { verifies } from '../requirements.js';

const read = (text: string, layer: Layer = 'user') => readLayer(layer, 'c.json', { ok: true, text });
const problemsOf = (text: string, layer?: Layer) => read(text, layer).problems.map(renderProblem);

it('tells every problem of a file, each with the line of its key and what to do', () => {
  verifies('models.config.all-problems');
  const text = `{
  "modle": "x",
  "mode":
    "aks",
  "models": {
    "fast": {
      "toolCalls": "nativ",
      "contextTokens": 1000,
      "maxOutputTokens": true,
      "keepAlive": "soon",
      "thinking": null,
      "temperature": 1
    }
  },
  "providers": { "a/b": {}, "work": {
      "toolCalls": false,
      "idleTimeoutMs": 1.5,
      "baseUrl": "ftp://x",
      "apiKeyEnv": "sk-secret",
      "headers": { "x y": "1", "x": "a\\nb" }
  } },
  "probeLocalServers": []
}`;
  expect(problemsOf(text)).toEqual([
    'c.json:2: "modle" is no setting; did you mean "model"?',
    'c.json:3: mode must be one of ask, edit, plan, auto, not "aks"; did you mean "ask"?',
    'c.json:7: models.fast.toolCalls must be one of auto, native, prompt, not "nativ"; did you mean "native"?',
    'c.json:8: models.fast.contextTokens must be a whole number of at least 1024; change it',
    'c.json:9: models.fast.maxOutputTokens must be a whole number of at least 1, not true; change it, or remove the key',
    'c.json:10: models.fast.keepAlive must be a duration such as 30m or 1h30m, 0 for not at all, or -1m for ever; change it',
    'c.json:11: models.fast.thinking must be one of off, low, medium, high, not null; remove the key to leave it unset',
    'c.json:12: "temperature" is no setting in models.fast; use one of provider, model, toolCalls, dialect, contextTokens, maxOutputTokens, thinking, keepAlive',
    'c.json:15: providers.a/b: a key here must be a name of letters, digits, dots, dashes and underscores, at most 100 characters long; rename it',
    'c.json:16: providers.work.toolCalls must be one of auto, native, prompt, not false; change it, or remove the key',
    'c.json:17: providers.work.idleTimeoutMs must be a whole number from 1 to 86400000, not 1.5; change it, or remove the key',
    'c.json:18: providers.work.baseUrl must be a URL that begins with http:// or https://, without a user name in it; change it',
    'c.json:19: providers.work.apiKeyEnv must be the name of an environment variable, never the key itself; change it',
    'c.json:20: providers.work.headers."x y": a key here must be the name of a header; rename it',
    'c.json:20: providers.work.headers.x must be the value of a header, on one line and in Latin-1; change it',
    'c.json:22: probeLocalServers must be true or false, not a list; change it, or remove the key',
  ]);
});

it('shows no value that may be a key', () => {
  verifies('models.config.secrets');
  const told = problemsOf('{"providers":{"a":{"apiKeyEnv":"sk-live-1234","headers":{"x":"s\\ne"}}}}').join('\n');
  expect(told).not.toMatch(/sk-live|s\\ne/);
  const misplaced = problemsOf(
    '{"providers":{"a":{"apiKeyEnv":["sk-live"],"headers":"Bearer sk-live"},"b":"sk-live"}}',
  );
  expect(misplaced).toEqual([
    expect.stringContaining(
      'a.apiKeyEnv must be the name of an environment variable, never the key itself, not a list;',
    ),
    expect.stringContaining('a.headers must be an object { … }, not text;'),
    expect.stringContaining('b must be an object { … }, not text;'),
  ]);
});

it('keeps what is sound beside what is wrong, and says nothing of $schema', () => {
  const { values, problems } = read(
    '{"$schema":"x.json","mode":"plan","sandbox":3,"models":{"a":{"dialect":1,"thinking":"low"}}}',
  );
  expect(values).toEqual({ mode: 'plan', models: { a: { thinking: 'low' } } });
  expect(problems).toHaveLength(2);
});

it('warns of settings of earlier versions, whatever they say, and loses none of what they kept safe', () => {
  const text = `{
  "models": { "a": { "images": 7, "thinking": "low" }, "images": {} },
  "providers": { "work": { "retries": 99 } },
  "exposure": { "kind": "lazy", "ceiling": 3,
    "inactiveCalls": "guess" },
  "fsync": "full", "durable": false
}`;
  const { values, problems, warnings, lineOf } = read(text);
  expect(problems).toEqual([]);
  expect(warnings.map(renderProblem)).toEqual([
    'c.json:2: models.a.images is no setting any more: what a model understands is asked of its server; remove it',
    'c.json:3: providers.work.retries is no setting any more: a request that failed for a passing reason is sent again up to four times; remove it',
    'c.json:4: exposure.ceiling is no setting any more: a profile of your own can say it; remove it',
    'c.json:5: exposure.inactiveCalls is no setting any more: a profile of your own can say it; remove it',
    'c.json:6: fsync is no setting any more: durable says what survives a power loss, and fsync full counts as that; remove it',
  ]);
  expect(values).toEqual({
    models: { a: { thinking: 'low' }, images: {} },
    providers: { work: {} },
    exposure: { kind: 'lazy' },
    durable: true,
  });
  expect(lineOf(['durable'])).toBe(6);
  for (const fsync of ['on', 'off']) expect(read(`{"fsync":"${fsync}"}`).values).toEqual({});
  expect(read('{"fsync":"full"}', 'managed').values).toEqual({ durable: true });
  expect(read('{"fsync":"full"}', 'workspace')).toMatchObject({ values: {}, problems: [], warnings: [{ line: 1 }] });
});

it.each(['[]', '"x"', '1', 'null'])('wants an object, not %s', (text) => {
  expect(problemsOf(text)).toEqual([
    expect.stringMatching(/^c\.json:1: the file must be an object \{ … \}, not .+; write \{ … \}$/),
  ]);
});

it('lets a workspace set no more than it may', () => {
  verifies('design.policy.sandbox-off', 'sandbox.limits.settings', 'models.config.workspace-limits');
  const text = '{\n"mode": "auto",\n"sandbox": "off",\n"store": "x",\n"probeLocalServers": true, "model": "m"}';
  expect(problemsOf(text, 'workspace')).toEqual([
    'c.json:3: sandbox cannot be set by a workspace; set it in your own config.json',
    'c.json:4: store cannot be set by a workspace; set it in your own config.json',
    'c.json:5: probeLocalServers cannot be set by a workspace; set it in your own config.json',
    'c.json:2: mode can be only ask or plan in a workspace, not auto; set it in your own config.json',
  ]);
  expect(read(text, 'workspace').values).toEqual({ model: 'm' });
  expect(problemsOf(text, 'user')).toEqual([]);
  expect(problemsOf(text, 'managed')).toEqual([]);
  for (const mode of ['ask', 'plan']) expect(problemsOf(`{"mode":"${mode}"}`, 'workspace')).toEqual([]);
  expect(problemsOf('{"mode":"edit"}', 'workspace')).toHaveLength(1);
  expect(problemsOf('{"grantDays":365}', 'workspace')).toHaveLength(1);
  expect(problemsOf('{"sandboxLimits":{"memoryMb":64}}', 'workspace')).toHaveLength(1);
  expect(problemsOf('{"sandboxLimits":{"memoryMb":64,"processes":8}}', 'user')).toEqual([]);
  expect(problemsOf('{"sandboxLimits":{"memoryMb":63}}', 'user')).toHaveLength(1);
  expect(problemsOf('{"sandboxLimits":{"memory":64}}', 'user')).toHaveLength(1);
  expect(problemsOf('{"readBeforeWrite":false}', 'workspace')).toHaveLength(1);
  expect(problemsOf('{"readBeforeWrite":true,"stagedChanges":true}', 'workspace')).toEqual([]);
  expect(problemsOf('{"mode":"aks"}', 'workspace')).toHaveLength(1);
});

/** Every setting there is, so that a new one is not left to a workspace unseen. */
const rights: Readonly<Record<keyof Config, 'workspace' | 'own' | 'stricter'>> = {
  $schema: 'workspace',
  model: 'workspace',
  models: 'workspace',
  providers: 'workspace',
  probeLocalServers: 'own',
  mode: 'stricter',
  profile: 'own',
  risk: 'own',
  sandbox: 'own',
  sandboxLimits: 'own',
  durable: 'own',
  readBeforeWrite: 'stricter',
  curator: 'workspace',
  stagedChanges: 'workspace',
  exposure: 'workspace',
  dynamicTools: 'own',
  webSearch: 'own',
  grantDays: 'own',
  keepHours: 'own',
  limits: 'own',
  prices: 'own',
  rateLimits: 'own',
  rules: 'workspace',
  secrets: 'workspace',
  untrusted: 'workspace',
  hooks: 'workspace',
  mcpServers: 'workspace',
  skills: 'own',
  store: 'own',
};

it('knows of every setting whether a workspace may set it', () => {
  verifies('models.config.workspace-limits');
  expect(Object.keys(configSchema.properties).sort()).toEqual(Object.keys(rights).sort());
  for (const [key, right] of Object.entries(rights)) {
    const refused = { path: [key], message: `${key} cannot be set by a workspace; set it in your own config.json` };
    expect(checkWorkspaceRights({ [key]: {} }), key).toEqual(right === 'own' ? [refused] : []);
  }
});

it('closes what a declaration does not open to a workspace, members too', () => {
  verifies('models.config.workspace-limits');
  const text = { type: 'string', title: 'T', description: 'D' } as const;
  const entry = { type: 'object', properties: { open: text, fresh: text } } as const;
  const closed = { schema: text, reader: 'face' } as const;
  const members = { ...closed, workspace: { members: ['open'] } } as const;
  const told = (value: Json, setting: Setting) => checkRight(value, setting, ['s']).map(({ path }) => path.join('.'));
  const given = { open: 'x', fresh: 'x', unknown: 'x' };
  expect(told(given, { ...members, schema: entry })).toEqual(['s.fresh']);
  expect(told([given, given], { ...members, schema: { type: 'array', items: entry } })).toEqual([
    's.0.fresh',
    's.1.fresh',
  ]);
  expect(told({ a: given }, { ...members, schema: { type: 'object', additionalProperties: entry } })).toEqual([
    's.a.fresh',
  ]);
  for (const wrong of [null, 'x', 1, ['x'], { a: 1 }]) expect(told(wrong, { ...members, schema: entry })).toEqual([]);
});

/** What a workspace may not set within the settings that are open to it. */
const closedMembers: Readonly<Record<string, readonly string[]>> = {};

it('knows of every member of an open setting whether a workspace may set it', () => {
  verifies('models.config.workspace-limits');
  for (const [key, { schema, workspace }] of Object.entries<Setting>(settings)) {
    const { additionalProperties, items } = schema;
    const entry = typeof additionalProperties === 'object' ? additionalProperties : items || schema;
    const members = Object.keys(entry.properties ?? {});
    if (members.length === 0 || workspace === undefined) continue;
    if (workspace === 'any' || !('members' in workspace)) throw new Error(`${key} opens its members unseen`);
    expect([...workspace.members, ...(closedMembers[key] ?? [])].toSorted(), key).toEqual(members.toSorted());
  }
});

it('accepts a byte order mark and any line ends', () => {
  verifies('models.config.comments');
  expect(read('\ufeff{\r\n"mode": "plan",\r\n}\r\n')).toMatchObject({ values: { mode: 'plan' }, problems: [] });
});

it('stops at a hundred problems', () => {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key${at}`, 1])));
  const { problems, values } = read(text);
  expect(problems).toHaveLength(100);
  expect(values).toEqual({});
});

it('is refused as a whole, with exit code 2', () => {
  verifies('models.config.refused');
  const { problems } = read('{\n"modle": 1,\n"mode": 2}');
  let thrown: unknown;
  try {
    refuseProblems(problems);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ToolwrightError);
  expect((thrown as Error).message).toBe(
    `The configuration cannot be used:\n${problems.map(renderProblem).join('\n')}`,
  );
  expect(exitCodeOfError(thrown)).toBe(2);
  refuseProblems([]);
});

it('shows no more of a key than tells which it is', () => {
  verifies('models.config.bad-file');
  const [told = ''] = problemsOf(JSON.stringify({ models: { ['k'.repeat(100_000)]: {} } }));
  expect(told).toContain(`models.${'k'.repeat(100)}…: a key here must be`);
  expect(told.length).toBeLessThan(400);
});
