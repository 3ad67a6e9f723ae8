import { defined } from '../../base/defined.js';
import { cutEnd } from '../../base/text.js';
import type { Judgement, Places, PolicyInput } from '../policy.js';
import { type Rule, type RuleWhen, renderRule } from './rule.js';
import type { ReadyRule, ReadyRules } from './rule-set.js';
import { covers, finds, isPathKind, seeFact } from './seen-fact.js';

const nothing: readonly never[] = [];

/**
 * What the rules that deny, ask and notify say: one judgement for each that matches, with the first fact it matches. Where
 * it shows only at run time whether a rule would match, it is asked about: once for a fact.
 */
export function judgeRules({ strict }: ReadyRules, input: PolicyInput, places: Places): readonly Judgement[] {
  if (strict.size === 0) return nothing;
  const sure = new Map<ReadyRule, number | undefined>();
  const doubts = new Map<ReadyRule, number>();
  const ofTool = strict.ofTool(input.tool.name).filter(({ rule }) => applies(rule.when, input));
  for (const ready of ofTool) if (ready.rule.subject.pattern === undefined) sure.set(ready, undefined);
  const ofTargets = ofTool.filter(({ rule }) => rule.subject.pattern !== undefined);
  const runs = runsCommands(input);
  for (const [at, fact] of input.facts.entries()) {
    const seen = seeFact(fact, places);
    let doubt: ReadyRule | undefined;
    const look = (ready: ReadyRule): void => {
      if (sure.has(ready)) return;
      const found = finds(ready, seen);
      if (found === 'yes') sure.set(ready, at);
      else if (found === 'maybe' && ready.rule.verdict !== 'notify') doubt ??= ready;
    };
    for (const ready of strict.of(fact.kind, fact.words?.[0])) if (applies(ready.rule.when, input)) look(ready);
    if (!runs || fact.kind === 'exec') for (const ready of ofTargets) look(ready);
    if (doubt !== undefined && !doubts.has(doubt)) doubts.set(doubt, at);
  }
  if (sure.size === 0 && doubts.size === 0) return nothing;
  const found = [...sure].toSorted(([a], [b]) => a.order - b.order).map(([{ rule }, at]) => judgement(rule, at, input));
  const open = [...doubts].filter(([ready]) => !sure.has(ready)).map(([{ rule }, at]) => doubtOf(rule, at, input));
  return [...found, ...open];
}

/**
 * For each fact the rule that allows it, if there is one; an empty list when none allows anything. A rule about a command
 * covers what that command does inside the workspace and on the network, never other commands, redirections, secrets, or
 * files elsewhere: they need rules of their own.
 */
export function coveredByAllow(
  { allow }: ReadyRules,
  input: PolicyInput,
  places: Places,
): readonly (Rule | undefined)[] {
  if (allow.size === 0) return nothing;
  const { facts } = input;
  const whole = toolRule(allow, input);
  if (whole !== undefined) return facts.map(({ forbidden }) => (forbidden === true ? undefined : whole));
  const ofTool = allowsOfName(allow, input);
  const runs = runsCommands(input);
  const covered = facts.map((fact) => {
    if (fact.forbidden === true) return undefined;
    const seen = seeFact(fact, places);
    const isCover = (ready: ReadyRule): boolean => applies(ready.rule.when, input) && covers(ready, seen);
    const ofFact = allow.of(fact.kind, fact.words?.[0]).find(isCover);
    return (ofFact ?? (!runs || fact.kind === 'exec' ? ofTool.find(isCover) : undefined))?.rule;
  });
  return facts.map((fact, at) => {
    if (covered[at] !== undefined || fact.by === undefined || fact.forbidden === true) return covered[at];
    const goesWithIt = isPathKind(fact)
      ? fact.known && fact.where !== 'outside'
      : fact.kind !== 'exec' && fact.kind !== 'secret';
    return goesWithIt && facts[fact.by]?.kind === 'exec' ? covered[fact.by] : undefined;
  });
}

/** The rule that allows all calls of this tool, whatever they touch. */
export const allowOfTool = ({ allow }: ReadyRules, input: PolicyInput): Rule | undefined =>
  allow.size === 0 ? undefined : toolRule(allow, input);

/** The name of a tool that the model made is the model's own choice: it is no ground to allow anything. */
const allowsOfName = (allow: ReadyRules['allow'], { tool }: PolicyInput): readonly ReadyRule[] =>
  tool.source === 'dynamic' ? nothing : allow.ofTool(tool.name);

function toolRule(allow: ReadyRules['allow'], input: PolicyInput): Rule | undefined {
  return allowsOfName(allow, input).find(({ rule }) => rule.subject.pattern === undefined && applies(rule.when, input))
    ?.rule;
}

/** Whether a rule holds at the moment. */
export function applies(
  when: RuleWhen,
  { mode, profile, tainted = false, tool }: Pick<PolicyInput, 'mode' | 'profile' | 'tainted'> & Partial<PolicyInput>,
): boolean {
  if (when.pinned !== undefined && when.pinned !== tool?.pinned) return false;
  if (when.mode !== undefined && when.mode !== mode) return false;
  if (when.profile !== undefined && when.profile !== profile) return false;
  return when.tainted === undefined || when.tainted === tainted;
}

/** Of a tool that runs commands, a pattern is about these alone: not about the files they touch. */
const runsCommands = ({ facts }: PolicyInput): boolean => facts.some(({ kind }) => kind === 'exec');

function judgement(rule: Rule, at: number | undefined, { facts, tool }: PolicyInput): Judgement {
  const fact = at === undefined ? undefined : facts[at];
  const what = fact === undefined ? tool.name : shown(fact.target);
  const why = rule.why === undefined ? '' : `: ${rule.why}`;
  return {
    verdict: rule.verdict,
    source: 'rule',
    reason: `the rule "${renderRule(rule)}" is about ${what}${why}`,
    ...defined({ fact: at }),
    rule: { text: renderRule(rule), origin: rule.origin },
  };
}

function doubtOf(rule: Rule, at: number, { facts }: PolicyInput): Judgement {
  return {
    verdict: 'ask',
    source: 'rule',
    reason: `${shown(facts[at]?.target ?? '')} could turn out to be what the rule "${renderRule(rule)}" is about`,
    fact: at,
    rule: { text: renderRule(rule), origin: rule.origin },
  };
}

const maxShown = 200;

const shown = (target: string): string => `\`${target.length > maxShown ? `${cutEnd(target, maxShown)}…` : target}\``;
