import { sha256 } from '../base/digest.js';
import { type RecordEvent, type RecordedRule, type RulesChanged, userStream } from '../config/event.js';
import { type Rule, renderRule } from '../policy/rule/rule.js';
import type { EventQuery, FoundEvent, Store } from '../store/store.js';

interface RulesInForce {
  /** The real path. */
  readonly workspace: string;
  readonly rules: readonly Rule[];
}

/** Records the rules in force in a workspace, unless they are those that were recorded last. */
export async function recordRules(store: Store, { workspace, rules }: RulesInForce): Promise<void> {
  const now = new Map(rules.map(recordedRule).map((rule) => [keyOf(rule), rule]));
  const digest = digestOf(now);
  const changes = await recordedChanges(store, workspace);
  if (changes.at(-1)?.digest === digest) return;
  const before = rulesAfter(changes);
  if (digestOf(before) === digest && before.size === 0) return;
  const body: RulesChanged = {
    workspace,
    digest,
    added: [...now].filter(([key]) => !before.has(key)).map(([, rule]) => rule),
    removed: [...before].filter(([key]) => !now.has(key)).map(([, rule]) => rule),
  };
  const event: RecordEvent = { type: 'rules-changed', body };
  await store.append(userStream, [event]);
}

function recordedRule(rule: Rule): RecordedRule {
  const text = renderRule(rule);
  return Object.keys(rule.when).length === 0
    ? { rule: text, origin: rule.origin }
    : { rule: text, when: rule.when, origin: rule.origin };
}

/** A rule that only moved to another line is the same. */
function keyOf({ rule, when = {}, origin }: RecordedRule): string {
  const limits = Object.entries(when).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([rule, limits, origin.layer, origin.file]);
}

const digestOf = (rules: ReadonlyMap<string, unknown>): string => sha256([...rules.keys()].sort().join('\n'));

/** In the order they were recorded in, whatever the clock said. */
async function recordedChanges(store: Store, workspace: string): Promise<readonly RulesChanged[]> {
  const query: EventQuery = { types: ['rules-changed'], streams: [userStream], where: { workspace } };
  const found: FoundEvent[] = [];
  for await (const event of store.find(query)) if (event.intact) found.push(event);
  return found.sort((a, b) => a.seq - b.seq).map(({ body }) => body as RulesChanged);
}

/** The rules that were recorded last: every change since the first. */
function rulesAfter(changes: readonly RulesChanged[]): ReadonlyMap<string, RecordedRule> {
  const rules = new Map<string, RecordedRule>();
  for (const { added, removed } of changes) {
    for (const rule of removed) rules.delete(keyOf(rule));
    for (const rule of added) rules.set(keyOf(rule), rule);
  }
  return rules;
}
