import { describe, expect, it } from 'vitest';
import { checkConfigExamples } from '../../src/config/check-rule-examples.js';
import { readLayer } from '../../src/config/config-layer.js';
import type { Layer } from '../../src/config/layer.js';
import { leavesOf, mergeLayers } from '../../src/config/merge-layers.js';
import { planEdit } from '../../src/config/plan-edit.js';
import { renderProblem } from '../../src/config/problem.js';
import { parseSettingKey, renderSettingKey } from '../../src/config/setting-key.js';
import { verifies } from '../requirements.js';

const read = (text: string, layer: Layer = 'user') => readLayer(layer, `${layer}.json`, { ok: true, text });
const problemsOf = (text: string, layer?: Layer) => read(text, layer).problems.map(renderProblem);

describe('rules in a config file', () => {
  it('are told what is wrong with them, each with its line', () => {
    verifies('models.config.all-problems', 'y-agent.permission.exec-examples');
    const text = `{
  "rules": [
    { "allow": "exec(npm test)" },
    { "allow": "exec(npm test)",
      "deny": "read" },
    "x",
    { "why": "x" },
    { "denny": "read" },
    { "deny": 1 },
    {
      "deny": "reads(.env)"
    },
    { "deny": "read(.env*)", "match": [
      ".env",
      "env" ], "miss": [
      ".env.local"] },
    { "ask": "read", "when": { "mode": "aks", "since": 1 } },
    { "ask": "read", "match": "x", "miss": [1] }
  ]
}`;
    expect(problemsOf(text)).toEqual([
      'user.json:4: rules.1 must have exactly one of allow, notify, ask, deny; write one',
      'user.json:6: rules.2 must be an object { … }, not text; change it, or remove the key',
      'user.json:7: rules.3 must have exactly one of allow, notify, ask, deny; write one',
      'user.json:8: rules.4 must have exactly one of allow, notify, ask, deny; write one',
      'user.json:8: "denny" is no setting in rules.4; did you mean "deny"?',
      'user.json:9: rules.5.deny must be what the rule is about, as in exec(npm test), at most 500 characters long, not a number; change it, or remove the key',
      'user.json:17: rules.8.when.mode must be one of ask, edit, plan, auto, not "aks"; did you mean "ask"?',
      'user.json:17: "since" is no setting in rules.8.when; use one of mode, profile, tainted',
      'user.json:18: rules.9.match must be a list [ … ], not text; change it, or remove the key',
      'user.json:18: rules.9.miss.0 must be a command, path, host or name, on one line, at most 2000 characters long, not a number; change it, or remove the key',
      'user.json:11: deny reads(.env): reads is no kind of fact: did you mean read? A tool of that name is reads*',
      'user.json:15: the rule deny read(.env*) does not match its example "env"; change one of them',
      'user.json:16: the rule deny read(.env*) matches what it should miss, ".env.local"; change one of them',
    ]);
    expect(read(text).rules.map(({ text: about }) => about)).toEqual(['exec(npm test)']);
    expect(read(text).values).toEqual({ rules: [{ allow: 'exec(npm test)' }] });
  });

  it('are bounded', () => {
    const rules = (count: number) => JSON.stringify({ rules: Array(count).fill({ deny: 'read(.env*)' }) });
    expect(read(rules(1000)).rules).toHaveLength(1000);
    expect(problemsOf(rules(1001))).toEqual(['user.json:1: rules can hold at most 1000 entries, not 1001; use fewer']);
    expect(read(rules(1001)).rules).toEqual([]);
    const broken = read(JSON.stringify({ rules: Array(1000).fill({ deny: 'reads(x)' }) }));
    expect([broken.problems.length, broken.rules.length, broken.values]).toEqual([100, 0, {}]);
  });

  it('hold no examples that are commands to anything until those are looked at', async () => {
    verifies('y-agent.permission.exec-examples');
    const text = '{"rules":[{"deny":"read(a)"},\n{"allow":"exec(git log:*)",\n"match":["git log",\n"git logout"]}]}';
    const layer = read(text);
    expect(layer.problems).toEqual([]);
    const analyse = async (command: string) => [
      {
        kind: 'exec',
        target: command,
        where: 'workspace',
        known: true,
        words: command.split(' '),
        plain: true,
      } as const,
    ];
    expect((await checkConfigExamples({ layers: [layer] }, analyse)).map(renderProblem)).toEqual([
      'user.json:4: the rule allow exec(git log:*) does not match its example "git logout", or not all that it does; change one of them',
    ]);
  });
});

