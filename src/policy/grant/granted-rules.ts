import { parseRule } from '../rule/parse-rule.js';
import type { Rule } from '../rule/rule.js';
import { compileRules, type ReadyRules } from '../rule/rule-set.js';
import type { Grant } from './grant.js';

/** Where a policy finds the grants that hold. */
export interface GrantSource {
  /** Those in force now; the very same list as long as nothing changed. */
  inForce(): readonly Grant[];
}

/** The rules of the grants in force, and whose they are. */
export interface GrantedRules {
  readonly rules: ReadyRules;
  grantOf(rule: Rule): Grant | undefined;
}

/** What is granted of a call. */
export interface Granted {
  /** For each fact the grant that covers it. */
  readonly facts: readonly (Grant | undefined)[];
  /** The grant for all calls of the tool. */
  readonly tool?: Grant | undefined;
}

/** The rules of the grants in force that count, compiled again only when these change; undefined when there are none. */
export function createGrantedRules(
  source: GrantSource | undefined,
  counts: (grant: Grant) => boolean = () => true,
): () => GrantedRules | undefined {
  let known: readonly Grant[] | undefined;
  let compiled: GrantedRules | undefined;
  if (source === undefined) return () => undefined;
  return () => {
    const grants = source.inForce();
    if (grants === known) return compiled;
    known = grants;
    const counted = grants.filter(counts);
    compiled = counted.length === 0 ? undefined : compileGrants(counted);
    return compiled;
  };
}

/** Those that reach furthest come first: without a sandbox, then while tainted. They hold for all others too. */
function compileGrants(grants: readonly Grant[]): GrantedRules {
  const owners = new Map<Rule, Grant>();
  for (const grant of grants.toSorted((a, b) => reachOf(b) - reachOf(a)))
    for (const rule of rulesOfGrant(grant) ?? []) owners.set(rule, grant);
  return { rules: compileRules([...owners.keys()]), grantOf: (rule) => owners.get(rule) };
}

const reachOf = ({ unconfined, tainted }: Grant): number => (unconfined ? 2 : 0) + (tainted === true ? 1 : 0);

/**
 * The rules of a grant; undefined when one of them cannot be read: then none of them counts. A tool is granted as it was
 * seen: without that, never.
 */
export function rulesOfGrant({
  id,
  rules,
  pinned = '',
}: Pick<Grant, 'id' | 'rules' | 'pinned'>): readonly Rule[] | undefined {
  const read: Rule[] = [];
  for (const [index, allow] of rules.entries()) {
    const parsed = parseRule({ allow }, { origin: { layer: 'user', file: id, line: index + 1 }, index });
    if (!parsed.ok) return undefined;
    read.push(parsed.rule.subject.type === 'tool' ? { ...parsed.rule, when: { pinned } } : parsed.rule);
  }
  return read;
}
