import { describe, expect, it } from 'vitest';
import { coveredByAllow, judgeRules } from '../../../src/policy/rule/match-rules.js';
import { compileRules } from '../../../src/policy/rule/rule-set.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { inputOf, netFact, places, rulesOf } from './rule-scene.js';

const judged = (rule: string, fact: Fact): string =>
  judgeRules(compileRules(rulesOf(`deny ${rule}`)), inputOf([fact], { name: 'fetch' }), places)[0]?.verdict ??
  'nothing';

const covered = (rule: string, fact: Fact): boolean =>
  coveredByAllow(compileRules(rulesOf(`allow ${rule}`)), inputOf([fact], { name: 'fetch' }), places)[0] !== undefined;

/** Pattern, address, whether it is found, whether it is covered. */
const table: readonly (readonly [string, string, boolean, boolean])[] = [
  ['docs.example.org', 'docs.example.org', true, true],
  ['docs.example.org', 'DOCS.Example.ORG', true, true],
  ['DOCS.Example.ORG', 'docs.example.org', true, true],
  ['docs.example.org', 'https://docs.example.org/a/b?c#d', true, true],
  ['docs.example.org', 'http://docs.example.org:8080/', true, false],
  ['docs.example.org', 'docs.example.org:443', true, true],
  ['docs.example.org', 'git@docs.example.org:a/b.git', true, true],
  ['docs.example.org', 'ssh://git@docs.example.org/a', true, true],
  ['docs.example.org', 'example.org', false, false],
  ['docs.example.org', 'x.docs.example.org', false, false],
  ['docs.example.org', 'docs.example.org.evil.test', false, false],
  ['docs.example.org', 'xdocs.example.org', false, false],
  ['docs.example.org', 'https://docs.example.org@evil.test/', false, false],
  ['docs.example.org', 'https://evil.test/docs.example.org', false, false],
  ['docs.example.org', 'https://evil.test#docs.example.org', false, false],
  ['docs.example.org', 'https://evil.test?docs.example.org', false, false],
  // A dot at the end is the same host; that it stands there is odd enough not to be allowed for it.
  ['docs.example.org', 'docs.example.org.', true, false],
  ['docs.example.org.', 'docs.example.org', true, true],
  ['*.example.org', 'docs.example.org', true, true],
  ['*.example.org', 'a.b.example.org', true, true],
  ['*.example.org', 'example.org', false, false],
  ['*.example.org', 'evilexample.org', false, false],
  ['*.example.org', 'example.org.evil.test', false, false],
  ['**.example.org', 'example.org', true, true],
  ['**.example.org', 'docs.example.org', true, true],
  ['**.example.org', 'evilexample.org', false, false],
  ['*', 'anything.example', true, true],
  ['docs.example.org:8443', 'docs.example.org:8443', true, true],
  ['docs.example.org:8443', 'docs.example.org:443', false, false],
  ['docs.example.org:8443', 'docs.example.org', true, false],
  ['docs.example.org:443', 'https://docs.example.org/', true, true],
  ['docs.example.org:80', 'https://docs.example.org/', false, false],
  ['https://docs.example.org', 'https://docs.example.org/x', true, true],
  ['https://docs.example.org/', 'https://docs.example.org/x', true, true],
  ['https://docs.example.org', 'http://docs.example.org/x', false, false],
  ['https://docs.example.org', 'docs.example.org', true, false],
  ['*:22', 'git.example.org:22', true, true],
  ['*:22', 'git.example.org:443', false, false],
  // Other scripts and addresses, as they would be looked up.
  ['bücher.example', 'xn--bcher-kva.example', true, true],
  ['xn--bcher-kva.example', 'https://BÜCHER.example/', true, true],
  ['192.0.2.7', '192.0.2.7', true, true],
  ['192.0.2.7', '192.0.2.7:8080', true, false],
  ['192.0.2.7', '192.0.2.77', false, false],
  ['127.0.0.1', '127.0.0.1:8080', true, false],
  ['127.0.0.1', '0x7f000001', true, false],
  ['127.0.0.1', '2130706433', true, false],
  ['127.0.0.1', '0177.0.0.1', true, false],
  ['127.0.0.1', '127.1', true, false],
  ['127.0.0.1', '[::ffff:127.0.0.1]', true, false],
  ['[2001:db8::1]', '[2001:DB8:0::1]:443', true, true],
  ['[2001:db8::1]', '[2001:db8::2]', false, false],
  ['localhost', 'localhost:3000', true, false],
  ['localhost:3000', 'localhost:3000', true, true],
];

describe('a pattern of hosts', () => {
  it.each(table)('%s on %s: found %s, covered %s', (pattern, address, found, surely) => {
    verifies('y-agent.permission.rule-target');
    expect(judged(`net(${pattern})`, netFact(address))).toBe(found ? 'deny' : 'nothing');
    expect(covered(`net(${pattern})`, netFact(address))).toBe(surely);
    expect(judged(`fetch(${pattern})`, netFact(address))).toBe(found ? 'deny' : 'nothing');
  });

  it.each([
    'http://a b/',
    'https://docs.example.org\\@evil.test/',
    'http://[::1',
    '',
    'https://docs.example.org\u0000.evil.test',
  ])('asks about %j, of which no host can be read', (address) => {
    expect(judged('net(other.example)', netFact(address))).toBe('ask');
    expect(covered('net(docs.example.org)', netFact(address))).toBe(false);
  });

  it('asks about a host only known at run time', () => {
    expect(judged('net(docs.example.org)', netFact('$HOST', { known: false }))).toBe('ask');
    expect(judged('net(docs.example.org)', netFact('docs.example.org', { known: false }))).toBe('deny');
    expect(covered('net(docs.example.org)', netFact('docs.example.org', { known: false }))).toBe(false);
    expect(covered('net', netFact('docs.example.org', { known: false }))).toBe(false);
  });
});

describe('a pattern of names', () => {
  const named = (kind: Fact['kind'], target: string): Fact => ({ kind, target, where: 'nowhere', known: true });
  it.each([
    ['env(AWS_*)', named('env', 'AWS_REGION'), true, true],
    ['env(AWS_*)', named('env', 'aws_region'), true, false],
    ['env(AWS_*)', named('env', 'PATH'), false, false],
    ['env(PATH)', named('env', 'PATH'), true, true],
    ['env(PATH)', named('env', 'PATHS'), false, false],
    ['secret(GITHUB_*)', named('secret', '$GITHUB_TOKEN'), true, true],
    ['secret(*)', named('secret', 'anything/at all'), true, true],
    ['secret', named('secret', 'x'), true, true],
    ['process(vite)', named('process', 'vite'), true, true],
    ['process(vite)', named('env', 'vite'), false, false],
  ])('%s on %o: found %s, covered %s', (rule, fact, found, surely) => {
    expect(judged(rule, fact)).toBe(found ? 'deny' : 'nothing');
    expect(covered(rule, fact)).toBe(surely);
  });
});
