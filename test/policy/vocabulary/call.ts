import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Decision, Places, Policy, PolicyInput } from '../../../src/policy/policy.js';
import type { Rule, RuleText } from '../../../src/policy/rule/rule.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { planCommand } from '../../../src/policy/shell/plan-command.js';
import type { Fact } from '../../../src/tool/fact.js';

const machine = join(realpathSync(tmpdir()), `toolwright-vocabulary-${process.pid}`);

export const places: Places = { root: join(machine, 'ana/work'), home: join(machine, 'ana'), own: [] };

/** Makes home and workspace exist for the tests of a file: commands are looked into as they would run. */
export function makePlaces(): void {
  beforeAll(() => void mkdirSync(places.root, { recursive: true }));
  afterAll(() => rmSync(machine, { recursive: true, force: true }));
}

/** Relative in the workspace, absolute elsewhere, `~` for home. */
function pathFact(kind: Fact['kind'], path: string, more: Partial<Fact>): Fact {
  const target = path.startsWith('~') ? places.home + path.slice(1) : path;
  return { kind, target, where: target.startsWith('/') ? 'outside' : 'workspace', known: true, ...more };
}

/** A call of a built-in tool, where commands are confined. */
export function call(
  name: string,
  facts: readonly Fact[] = [],
  more: Partial<PolicyInput> & CallTool = {},
): PolicyInput {
  const { dangerous = false, source = 'builtin', effects = facts.length === 0 ? 'none' : 'workspace', ...rest } = more;
  return { tool: { name, effects, dangerous, source }, facts, mode: 'ask', sandboxed: true, ...rest };
}

type CallTool = Partial<Omit<PolicyInput['tool'], 'name'>>;

export const read = (path: string, more: Partial<Fact> = {}): Fact => pathFact('read', path, more);
export const write = (path: string, more: Partial<Fact> = {}): Fact => pathFact('write', path, more);
export const remove = (path: string, more: Partial<Fact> = {}): Fact => pathFact('delete', path, more);
export const move = (path: string, more: Partial<Fact> = {}): Fact => pathFact('move', path, more);
export const net = (target: string, more: Partial<Fact> = {}): Fact => ({
  kind: 'net',
  target,
  where: 'nowhere',
  known: true,
  ...more,
});

/** What a command line would do, run in the workspace or below it. */
export const command = (text: string, cwd = places.root): Promise<readonly Fact[]> =>
  planCommand(text, { root: places.root, cwd, home: places.home, env: { PATH: '/usr/bin:/bin' } });

export async function verdictOf(policy: Policy, input: PolicyInput): Promise<Decision['verdict']> {
  return (await policy.decide(input)).verdict;
}

export function rules(...texts: readonly RuleText[]): readonly Rule[] {
  const { rules: parsed, problems } = parseRuleList(texts, { layer: 'user', file: 'config.json', line: 1 });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('; '));
  return parsed;
}
