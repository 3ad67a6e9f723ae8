import { describe, expect, it } from 'vitest';
import { parseRule } from '../../../src/policy/rule/parse-rule.js';
import type { RuleText } from '../../../src/policy/rule/rule.js';
import { factKinds } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { origin } from './rule-scene.js';

const parse = (text: RuleText) => parseRule(text, { origin, index: 3 });

it('reads what it is about, and what else is said', () => {
  verifies('y-agent.permission.rule-syntax');
  const text = { allow: ' exec( git log:* ) ', when: { mode: 'plan' }, match: ['a'], miss: ['b'], why: 'c' } as const;
  expect(parse(text)).toEqual({
    ok: true,
    rule: {
      verdict: 'allow',
      text: 'exec( git log:* )',
      subject: { type: 'fact', kind: 'exec', pattern: 'git log:*' },
      when: { mode: 'plan' },
      match: ['a'],
      miss: ['b'],
      why: 'c',
      origin,
      index: 3,
    },
  });
});

describe('the grammar', () => {
  it.each<readonly [string, object]>([
    ['run_command', { type: 'tool', name: 'run_command' }],
    ['run_command(git log:*)', { type: 'tool', name: 'run_command', pattern: 'git log:*' }],
    ['mcp__docs__*', { type: 'tool', name: 'mcp__docs__*' }],
    ['mcp__docs__*(src/**)', { type: 'tool', name: 'mcp__docs__*', pattern: 'src/**' }],
    ['*', { type: 'tool', name: '*' }],
    ['reads*', { type: 'tool', name: 'reads*' }],
    ['reader', { type: 'tool', name: 'reader' }],
    ['get', { type: 'tool', name: 'get' }],
    ['write(a(b)c)', { type: 'fact', kind: 'write', pattern: 'a(b)c' }],
    ...factKinds.map((kind) => [kind, { type: 'fact', kind }] as const),
    ...factKinds.map((kind) => [`${kind}(*)`, { type: 'fact', kind, pattern: '*' }] as const),
  ])('reads %s', (text, subject) => {
    verifies('y-agent.permission.rule-syntax');
    expect(parse({ deny: text })).toMatchObject({ ok: true, rule: { subject } });
  });

  it.each([
    ['', 'it must begin with a kind of fact or the name of a tool, as in exec(npm test)'],
    ['(x)', 'it must begin with a kind of fact or the name of a tool, as in exec(npm test)'],
    ['git log', 'it must begin with a kind of fact or the name of a tool, as in exec(npm test)'],
    ['exec(git', 'its ( is not closed: end it with )'],
    ['exec(git) x', 'its ( is not closed: end it with )'],
    ['exec()', 'nothing stands between ( and ): leave them out, or write (*)'],
    ['read( )', 'nothing stands between ( and ): leave them out, or write (*)'],
    ['reads(.env)', 'reads is no kind of fact: did you mean read? A tool of that name is reads*'],
    ['Read(.env)', 'Read is no kind of fact: did you mean read? A tool of that name is Read*'],
    ['wirte(a)', 'wirte is no kind of fact: did you mean write? A tool of that name is wirte*'],
    ['exce(a)', 'exce is no kind of fact: did you mean exec? A tool of that name is exce*'],
    ['secrets', 'secrets is no kind of fact: did you mean secret? A tool of that name is secrets*'],
    ['exec(:*)', 'it names no command: write * for any'],
    ['exec(A=1 npm test)', 'a rule begins with the program: leave the variables before it out'],
    ['exec(git log *)', 'a * means nothing inside a command: end the rule with :* for all that begin so, or quote it'],
    ['exec(npm test | cat)', 'a rule is about one plain command: leave | out, or quote it'],
    ['exec(npm test > x)', 'a rule is about one plain command: leave > out, or quote it'],
    ['exec(echo $HOME)', 'a rule is about one plain command: leave $ out, or quote it'],
    ['exec(echo "$HOME")', 'a rule is about one plain command: write \\$, or leave it out'],
    ["exec(echo 'a)", "a ' is not closed: close it"],
    ['exec(echo a\\)', 'a \\ stands at its end: remove it'],
    ['exec(rm)', 'it would match rm without arguments only: write rm:*'],
    ['run_command(rm)', 'it would match rm without arguments only: write rm:*'],
    ['run_command(a && b)', 'a rule is about one plain command: leave & out, or quote it'],
    ['read(../x)', 'it would never match: paths are compared without .., so write ~/… or /…'],
    ['read(a/../x)', 'it would never match: paths are compared without .., so write ~/… or /…'],
    ['read(~root/x)', '~root/x is no path: write ~/… for your home folder'],
    ['read(src\\a)', 'a \\ only makes the character behind it plain, as in \\*: write / between folders'],
    ['read([a)', 'a [ is not closed: write \\[ if it is meant as it is'],
    ['read({a,b)', 'a { is not closed: write \\{ if it is meant as it is'],
    [`read(${'{a,b}'.repeat(7)})`, 'it stands for more than 64 patterns: write several rules'],
    ['read_file(../x)', 'it would never match: paths are compared without .., so write ~/… or /…'],
    ['net(https://a.example/x)', 'a rule is about a host, not about an address on it: leave out what follows the host'],
    ['net(10.0.0.0/8)', 'a rule is about a host, not about an address on it: leave out what follows the host'],
    ['net(docs.*.org)', 'a star stands for sub-domains, at the start: *.example.org or **.example.org'],
    ['net(a b)', '"a b" is no host: write docs.example.org'],
    ['net(*.127.0.0.1)', 'an address has no sub-domains: write it without the star'],
    ['env([a)', 'a [ is not closed: write \\[ if it is meant as it is'],
    [`read(${'x'.repeat(500)})`, 'it is longer than 500 characters: write several rules'],
  ])('refuses %s: %s', (text, message) => {
    verifies('y-agent.permission.rule-syntax');
    expect(parse({ deny: text })).toEqual({
      ok: false,
      problem: { path: ['3', 'deny'], message: `deny ${text}: ${message}` },
    });
  });

  it('refuses to allow a program by a path that leads elsewhere in every folder', () => {
    const message = './x is another program in every folder: name it bare, or by its whole path';
    expect(parse({ allow: 'exec(./x:*)' })).toMatchObject({
      ok: false,
      problem: { message: `allow exec(./x:*): ${message}` },
    });
    expect(parse({ deny: 'exec(./x:*)' })).toMatchObject({ ok: true });
    expect(parse({ allow: 'exec(make)' })).toMatchObject({ ok: true });
  });
});
