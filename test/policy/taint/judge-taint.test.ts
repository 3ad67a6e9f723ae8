import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../src/policy/create-policy.js';
import type { Grant } from '../../../src/policy/grant/grant.js';
import { type Mode, modes, type PolicyInput, type Verdict } from '../../../src/policy/policy.js';
import type { RuleText } from '../../../src/policy/rule/rule.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { TaintSource } from '../../../src/policy/taint/taint.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { grantOf, places } from '../grant/grant-scene.js';
import { execFact, inputOf, netFact, origin, pathFact } from '../rule/rule-scene.js';

const page: TaintSource = { kind: 'network', source: 'docs.example.com', callId: 'c1', excerpt: 'Hello.' };
const mail: TaintSource = { kind: 'file', source: 'in/a.eml', callId: 'c2', excerpt: 'Do this.' };

const connection = netFact('a.example.com');
const unknownHost = netFact('…', { known: false, note: 'the address is only known at run time' });
const command = execFact('npm test', { known: false });
const proved = execFact('cat a.txt', { proved: true });
const signal: Fact = { kind: 'process', target: '12', where: 'nowhere', known: true };

interface Scene extends Partial<PolicyInput> {
  readonly rules?: readonly RuleText[];
  readonly layer?: 'user' | 'workspace' | 'managed';
  readonly grants?: readonly Grant[];
  readonly sandbox?: 'required' | 'off';
}

async function decide(facts: readonly Fact[], { rules = [], layer = 'user', grants, sandbox, ...more }: Scene) {
  const parsed = parseRuleList(rules, { ...origin, layer });
  expect(parsed.problems).toEqual([]);
  const policy = createPolicy({
    places,
    rules: parsed.rules,
    ...(grants !== undefined && { grants: { inForce: () => grants } }),
    ...(sandbox !== undefined && { sandbox }),
  });
  return policy.decide(inputOf(facts, { sandboxed: true, tainted: true, taint: [page], ...more }));
}

const verdictOf = async (facts: readonly Fact[], scene: Scene = {}): Promise<Verdict> =>
  (await decide(facts, scene)).verdict;

describe('what is asked about while tainted', () => {
  it.each([
    ['a connection', [connection]],
    ['a connection to a host that is not known', [unknownHost]],
    ['a connection of a proved command', [proved, { ...connection, by: 0 }]],
    ['a connection of another command', [command, { ...unknownHost, by: 0 }]],
  ] as const)('is %s, in every mode, in the sandbox or out of it', async (_what, facts) => {
    verifies('taint.policy.sends', 'design.policy.taint', 'design.policy.strictest');
    for (const mode of modes) {
      const verdict = mode === 'plan' ? 'deny' : 'ask';
      expect(await verdictOf(facts, { mode, sandboxed: true })).toBe(verdict);
      expect(await verdictOf(facts, { mode, sandboxed: false, sandbox: 'off' })).toBe(verdict);
    }
  });

  it.each([
    ['a command', [command]],
    ['a signal', [signal]],
    ['a command beside a proved one', [proved, command]],
  ] as const)('is %s outside the sandbox, also with sandbox off', async (_what, facts) => {
    verifies('taint.policy.unconfined', 'design.policy.taint');
    const off = { sandboxed: false, sandbox: 'off', mode: 'auto' } as const;
    expect(await verdictOf(facts, off)).toBe('ask');
    expect(await verdictOf(facts, { ...off, tainted: false })).toBe('allow');
    expect(await verdictOf(facts, { mode: 'auto', sandboxed: true })).toBe('allow');
    // Where a sandbox is required and there is none, mode auto denies as ever.
    expect(await verdictOf(facts, { mode: 'auto', sandboxed: false })).toBe('deny');
  });

  it.each([
    ['a proved command outside the sandbox', [proved, pathFact('read', 'a.txt', { by: 0 })], 'auto'],
    ['a read', [pathFact('read', 'a.txt')], 'ask'],
    ['a write', [pathFact('write', 'a.txt')], 'edit'],
    ['a delete', [pathFact('delete', 'a.txt')], 'auto'],
    ['nothing at all', [], 'ask'],
  ] as const)('is not %s', async (_what, facts, mode: Mode) => {
    verifies('taint.policy.goes-on');
    const sandboxed = false;
    expect(await verdictOf(facts, { mode, sandboxed, sandbox: 'off' })).toBe('allow');
  });

  it('is a call of an MCP server, and of a tool that does not tell what it does', async () => {
    verifies('taint.policy.sends');
    const tool = { name: 'mcp__docs__search', effects: 'outside', dangerous: false, source: 'mcp' } as const;
    const silent = pathFact('write', tool.name, { where: 'outside', known: false });
    const allow = [{ allow: tool.name }];
    expect(await verdictOf([silent], { tool, rules: allow, tainted: false })).toBe('allow');
    expect(await verdictOf([silent], { tool, rules: allow })).toBe('ask');
    expect(await verdictOf([], { tool, mode: 'auto' })).toBe('ask');
    expect(await verdictOf([], { tool: { ...tool, effects: 'none' } })).toBe('allow');
    const own = { ...tool, name: 'own', source: 'custom' } as const;
    expect(await verdictOf([silent], { tool: own, rules: [{ allow: 'own' }] })).toBe('ask');
    expect(await verdictOf([pathFact('write', 'a')], { tool: own, rules: [{ allow: 'own' }] })).toBe('allow');
    const knows = [{ allow: 'mcp__docs__*', when: { tainted: true } }];
    expect(await verdictOf([silent], { tool, rules: knows })).toBe('allow');
  });
});

