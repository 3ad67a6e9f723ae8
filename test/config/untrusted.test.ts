import { describe, expect, it } from 'vitest';
import { readLayer } from '../../src/config/config-layer.js';
import type { Layer } from '../../src/config/layer.js';
import { mergeLayers } from '../../src/config/merge-layers.js';
import { planEdit } from '../../src/config/plan-edit.js';
import { renderProblem } from '../../src/config/problem.js';
import { verifies } from '../requirements.js';

const read = (text: string, layer: Layer = 'user') => readLayer(layer, `${layer}.json`, { ok: true, text });
const problemsOf = (text: string, layer?: Layer) => read(text, layer).problems.map(renderProblem);

describe('untrusted files', () => {
  it('of all layers count: a workspace adds some and takes none away', () => {
    verifies('taint.config.untrusted');
    const layers = [
      read('{"untrusted": ["vendor/**",\n"*.eml"]}'),
      read('{\n"untrusted": ["in/"]}', 'workspace'),
      read('{"untrusted": ["~/Downloads/"]}', 'managed'),
    ];
    const { values, origins } = mergeLayers(layers);
    expect(values).toEqual({ untrusted: ['vendor/**', '*.eml', 'in/', '~/Downloads/'] });
    expect([...origins]).toEqual([
      ['/untrusted/0', { layer: 'user', file: 'user.json', line: 1 }],
      ['/untrusted/1', { layer: 'user', file: 'user.json', line: 2 }],
      ['/untrusted/2', { layer: 'workspace', file: 'workspace.json', line: 2 }],
      ['/untrusted/3', { layer: 'managed', file: 'managed.json', line: 1 }],
    ]);
    expect(mergeLayers([read('{"untrusted": ["a"]}'), read('{"untrusted": []}', 'workspace')]).values).toEqual({
      untrusted: ['a'],
    });
  });

  it('are told what is wrong with them', () => {
    verifies('taint.config.untrusted');
    const text = '{"untrusted": ["vendor/**",\n"../x",\n7,\n"[a"]}';
    expect(problemsOf(text)).toEqual([
      'user.json:3: untrusted.2 must be a pattern of paths, as in vendor/**, at most 500 characters long, not a number; change it, or remove the key',
      'user.json:2: untrusted.1 is no pattern of paths: it would never match: paths are compared without .., so write ~/… or /…',
      'user.json:4: untrusted.3 is no pattern of paths: a [ is not closed: write \\[ if it is meant as it is',
    ]);
    expect(read(text).values).toEqual({});
    expect(problemsOf('{"untrusted": "x"}')).toEqual([
      'user.json:1: untrusted must be a list [ … ], not text; change it, or remove the key',
    ]);
  });

  it('are set as a whole', () => {
    const edit = { layer: 'user', file: 'user.json', text: '{}\n' } as const;
    expect(planEdit({ ...edit, path: ['untrusted'], value: ['vendor/**'] })).toMatchObject({ ok: true });
    expect(planEdit({ ...edit, path: ['untrusted', '0'], value: 'x' })).toMatchObject({
      ok: false,
      problems: [{ message: `untrusted is set as a whole: give the list, as in '["vendor/**", "*.eml"]'` }],
    });
  });
});

describe('a rule that allows while tainted', () => {
  it('is no matter of a workspace', () => {
    verifies('taint.policy.rule');
    const text = `{ "rules": [
  { "allow": "net(a.example.com)", "when": { "tainted": true } },
  { "allow": "net(a.example.com)", "when": { "tainted": false } },
  { "deny": "net", "when": { "tainted": true } }
] }`;
    expect(problemsOf(text, 'workspace')).toEqual([
      'workspace.json:2: allow net(a.example.com) cannot hold when tainted in a workspace; put it into your own config.json',
    ]);
    expect(problemsOf(text, 'user')).toEqual([]);
    expect(problemsOf(text, 'managed')).toEqual([]);
  });
});
