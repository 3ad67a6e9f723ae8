import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdicts } from '../../../src/policy/policy.js';
import { allowOfTool, coveredByAllow, judgeRules } from '../../../src/policy/rule/match-rules.js';
import type { Rule } from '../../../src/policy/rule/rule.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { compileRules } from '../../../src/policy/rule/rule-set.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { execFact, inputOf, netFact, origin, pathFact, places, rulesOf } from './rule-scene.js';

describe('a rule for a tool', () => {
  const judged = (rule: string, name: string, facts: readonly Fact[] = []) =>
    judgeRules(compileRules(rulesOf(rule)), inputOf(facts, { name }), places)[0]?.verdict ?? 'nothing';
  const covered = (rule: string, name: string, facts: readonly Fact[]) =>
    coveredByAllow(compileRules(rulesOf(rule)), inputOf(facts, { name }), places).map((one) => one !== undefined);

  it.each([
    ['mcp__docs__*', 'mcp__docs__search', true, true],
    ['mcp__docs__*', 'mcp__docs__', true, true],
    ['mcp__docs__*', 'mcp__docs2__search', false, false],
    ['mcp__docs__*', 'MCP__Docs__search', true, false],
    ['mcp__*__search', 'mcp__docs__search', true, true],
    ['*', 'anything', true, true],
    ['read_file', 'read_file', true, true],
    ['read_file', 'read_files', false, false],
    ['read_file', 'Read_File', true, false],
  ])('%s on %s: found %s, covered %s', (rule, name, found, surely) => {
    verifies('y-agent.permission.rule-syntax');
    expect(judged(`deny ${rule}`, name)).toBe(found ? 'deny' : 'nothing');
    const facts = [pathFact('write', '/x', { known: false }), netFact('a.example')];
    expect(covered(`allow ${rule}`, name, facts)).toEqual([surely, surely]);
  });

  it('with a pattern is about what the tool touches', () => {
    verifies('y-agent.permission.rule-target');
    const facts = [pathFact('read', 'src/a'), pathFact('write', 'lib/a')];
    expect(covered('allow edit_file(src/**)', 'edit_file', facts)).toEqual([true, false]);
    expect(covered('allow edit_file(src/**)', 'write_file', facts)).toEqual([false, false]);
    expect(judged('deny edit_file(lib/**)', 'edit_file', facts)).toBe('deny');
    expect(judged('deny edit_file(test/**)', 'edit_file', facts)).toBe('nothing');
    expect(judged('deny edit_file(test/**)', 'edit_file')).toBe('nothing');
    expect(judged('deny fetch(**.example.org)', 'fetch', [netFact('https://example.org/')])).toBe('deny');
    expect(judged('deny mcp__x__y(src/**)', 'mcp__x__y', [pathFact('write', 'mcp__x__y', { known: false })])).toBe(
      'ask',
    );
  });

  it('is about commands alone where the tool runs commands', () => {
    verifies('y-agent.permission.exec-simple');
    const facts = [execFact('cat x'), pathFact('read', 'x', { by: 0 }), pathFact('write', 'out')];
    expect(covered('allow run_command(*)', 'run_command', facts)).toEqual([true, true, false]);
    expect(covered('allow run_command', 'run_command', facts)).toEqual([true, true, true]);
    expect(covered('allow run_command', 'run_command', [{ ...execFact('x'), forbidden: true }])).toEqual([false]);
  });

  it('tells whether all of the tool is allowed', () => {
    const rules = compileRules(rulesOf('allow run_command(git log:*)', 'allow mcp__docs__*'));
    expect(allowOfTool(rules, inputOf([], { name: 'mcp__docs__x' }))?.text).toBe('mcp__docs__*');
    expect(allowOfTool(rules, inputOf([], { name: 'run_command' }))).toBeUndefined();
    expect(allowOfTool(compileRules([]), inputOf([]))).toBeUndefined();
  });

  it('tells the rule, its place and its reason', () => {
    const list = [{ deny: 'mcp__x__*', why: 'not here' }, { notify: 'read(a)' }];
    const { rules } = parseRuleList(list, ([at]) => ({ ...origin, line: Number(at) + 10 }));
    const input = inputOf([pathFact('read', 'b'), pathFact('read', 'a')], { name: 'mcp__x__y' });
    expect(judgeRules(compileRules(rules), input, places)).toEqual([
      {
        verdict: 'deny',
        source: 'rule',
        reason: 'the rule "deny mcp__x__*" is about mcp__x__y: not here',
        rule: { text: 'deny mcp__x__*', origin: { ...origin, line: 10 } },
      },
      {
        verdict: 'notify',
        source: 'rule',
        reason: 'the rule "notify read(a)" is about `a`',
        fact: 1,
        rule: { text: 'notify read(a)', origin: { ...origin, line: 11 } },
      },
    ]);
  });
});

