import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../src/policy/create-policy.js';
import { whyWithheld } from '../../src/policy/grant/withheld.js';
import { levelOf } from '../../src/policy/level.js';
import { type Decision, levels, type Mode, modes, verdicts } from '../../src/policy/policy.js';
import { parseRuleList } from '../../src/policy/rule/rule-list.js';
import { type Fact, factKinds } from '../../src/tool/fact.js';
import { verifies } from '../requirements.js';

const tool = { name: 't', effects: 'outside', dangerous: false, source: 'custom' } as const;
const fact = (kind: Fact['kind'], where: Fact['where'] = 'workspace', known = true): Fact => ({
  kind,
  target: 'x',
  where,
  known,
});

function decide(
  mode: Mode,
  facts: readonly Fact[],
  options: { sandboxed?: boolean; sandbox?: 'off'; dangerous?: boolean; name?: string } = {},
) {
  const places = { root: '/ws', home: '/home/me', own: [] };
  const policy = createPolicy(options.sandbox === undefined ? { places } : { places, sandbox: options.sandbox });
  const input = {
    tool: { ...tool, name: options.name ?? tool.name, dangerous: options.dangerous ?? false },
    facts,
    mode,
    sandboxed: options.sandboxed ?? false,
  };
  return policy.decide(input) as Decision;
}

const row = (facts: readonly Fact[], options = {}) => modes.map((mode) => decide(mode, facts, options).verdict);

