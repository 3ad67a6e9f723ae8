import { defined } from '../../base/defined.js';
import { type Parsed, unparsed } from '../../base/parsed.js';
import { type FactKind, factKinds } from '../../tool/fact.js';
import { type RuleOrigin, type Verdict, verdicts } from '../policy.js';
import { type CommandPattern, parseCommandPattern } from './command-pattern.js';
import { parseGlob } from './glob.js';
import { parseHostPattern } from './host-pattern.js';
import { parsePathPattern } from './path-pattern.js';
import { maxPatternLength, type Rule, type RuleProblem, type RuleSubject, type RuleText, renderRule } from './rule.js';

export type ParsedRule =
  | { readonly ok: true; readonly rule: Rule }
  | { readonly ok: false; readonly problem: RuleProblem };

export interface RulePlace {
  readonly origin: RuleOrigin;
  readonly index: number;
}

/** Reads a rule of which exactly one verdict is set. */
export function parseRule(source: RuleText, { origin, index }: RulePlace): ParsedRule {
  const verdict = verdicts.find((one) => source[one] !== undefined) ?? 'deny';
  const text = (source[verdict] ?? '').trim();
  const parsed = parseSubject(text, verdict);
  if (!parsed.ok) {
    const message = `${renderRule({ verdict, text })}: ${parsed.message}`;
    return { ok: false, problem: { path: [String(index), verdict], message } };
  }
  const { when = {}, match = [], miss = [], why } = source;
  const { subject } = parsed;
  return {
    ok: true,
    rule: { verdict, text, subject, when, match, miss, ...defined({ why }), origin, index },
  };
}

function parseSubject(text: string, verdict: Verdict): Parsed<{ subject: RuleSubject }> {
  if (text.length > maxPatternLength)
    return unparsed(`it is longer than ${maxPatternLength} characters: write several rules`);
  const open = text.indexOf('(');
  const name = (open === -1 ? text : text.slice(0, open)).trim();
  if (open !== -1 && !text.endsWith(')')) return unparsed('its ( is not closed: end it with )');
  if (!/^[\w.:/*-]+$/.test(name))
    return unparsed('it must begin with a kind of fact or the name of a tool, as in exec(npm test)');
  const inside = open === -1 ? undefined : text.slice(open + 1, -1).trim();
  if (inside === '') return unparsed('nothing stands between ( and ): leave them out, or write (*)');
  const kind = factKinds.find((one) => one === name);
  const near = kind === undefined && !name.includes('*') ? nearKind(name) : undefined;
  if (near !== undefined)
    return unparsed(`${name} is no kind of fact: did you mean ${near}? A tool of that name is ${name}*`);
  const pattern = inside === undefined ? {} : { pattern: inside };
  const subject: RuleSubject =
    kind === undefined ? { type: 'tool', name, ...pattern } : { type: 'fact', kind, ...pattern };
  const message = inside === undefined ? undefined : patternProblem(inside, subject, verdict);
  return message === undefined ? { ok: true, subject } : { ok: false, message };
}

/** A kind that differs by case, by one letter more or less, or by two letters swapped: hardly the name of a tool. */
function nearKind(name: string): FactKind | undefined {
  const given = name.toLowerCase();
  return factKinds.find((kind) => {
    if (given === kind) return true;
    if (given.length === kind.length) return [...given].sort().join() === [...kind].sort().join();
    const [long, short] = given.length > kind.length ? [given, kind] : [kind, given];
    return (
      long.length === short.length + 1 && [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)
    );
  });
}

function patternProblem(pattern: string, subject: RuleSubject, verdict: Verdict): string | undefined {
  if (subject.type === 'tool') return toolPatternProblem(pattern, subject, verdict);
  if (subject.kind === 'exec') return commandProblem(pattern, verdict);
  const parsed = parserOf(subject.kind)(pattern);
  return parsed.ok ? undefined : parsed.message;
}

function toolPatternProblem(pattern: string, subject: RuleSubject, verdict: Verdict): string | undefined {
  if (isAboutCommands(subject)) return commandProblem(pattern, verdict);
  const path = parsePathPattern(pattern);
  return path.ok || parseHostPattern(pattern).ok ? undefined : path.message;
}

/** Whether a pattern of a tool is about its commands: what other tools tell shows in their facts only. */
export function isAboutCommands(subject: RuleSubject): boolean {
  if (subject.type === 'fact') return subject.kind === 'exec';
  const { name, pattern } = subject;
  return pattern !== undefined && (name === commandTool || /\s|:\*$/.test(pattern));
}

/** The tool that runs commands. */
export const commandTool = 'run_command';

function commandProblem(text: string, verdict: Verdict): string | undefined {
  const parsed = parseCommandPattern(text);
  if (!parsed.ok) return parsed.message;
  return verdict === 'allow' ? allowProblem(parsed.pattern) : searchProblem(parsed.pattern);
}

function allowProblem({ words: [program = ''] }: CommandPattern): string | undefined {
  if (!program.includes('/') || program.startsWith('/')) return undefined;
  return `${program} is another program in every folder: name it bare, or by its whole path`;
}

function searchProblem({ words, prefix }: CommandPattern): string | undefined {
  const [program] = words;
  if (prefix || program === undefined || words.length > 1) return undefined;
  return `it would match ${program} without arguments only: write ${program}:*`;
}

const parserOf = (kind: Exclude<FactKind, 'exec'>): ((pattern: string) => Parsed<object>) => {
  if (kind === 'net') return parseHostPattern;
  if (kind === 'secret' || kind === 'env' || kind === 'process')
    return (pattern) => parseGlob(pattern, { folds: false });
  return parsePathPattern;
};