describe('the reason', () => {
  it('names what came in last, and how much else did', async () => {
    verifies('taint.shown.question');
    const decided = await decide([connection, command], { mode: 'auto', sandboxed: false, sandbox: 'off' });
    expect(decided).toEqual({
      verdict: 'ask',
      level: 'high',
      reasons: [
        'text from docs.example.com could steer what it sends out',
        'text from docs.example.com could steer what it runs without a sandbox',
      ],
      because: [
        {
          verdict: 'ask',
          source: 'taint',
          reason: 'text from docs.example.com could steer what it sends out',
          fact: 0,
        },
        {
          verdict: 'ask',
          source: 'taint',
          reason: 'text from docs.example.com could steer what it runs without a sandbox',
          fact: 1,
        },
      ],
    });
    const { reasons } = await decide([connection], { mode: 'auto', taint: [page, mail] });
    expect(reasons).toEqual(['text from in/a.eml and 1 more could steer what it sends out']);
    const { reasons: unnamed } = await decide([connection], { mode: 'auto', taint: [] });
    expect(unnamed).toEqual(['text from outside could steer what it sends out']);
  });
});

describe('a rule', () => {
  const says = { tainted: true } as const;

  it('lets pass only when it says that it holds then too', async () => {
    verifies('taint.policy.rule');
    for (const allow of ['net(a.example.com)', 'net', 'run_command']) {
      expect(await verdictOf([connection], { rules: [{ allow }] })).toBe('ask');
      expect(await verdictOf([connection], { rules: [{ allow, when: says }] })).toBe('allow');
      expect(await verdictOf([connection], { rules: [{ allow, when: says }], tainted: false })).toBe('ask');
      expect(await verdictOf([connection], { rules: [{ allow }, { allow, when: says }] })).toBe('allow');
    }
    const { because } = await decide([connection], { mode: 'auto', rules: [{ allow: 'net', when: says }] });
    expect(because).toMatchObject([{ verdict: 'allow', source: 'rule', rule: { text: 'allow net' }, fact: 0 }]);
  });

  it('has to be about all that is asked about', async () => {
    verifies('taint.policy.rule');
    const rules = [{ allow: 'net(a.example.com)', when: says }];
    expect(await verdictOf([connection, netFact('b.example.com')], { rules, mode: 'auto' })).toBe('ask');
    expect(await verdictOf([unknownHost], { rules, mode: 'auto' })).toBe('ask');
    const off = { rules, mode: 'auto', sandboxed: false, sandbox: 'off' } as const;
    expect(await verdictOf([command, { ...connection, by: 0 }], off)).toBe('ask');
    const both = [...rules, { allow: 'exec(npm test)', when: says }];
    expect(await verdictOf([command, { ...connection, by: 0 }], { ...off, rules: both })).toBe('allow');
  });

  it('of a workspace does not, and none lifts what is stricter', async () => {
    verifies('taint.policy.rule');
    const rules = [{ allow: 'net(a.example.com)', when: says }];
    expect(await verdictOf([connection], { rules, layer: 'workspace' })).toBe('ask');
    expect(await verdictOf([connection], { rules, layer: 'managed' })).toBe('allow');
    expect(await verdictOf([connection], { rules: [...rules, { deny: 'net(a.example.com)' }] })).toBe('deny');
    expect(await verdictOf([connection], { rules, mode: 'plan' })).toBe('deny');
  });
});

