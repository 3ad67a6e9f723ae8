import { describe, expect, it } from 'vitest';
import { createHostGate, type HostRule } from '../../../src/policy/net/host-gate.js';
import { type OpenHostsInput, openHosts } from '../../../src/policy/net/open-hosts.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { grantOf } from '../grant/grant-scene.js';
import { netFact } from '../rule/rule-scene.js';

const rulesOf = (...rules: readonly object[]) =>
  parseRuleList(rules, { layer: 'user', file: 'config.json', line: 1 }).rules;

const exec: Fact = { kind: 'exec', target: 'npm install', where: 'workspace', known: false };
const proved: Fact = { ...exec, target: 'curl https://named.test', proved: true };

const open = (input: Partial<OpenHostsInput>): readonly HostRule[] =>
  openHosts({ rules: [], grants: [], facts: [exec], mode: 'ask', ...input });
const hostsOf = (input: Partial<OpenHostsInput>): readonly string[] =>
  open(input)
    .filter(({ verdict }) => verdict === 'allow')
    .map(({ host }) => host);

describe('what is open to the processes of a call', () => {
  it('is nothing by itself, in any mode', () => {
    verifies('sandbox.open.star');
    for (const mode of ['ask', 'edit', 'auto'] as const) expect(open({ mode })).toEqual([]);
    expect(open({ facts: [] })).toEqual([]);
  });

  it('is what its facts name, exactly', () => {
    verifies('sandbox.open.facts');
    expect(open({ facts: [proved, netFact('named.test'), netFact('other.test:8080')] })).toEqual([
      { verdict: 'allow', host: 'named.test', named: true },
      { verdict: 'allow', host: 'other.test:8080', named: true },
    ]);
  });

  it('is not what is unknown or never allowed', () => {
    verifies('sandbox.open.facts');
    const facts = [exec, netFact('…', { known: false }), netFact('169.254.169.254', { forbidden: true })];
    expect(open({ facts })).toEqual([]);
  });

  it('is what rules and grants name, for commands that are not wholly understood', () => {
    verifies('sandbox.open.standing');
    const rules = rulesOf({ allow: 'net(**.example.test)' }, { allow: 'net(registry.test:4873)' });
    const grants = [grantOf(['exec(npm install)', 'net(granted.test)'])];
    expect(hostsOf({ rules, grants })).toEqual(['**.example.test', 'registry.test:4873', 'granted.test']);
    expect(hostsOf({ rules, grants, facts: [proved] })).toEqual([]);
    expect(hostsOf({ rules, grants, facts: [proved, exec] })).toHaveLength(3);
  });

  it('is not everything, whatever a rule says', () => {
    verifies('sandbox.open.star');
    const rules = rulesOf({ allow: 'net' }, { allow: 'net(*)' }, { allow: 'net(*:443)' }, { allow: 'run_command' });
    expect(open({ rules })).toEqual([]);
  });

  it('follows what rules say of mode and profile', () => {
    const rules = rulesOf(
      { allow: 'net(auto.test)', when: { mode: 'auto' } },
      { allow: 'net(mine.test)', when: { profile: 'mine' } },
    );
    expect(hostsOf({ rules })).toEqual([]);
    expect(hostsOf({ rules, mode: 'auto', profile: 'mine' })).toEqual(['auto.test', 'mine.test']);
  });

  it('while tainted is only what the call was asked about, and what was said to hold then too', () => {
    verifies('sandbox.open.tainted');
    const input = {
      rules: rulesOf({ allow: 'net(rule.test)' }, { allow: 'net(tainted-rule.test)', when: { tainted: true } }),
      grants: [grantOf(['net(grant.test)']), grantOf(['net(tainted-grant.test)'], { tainted: true })],
      facts: [exec, netFact('named.test')],
    };
    expect(hostsOf({ ...input, tainted: true })).toEqual(['named.test', 'tainted-rule.test', 'tainted-grant.test']);
    expect(hostsOf(input)).toEqual(['named.test', 'rule.test', 'grant.test', 'tainted-grant.test']);
  });

  it('in auto is near only where that is named or was asked about', () => {
    verifies('sandbox.open.near');
    const facts = [exec, netFact('localhost:3000'), netFact('10.0.0.5'), netFact('named.test')];
    expect(hostsOf({ facts })).toEqual(['localhost:3000', '10.0.0.5', 'named.test']);
    expect(hostsOf({ facts, mode: 'auto' })).toEqual(['named.test']);
    const rules = rulesOf({ allow: 'net(localhost:3000)' });
    expect(hostsOf({ facts, mode: 'auto', rules })).toEqual(['localhost:3000', 'named.test', 'localhost:3000']);
    expect(hostsOf({ facts: [netFact('localhost:3000', { refused: true })], mode: 'auto' })).toEqual([
      'localhost:3000',
    ]);
  });

  it('carries with it what rules ask about and deny', () => {
    const rules = rulesOf(
      { ask: 'net(asked.test)' },
      { deny: 'net(*.denied.test)' },
      { deny: 'net', when: { mode: 'plan' } },
    );
    const strict = [
      { verdict: 'ask', host: 'asked.test' },
      { verdict: 'deny', host: '*.denied.test' },
    ];
    const named = { verdict: 'allow', host: 'named.test', named: true };
    expect(open({ rules, facts: [exec, netFact('named.test')] })).toEqual([named, ...strict]);
    expect(open({ rules })).toEqual(strict);
  });
});

