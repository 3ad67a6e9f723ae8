import { describe, expect, it } from 'vitest';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { origin } from './rule-scene.js';

const texts = (list: unknown) =>
  parseRuleList(list, origin).rules.map(({ verdict, text, origin: { layer } }) => `${layer}: ${verdict} ${text}`);

it('reads rules as a config file has them, and as effects', () => {
  expect(
    texts([
      { allow: 'exec(npm test)', match: ['npm test'], layer: 'workspace' },
      { effect: 'allow', prefix: ['git', 'log'] },
      { effect: 'deny', prefix: ["it's", 'a b', '$x'], layer: 'managed' },
      { effect: 'confirm', host: 'docs.example.org' },
      { effect: 'ask', tool: 'mcp__docs__*' },
      { effect: 'notify', path: 'src/**' },
      { effect: 'allow', path: 'src/**' },
    ]),
  ).toEqual([
    'workspace: allow exec(npm test)',
    'user: allow exec(git log:*)',
    "managed: deny exec('it'\\''s' 'a b' '$x':*)",
    'user: ask net(docs.example.org)',
    'user: ask mcp__docs__*',
    'user: notify read(src/**)',
    'user: notify write(src/**)',
    'user: notify delete(src/**)',
    'user: notify move(src/**)',
    'user: allow read(src/**)',
    'user: allow write(src/**)',
  ]);
});

describe('what is wrong with a list', () => {
  const one = 'rule 1 must have exactly one of allow, notify, ask and deny, with a pattern';
  const effect = 'rule 1 must have exactly one of prefix (a list of words), host, path and tool';
  it.each([
    ['x', 'rules must be a list [ … ]'],
    [Array(1001).fill({}), 'there are more than 1000 rules: use fewer'],
    [['x'], 'rule 1 must be an object { … }'],
    [[null], 'rule 1 must be an object { … }'],
    [[{}], one],
    [[{ allow: 'read', deny: 'read' }], one],
    [[{ allow: 1 }], one],
    [
      [{ allow: 'read', x: 1 }],
      'rule 1 has "x", which means nothing: use allow, notify, ask, deny, when, match, miss, why, layer',
    ],
    [[{ allow: 'read', when: 1 }], 'rule 1 has a when that is not mode, profile or tainted'],
    [[{ allow: 'read', when: { mode: 'x' } }], 'rule 1 has a when that is not mode, profile or tainted'],
    [[{ allow: 'read', when: { x: true } }], 'rule 1 has a when that is not mode, profile or tainted'],
    [[{ allow: 'read', match: 'a' }], 'rule 1 must have match and miss as lists of at most 50 texts'],
    [[{ allow: 'read', miss: Array(51).fill('a') }], 'rule 1 must have match and miss as lists of at most 50 texts'],
    [[{ allow: 'read', why: 1 }], 'rule 1 must have why as text'],
    [[{ allow: 'read', layer: 'x' }], 'rule 1 has a layer that is not managed, user or workspace'],
    [[{ effect: 'x', tool: 'a' }], 'rule 1 has an effect that is not allow, notify, ask or deny'],
    [[{ effect: 'deny' }], effect],
    [[{ effect: 'deny', prefix: [] }], effect],
    [[{ effect: 'deny', prefix: 'git' }], effect],
    [[{ effect: 'deny', host: 'a', path: 'b' }], effect],
    [[{ effect: 'deny', host: '' }], effect],
    [[{ effect: 'deny', path: 7 }], effect],
    [
      [{ deny: 'reads(x)' }],
      'deny reads(x): reads is no kind of fact: did you mean read? A tool of that name is reads*',
    ],
  ])('%j', (list, message) => {
    expect(parseRuleList(list, origin).problems.map((problem) => problem.message)).toEqual([message]);
  });
});