describe('rules of a workspace', () => {
  it('may deny and ask what they like, and allow only what they name', () => {
    verifies('models.config.workspace-limits');
    const text = `{ "rules": [
  { "deny": "*" },
  { "ask": "read(~/x)" },
  { "allow": "exec(npm test)" },
  { "allow": "run_command" },
  { "allow": "read(/etc/**)" }
] }`;
    expect(problemsOf(text, 'workspace')).toEqual([
      'workspace.json:5: allow run_command is too broad for a workspace: it allows everything that tool does; narrow it, or put it into your own config.json',
      'workspace.json:6: allow read(/etc/**) is too broad for a workspace: it allows what lies outside the workspace; narrow it, or put it into your own config.json',
    ]);
    expect(read(text, 'workspace').rules).toHaveLength(3);
    expect(problemsOf(text, 'user')).toEqual([]);
    expect(problemsOf(text, 'managed')).toEqual([]);
  });

  it('allow no more than a person can look through', () => {
    const text = JSON.stringify({ rules: Array(51).fill({ allow: 'write(src/**)' }) });
    expect(problemsOf(text, 'workspace')).toEqual([
      'workspace.json:1: a workspace can bring at most 50 rules that allow; put the others into your own config.json',
    ]);
    expect(read(text, 'workspace').rules).toEqual([]);
    expect(problemsOf(text, 'user')).toEqual([]);
  });
});

describe('rules of several files', () => {
  const layers = [
    read('{"mode":"ask","rules":[\n{"allow":"read(a)"},\n{"deny":"read(b)"}]}', 'user'),
    read('{\n"rules":[{"ask":"read(c)"}]}', 'workspace'),
    read('{"rules":[{"deny":"read(a)"}]}', 'managed'),
  ];

  it('are put together, each with where it stands', () => {
    const { values, rules, origins } = mergeLayers(layers);
    expect(values).toEqual({
      mode: 'ask',
      rules: [{ allow: 'read(a)' }, { deny: 'read(b)' }, { ask: 'read(c)' }, { deny: 'read(a)' }],
    });
    expect(rules.map(({ verdict, origin }) => [verdict, origin])).toEqual([
      ['allow', { layer: 'user', file: 'user.json', line: 2 }],
      ['deny', { layer: 'user', file: 'user.json', line: 3 }],
      ['ask', { layer: 'workspace', file: 'workspace.json', line: 2 }],
      ['deny', { layer: 'managed', file: 'managed.json', line: 1 }],
    ]);
    expect([...origins.keys()]).toEqual(['/rules/0', '/rules/1', '/rules/2', '/rules/3', '/mode']);
    expect([...leavesOf(values, [])]).toEqual([
      ['mode'],
      ['rules', '0'],
      ['rules', '1'],
      ['rules', '2'],
      ['rules', '3'],
    ]);
    expect(mergeLayers([]).rules).toEqual([]);
    expect(mergeLayers([read('{"rules":[]}')]).values).toEqual({});
  });

  it('are named by their number', () => {
    const { values } = mergeLayers(layers);
    expect(parseSettingKey('rules.3', values)).toMatchObject({ ok: true, path: ['rules', '3'] });
    expect(parseSettingKey('rules.3.deny', values)).toMatchObject({ ok: true, path: ['rules', '3', 'deny'] });
    expect(parseSettingKey('/rules/3', values)).toMatchObject({ ok: true, path: ['rules', '3'] });
    expect(renderSettingKey(['rules', '3'])).toBe('rules.3');
    expect(parseSettingKey('rules.first', values)).toEqual({
      ok: false,
      message: 'There is no entry "first" in rules: count them from 0.',
    });
  });

  it('are written in the file itself', () => {
    const edit = { layer: 'user', file: 'user.json', text: '{"mode":"ask","rules":[{"deny":"read(a)"}]}' } as const;
    const refused = (path: readonly string[], value: string | undefined) =>
      planEdit({ ...edit, path, value }).problems.map(({ message }) => message);
    const message = 'rules are written in the file itself: edit user.json, then run `toolwright config check`';
    expect(refused(['rules'], 'x')).toEqual([message]);
    expect(refused(['rules', '0', 'deny'], 'read')).toEqual([message]);
    expect(refused(['rules', '0'], undefined)).toEqual([message]);
    expect(planEdit({ ...edit, path: ['rules'], value: undefined })).toMatchObject({
      ok: true,
      text: '{"mode":"ask"}',
    });
  });
});
