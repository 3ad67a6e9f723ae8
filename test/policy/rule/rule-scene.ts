import type { Places, PolicyInput } from '../../../src/policy/policy.js';
import type { Rule } from '../../../src/policy/rule/rule.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { Fact } from '../../../src/tool/fact.js';

/** Folders as rules see them. */
export const places: Places = { root: '/srv/app', home: '/home/u', own: [] };

export const origin = { layer: 'user', file: 'c.json', line: 1 } as const;

/** Rules as `deny exec(git push:*)`. */
export function rulesOf(...texts: readonly string[]): readonly Rule[] {
  const list = texts.map((text) => {
    const at = text.indexOf(' ');
    return { [text.slice(0, at)]: text.slice(at + 1) };
  });
  const { rules, problems } = parseRuleList(list, origin);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return rules;
}

/** A command as its words; `?` is one only known at run time. */
export function execFact(command: string, more: Partial<Fact> = {}): Fact {
  const words = command.split(' ').map((word) => (word === '?' ? null : word));
  const plain = words.includes(null) ? {} : { plain: true };
  return { kind: 'exec', target: command, where: 'workspace', known: true, words, ...plain, ...more };
}

/** Relative paths are in the workspace. */
export function pathFact(kind: 'read' | 'write' | 'delete' | 'move', target: string, more: Partial<Fact> = {}): Fact {
  return { kind, target, where: target.startsWith('/') ? 'outside' : 'workspace', known: true, ...more };
}

export const netFact = (target: string, more: Partial<Fact> = {}): Fact => ({
  kind: 'net',
  target,
  where: 'nowhere',
  known: true,
  ...more,
});

export function inputOf(
  facts: readonly Fact[],
  more: Partial<PolicyInput> & { readonly name?: string } = {},
): PolicyInput {
  const { name = 'run_command', ...rest } = more;
  const tool = { name, effects: 'outside', dangerous: false, source: 'builtin' } as const;
  return { tool, facts, mode: 'ask', sandboxed: false, ...rest };
}