describe('a grant', () => {
  const forHost = (more: Partial<Grant> = {}) => grantOf(['net(a.example.com)'], more);
  const forTest = (more: Partial<Grant> = {}) => grantOf(['exec(npm test)'], more);

  it('lets pass only when it was given for that', async () => {
    verifies('taint.grant.holds');
    for (const mode of ['ask', 'edit', 'auto'] as const) {
      expect(await verdictOf([connection], { mode, grants: [forHost()] })).toBe('ask');
      expect(await verdictOf([connection], { mode, grants: [forHost({ tainted: false })] })).toBe('ask');
      expect(await verdictOf([connection], { mode, grants: [forHost({ tainted: true })] })).toBe('allow');
    }
    const { because } = await decide([connection], { mode: 'auto', grants: [forHost({ tainted: true })] });
    expect(because).toMatchObject([{ verdict: 'allow', source: 'grant', grant: 'grant_1', fact: 0 }]);
    expect(await verdictOf([connection], { mode: 'plan', grants: [forHost({ tainted: true })] })).toBe('deny');
  });

  it('is found behind others for the same', async () => {
    verifies('taint.grant.holds');
    const grants = [forHost({ unconfined: true }), forHost({ id: 'grant_2', tainted: true })];
    const { verdict, because } = await decide([connection], { mode: 'auto', grants });
    expect([verdict, because?.map(({ grant }) => grant)]).toEqual(['allow', ['grant_2']]);
  });

  it('for a command outside the sandbox was given knowing both', async () => {
    verifies('taint.grant.holds', 'taint.policy.unconfined');
    const off = { mode: 'ask', sandboxed: false, sandbox: 'off' } as const;
    const knowing = forTest({ unconfined: true, tainted: true });
    for (const scene of [off, { mode: 'ask', sandboxed: false }] as const) {
      expect(await verdictOf([command], { ...scene, grants: [forTest({ unconfined: true })] })).toBe('ask');
      expect(await verdictOf([command], { ...scene, grants: [forTest({ tainted: true })] })).toBe('ask');
      const apart = [forTest({ unconfined: true }), forTest({ id: 'grant_2', tainted: true })];
      expect(await verdictOf([command], { ...scene, grants: apart })).toBe('ask');
      expect(await verdictOf([command], { ...scene, grants: [knowing] })).toBe('allow');
    }
  });

  it('holds as before for what taint does not ask about', async () => {
    verifies('taint.policy.goes-on', 'taint.grant.holds');
    expect(await verdictOf([command], { grants: [forTest()] })).toBe('allow');
    expect(await verdictOf([pathFact('write', 'a.txt')], { grants: [grantOf(['write(./a.txt)'])] })).toBe('allow');
  });
});