describe('the gate', () => {
  const lines: readonly HostRule[] = [
    { verdict: 'allow', host: 'named.test', named: true },
    { verdict: 'allow', host: 'asked.example.test', named: true },
    { verdict: 'allow', host: '*.named.test', named: true },
    { verdict: 'allow', host: '**.example.test' },
    { verdict: 'allow', host: '*.below.test' },
    { verdict: 'allow', host: 'port.test:4873' },
    { verdict: 'allow', host: 'https://secure.test' },
    { verdict: 'allow', host: 'ssh://shell.test' },
    { verdict: 'allow', host: '127.0.0.1:3000' },
    { verdict: 'allow', host: '*' },
    { verdict: 'allow', host: 'not a host' },
    { verdict: 'ask', host: '*.example.test' },
    { verdict: 'deny', host: 'denied.example.test' },
  ];
  const gate = createHostGate(lines);

  it.each([
    ['named.test', 443, 'open'],
    ['named.test', 80, 'open'],
    ['named.test', 8080, 'closed'],
    ['sub.named.test', 443, 'closed'],
    ['example.test', 443, 'open'],
    ['sub.example.test', 443, 'closed'],
    ['asked.example.test', 443, 'open'],
    ['denied.example.test', 443, 'denied'],
    ['below.test', 443, 'closed'],
    ['a.below.test', 443, 'open'],
    ['a.b.below.test', 443, 'open'],
    ['notbelow.test', 443, 'closed'],
    ['port.test', 4873, 'open'],
    ['port.test', 443, 'closed'],
    ['secure.test', 443, 'open'],
    ['secure.test', 80, 'closed'],
    ['shell.test', 22, 'open'],
    ['shell.test', 443, 'closed'],
    ['127.0.0.1', 3000, 'open'],
    ['127.0.0.1', 80, 'closed'],
    ['localhost', 3000, 'closed'],
    ['other.test', 443, 'closed'],
    ['10.0.0.1', 443, 'closed'],
  ])('finds %s, port %i, %s', (host, port, verdict) => {
    expect(gate(host, port)).toBe(verdict);
  });

  it('is closed without a line, and denial wins over what the call names', () => {
    verifies('sandbox.open.standing', 'sandbox.open.star');
    expect(createHostGate([])('example.test', 443)).toBe('closed');
    const denied = createHostGate([
      { verdict: 'allow', host: 'example.test', named: true },
      { verdict: 'deny', host: '*' },
    ]);
    expect(denied('example.test', 443)).toBe('denied');
  });
});