describe('the mode table', () => {
  it('has four modes and four verdicts', () => {
    verifies('design.words.modes', 'design.words.verdicts');
    expect(modes).toEqual(['ask', 'edit', 'plan', 'auto']);
    expect(verdicts).toEqual(['allow', 'notify', 'ask', 'deny']);
  });

  it('judges what a call would do', () => {
    verifies('policy.modes.table');
    expect(row([])).toEqual(['allow', 'allow', 'allow', 'allow']);
    expect(row([fact('read')])).toEqual(['allow', 'allow', 'allow', 'allow']);
    expect(row([fact('read', 'outside')])).toEqual(['ask', 'ask', 'ask', 'allow']);
    expect(row([fact('write')])).toEqual(['ask', 'allow', 'deny', 'allow']);
    expect(row([fact('write', 'outside')])).toEqual(['ask', 'ask', 'deny', 'ask']);
    expect(row([fact('exec')])).toEqual(['ask', 'ask', 'deny', 'deny']);
    expect(row([fact('exec')], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'allow']);
    expect(row([fact('exec')], { sandbox: 'off' })).toEqual(['ask', 'ask', 'deny', 'allow']);
    const proved = { ...fact('exec'), proved: true };
    expect(row([proved, fact('read')], { sandboxed: true })).toEqual(['allow', 'allow', 'allow', 'allow']);
    expect(row([proved, fact('read')])).toEqual(['ask', 'ask', 'ask', 'deny']);
    expect(row([proved, { ...fact('write'), by: 0 }], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'allow']);
    expect(row([{ ...fact('exec'), unread: true }], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'ask']);
    expect(row([{ ...fact('exec'), forbidden: true }], { sandboxed: true })).toEqual(['deny', 'deny', 'deny', 'deny']);
    expect(row([fact('process', 'nowhere')], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'allow']);
    expect(row([fact('delete')])).toEqual(['ask', 'ask', 'deny', 'allow']);
    expect(row([fact('net', 'nowhere')])).toEqual(['ask', 'ask', 'deny', 'allow']);
    expect(row([fact('write', 'workspace', false)])).toEqual(['ask', 'ask', 'deny', 'ask']);
    expect(row([], { dangerous: true })).toEqual(['ask', 'ask', 'deny', 'allow']);
  });

  /** What may be done: each is a fact of its own. */
  const deeds = {
    nothing: [],
    read: [fact('read')],
    readOutside: [fact('read', 'outside')],
    write: [fact('write')],
    writeOutside: [fact('write', 'outside')],
    delete: [fact('delete')],
    move: [fact('move')],
    exec: [fact('exec')],
    net: [fact('net', 'nowhere')],
    process: [fact('process', 'nowhere')],
  };
  const allAsked = Object.fromEntries(Object.keys(deeds).map((name) => [name, 'ask']));
  const allDenied = Object.fromEntries(Object.keys(deeds).map((name) => [name, 'deny']));
  const reads = { nothing: 'allow', read: 'allow' };
  it.each([
    ['core.policy.mode-ask', 'ask', { ...allAsked, ...reads }],
    ['core.policy.mode-edit', 'edit', { ...allAsked, ...reads, write: 'allow', move: 'allow' }],
    ['core.policy.mode-plan', 'plan', { ...allDenied, ...reads, readOutside: 'ask' }],
    [
      'core.policy.mode-auto',
      'auto',
      { ...Object.fromEntries(Object.keys(deeds).map((name) => [name, 'allow'])), writeOutside: 'ask' },
    ],
  ] as const)('holds %s', (id, mode, wanted) => {
    verifies(id);
    const found = Object.entries(deeds).map(([name, facts]) => [
      name,
      decide(mode, facts, { sandboxed: true }).verdict,
    ]);
    expect(Object.fromEntries(found)).toEqual(wanted);
  });

  it('judges what a call would do, not what its tool is called', () => {
    verifies('core.policy.facts', 'design.policy.facts-judged');
    const all = Object.values(deeds).flatMap((facts) => modes.map((mode) => ({ facts, mode })));
    for (const name of ['read_file', 'write_file', 'run_command', 'rm', 'safe'])
      for (const { facts, mode } of all)
        expect([name, decide(mode, facts, { name })]).toEqual([name, decide(mode, facts)]);
    expect(modes.map((mode) => decide(mode, [fact('write', 'outside')], { name: 'read_file' }).verdict)).toEqual([
      'ask',
      'ask',
      'deny',
      'ask',
    ]);
  });

  it('lets no mode write outside the workspace unasked', () => {
    verifies('core.policy.outside');
    for (const kind of ['write', 'delete', 'move'] as const)
      for (const options of [{}, { sandboxed: true }, { sandbox: 'off' }] as const) {
        const found = row([fact('read'), fact(kind, 'outside')], options);
        expect([kind, found]).toEqual([kind, ['ask', 'ask', 'deny', 'ask']]);
      }
  });

  it('judges a command as a command in every mode', () => {
    verifies('core.policy.command');
    // Whatever else it would do that is harmless.
    for (const more of [[], [fact('read')], [fact('write')]]) {
      expect(row([fact('exec'), ...more])).toEqual(['ask', 'ask', 'deny', 'deny']);
      expect(row([fact('exec'), ...more], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'allow']);
      expect(row([fact('exec'), ...more], { sandbox: 'off' })).toEqual(['ask', 'ask', 'deny', 'allow']);
    }
  });

  it('is stricter with a tool that is declared dangerous', () => {
    verifies('design.tool.dangerous');
    const strictness = (options: object) =>
      Object.values(deeds).map((facts) =>
        row(facts, { sandboxed: true, ...options }).map((one) => verdicts.indexOf(one)),
      );
    const usual = strictness({});
    const dangerous = strictness({ dangerous: true });
    expect(usual[0]).toEqual([0, 0, 0, 0]);
    expect(dangerous[0]?.map((at) => verdicts[at])).toEqual(['ask', 'ask', 'deny', 'allow']);
    expect(dangerous.flat().filter((at, index) => at < (usual.flat()[index] ?? 0))).toEqual([]);
  });

  it('asks about what cannot be read', () => {
    verifies('policy.analysis.failure-asks');
    const unread = { ...fact('exec'), unread: true };
    expect(row([unread], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'ask']);
    expect(row([unread, fact('read')], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'ask']);
  });

  it.each([
    ['read', 'ask', 'allow'],
    ['write', 'ask', 'allow'],
    ['delete', 'ask', 'ask'],
    ['move', 'ask', 'ask'],
    ['net', 'ask', 'allow'],
    ['env', 'ask', 'allow'],
    ['secret', 'ask', 'ask'],
    ['process', 'ask', 'allow'],
  ] as const)('judges %s of what is not known: %s by a tool in auto, %s by a command', (kind, byTool, byCommand) => {
    verifies('policy.modes.table', 'policy.analysis.failure-asks');
    const unknown = fact(kind, 'nowhere', false);
    expect(row([unknown], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', byTool]);
    expect(row([{ ...unknown, by: 0 }], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', byCommand]);
  });

  it('never allows by itself what the sandbox refused', () => {
    verifies('sandbox.refused.mode');
    for (const kind of ['read', 'write', 'net'] as const) {
      const refused = { ...fact(kind), refused: true };
      expect(row([refused], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'ask']);
      expect(row([{ ...refused, by: 0 }], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'ask']);
    }
  });

  it('takes the strictest of several, with its reason', () => {
    verifies('design.policy.strictest');
    verifies('core.policy.strictest', 'core.policy.reason');
    expect(decide('edit', [fact('read'), fact('write'), fact('write', 'outside')])).toEqual({
      verdict: 'ask',
      level: 'high',
      reasons: ['writes x, outside the workspace'],
      because: [{ verdict: 'ask', source: 'mode', reason: 'writes x, outside the workspace', fact: 2 }],
    });
    const facts = fc.array(
      fc.record({
        kind: fc.constantFrom(...factKinds),
        where: fc.constantFrom('workspace', 'outside', 'nowhere'),
        known: fc.boolean(),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(facts, fc.constantFrom(...modes), fc.boolean(), (list, mode, sandboxed) => {
        const all = list.map(({ kind, where, known }) => fact(kind, where as Fact['where'], known));
        const whole = decide(mode, all, { sandboxed });
        for (const one of all) {
          const single = decide(mode, [one], { sandboxed });
          expect(verdicts.indexOf(whole.verdict)).toBeGreaterThanOrEqual(verdicts.indexOf(single.verdict));
          expect(levels.indexOf(whole.level)).toBeGreaterThanOrEqual(levels.indexOf(single.level));
        }
        if (whole.verdict === 'ask' || whole.verdict === 'deny') expect(whole.reasons.length).toBeGreaterThan(0);
      }),
    );
  });

  it('asks each time about what outlives the session, whatever the mode and the rules', () => {
    verifies('background.keep.asked');
    const lasting: Fact = { ...fact('process', 'nowhere'), lasting: true };
    expect(row([lasting], { sandboxed: true })).toEqual(['ask', 'ask', 'deny', 'ask']);
    const { rules } = parseRuleList([{ allow: 'start_command' }], { layer: 'user', file: 'c.json', line: 1 });
    expect(rules).toHaveLength(1);
    const policy = createPolicy({ places: { root: '/ws', home: '/home/me', own: [] }, rules });
    const input = { tool: { ...tool, name: 'start_command' }, mode: 'ask', sandboxed: true } as const;
    expect(policy.decide({ ...input, facts: [fact('exec')] })).toMatchObject({ verdict: 'allow' });
    const decision = policy.decide({ ...input, facts: [fact('exec'), lasting] }) as Decision;
    expect(decision).toMatchObject({ verdict: 'ask', reasons: ['goes on x'] });
    expect(whyWithheld({ ...input, facts: [lasting] }, decision)).toBe('it is asked about each time: goes on x');
  });

  it('weighs facts by one table', () => {
    verifies('design.words.levels', 'policy.level.table');
    const level = (...facts: Fact[]) => levelOf({ tool, facts });
    expect([
      level(),
      level(fact('read')),
      level(fact('write')),
      level(fact('exec')),
      level(fact('delete', 'outside')),
    ]).toEqual(['safe', 'safe', 'medium', 'high', 'critical']);
    expect(level(fact('read', 'workspace', false))).toBe('high');
  });
});