describe('a rule that holds only when', () => {
  const rule = (when: object) =>
    parseRuleList(
      [
        { deny: 'read(a)', when },
        { allow: 'read(a)', when },
      ],
      origin,
    ).rules;
  it.each([
    [{ mode: 'auto' }, { mode: 'auto' }, true],
    [{ mode: 'auto' }, { mode: 'ask' }, false],
    [{ profile: 'yips' }, { profile: 'yips' }, true],
    [{ profile: 'yips' }, { profile: 'seed' }, false],
    [{ profile: 'yips' }, {}, false],
    [{ tainted: true }, { tainted: true }, true],
    [{ tainted: true }, {}, false],
    [{ tainted: false }, {}, true],
    [{ tainted: false }, { tainted: true }, false],
    [{ mode: 'auto', tainted: true }, { mode: 'auto' }, false],
    [{}, {}, true],
  ] as const)('%o holds at %o: %s', (when, at, holds) => {
    const rules = compileRules(rule(when));
    const input = inputOf([pathFact('read', 'a')], at);
    expect(judgeRules(rules, input, places)).toHaveLength(holds ? 1 : 0);
    expect(coveredByAllow(rules, input, places)[0] !== undefined).toBe(holds);
  });
});

const ruleText = fc
  .tuple(
    fc.constantFrom(...verdicts),
    fc.constantFrom(
      'read(.env*)',
      'read(src/**)',
      'read',
      'write(src/**)',
      'write(~/x)',
      'delete(*)',
      'exec(git log:*)',
      'exec(git push:*)',
      'exec(npm test)',
      'exec(*)',
      'net(docs.example.org)',
      'net(*.example.org)',
      'secret(*)',
      'run_command',
      'run_command(git:*)',
      'mcp__docs__*',
      '*',
    ),
  )
  .map(([verdict, text]) => `${verdict} ${text}`);

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.constantFrom('git log', 'git push x', 'npm test', 'git ?', '?', '/bin/git push').map((one) => execFact(one)),
  fc
    .tuple(
      fc.constantFrom('read' as const, 'write' as const, 'delete' as const),
      fc.constantFrom('.env', 'src/a', '.', '/etc/x', '/home/u/x'),
      fc.record({ known: fc.boolean(), deep: fc.boolean(), by: fc.constantFrom(0, 1) }),
    )
    .map(([kind, target, more]) => pathFact(kind, target, more)),
  fc.constantFrom('docs.example.org', 'evil.test', '::').map((one) => netFact(one)),
);
const call = fc
  .tuple(fc.array(anyFact, { maxLength: 5 }), fc.constantFrom('run_command', 'mcp__docs__x', 'read_file'))
  .map(([facts, name]) => inputOf(facts, { name }));

const strictnessOf = (rules: readonly Rule[], input: ReturnType<typeof inputOf>): number =>
  Math.max(0, ...judgeRules(compileRules(rules), input, places).map(({ verdict }) => verdicts.indexOf(verdict)));

describe('whatever the rules are', () => {
  it('a rule more never loosens what others deny or ask, and one that does not allow never covers anything', () => {
    verifies('y-agent.permission.exec-prefix');
    fc.assert(
      fc.property(fc.array(ruleText, { maxLength: 6 }), ruleText, fc.nat(6), call, (texts, text, at, input) => {
        const before = rulesOf(...texts);
        const after = rulesOf(...texts.slice(0, at), text, ...texts.slice(at));
        expect(strictnessOf(after, input)).toBeGreaterThanOrEqual(strictnessOf(before, input));
        if (text.startsWith('allow ')) {
          expect(strictnessOf(after, input)).toBe(strictnessOf(before, input));
          return;
        }
        const coverage = (rules: readonly Rule[]) =>
          coveredByAllow(compileRules(rules), input, places).map((rule) => rule?.text);
        expect(coverage(after)).toEqual(coverage(before));
      }),
      { numRuns: 500 },
    );
  });

  it('a rule that denies is found again whatever stands beside it', () => {
    fc.assert(
      fc.property(fc.array(ruleText, { maxLength: 8 }), call, (texts, input) => {
        const all = judgeRules(compileRules(rulesOf(...texts)), input, places);
        const denied = all.filter(({ verdict }) => verdict === 'deny').map(({ rule }) => rule?.text);
        const alone = texts
          .filter((text) => strictnessOf(rulesOf(text), input) === verdicts.indexOf('deny'))
          .map((text) => text);
        expect(denied).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  });
});

describe('many rules', () => {
  it('cost nothing when there are none', () => {
    const rules = compileRules([]);
    const input = inputOf([pathFact('read', 'a')]);
    expect(judgeRules(rules, input, places)).toBe(judgeRules(rules, input, places));
    expect(coveredByAllow(rules, input, places)).toBe(coveredByAllow(rules, input, places));
  });

  it('are matched quickly', () => {
    const texts = Array.from({ length: 1000 }, (_, at) => {
      const verdict = ['deny', 'ask', 'allow'][at % 3];
      const about = [`exec(tool${at} run:*)`, `read(src/part${at}/**)`, `write(.secret${at}*)`, `net(h${at}.example)`];
      return `${verdict} ${about[at % 4]}`;
    });
    const rules = compileRules(rulesOf(...texts));
    const input = inputOf([execFact('git log'), pathFact('read', 'src/a/b/c.ts'), pathFact('write', 'out/x.txt')]);
    expect(judgeRules(rules, input, places)).toEqual([]);
    const times = Array.from({ length: 40 }, () => {
      const start = performance.now();
      for (let run = 0; run < 20; run += 1) {
        judgeRules(rules, input, places);
        coveredByAllow(rules, input, places);
      }
      return (performance.now() - start) / 20;
    });
    const [best = 0] = times.toSorted((a, b) => a - b);
    expect(best).toBeLessThan(0.5);
  });
});
