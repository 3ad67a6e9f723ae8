import { type FactKind, factKinds } from '../../tool/fact.js';
import { namesOf } from '../../tool/former-names.js';
import { type CommandPattern, parseCommandPattern, programName } from './command-pattern.js';
import { type Glob, matchesGlob, parseGlob } from './glob.js';
import { type HostPattern, parseHostPattern } from './host-pattern.js';
import { commandTool } from './parse-rule.js';
import { type PathPattern, parsePathPattern } from './path-pattern.js';
import type { Rule } from './rule.js';

/** Rules made ready to be matched: once for a config, not for every call. */
export interface ReadyRules {
  /** Those that deny, ask and notify. */
  readonly strict: Shelf;
  readonly allow: Shelf;
}

/** Rules by what they can be about, in the order in which they stand. */
export interface Shelf {
  readonly size: number;
  /** Those about any fact of this kind; of commands, those that go with this program. */
  of(kind: FactKind, program?: string | null): readonly ReadyRule[];
  /** Those about this tool, by any name that it has or had. */
  ofTool(name: string): readonly ReadyRule[];
}

export interface ReadyRule {
  readonly rule: Rule;
  /** Its place among all. */
  readonly order: number;
  /** Undefined where a pattern cannot be about that. All are when there is no pattern. */
  readonly command?: CommandPattern;
  readonly path?: PathPattern;
  readonly host?: HostPattern;
  readonly name?: { readonly exact: Glob; readonly folded: Glob };
}

export function compileRules(rules: readonly Rule[]): ReadyRules {
  const ready = rules.map(readyRule);
  return {
    strict: createShelf(ready.filter(({ rule }) => rule.verdict !== 'allow')),
    allow: createShelf(ready.filter(({ rule }) => rule.verdict === 'allow')),
  };
}

function readyRule(rule: Rule, order: number): ReadyRule {
  const { subject } = rule;
  const { pattern } = subject;
  if (pattern === undefined) return { rule, order };
  const about = (...kinds: readonly FactKind[]): boolean => subject.type === 'tool' || kinds.includes(subject.kind);
  const command = about('exec') ? parseCommandPattern(pattern) : undefined;
  const path = about('read', 'write', 'delete', 'move') ? parsePathPattern(pattern) : undefined;
  const host = about('net') ? parseHostPattern(pattern) : undefined;
  const names = about('secret', 'env', 'process');
  const exact = names ? parseGlob(pattern, { folds: false }) : undefined;
  const folded = names ? parseGlob(pattern, { folds: true }) : undefined;
  return {
    rule,
    order,
    ...(command?.ok && { command: command.pattern }),
    ...(path?.ok && { path: path.pattern }),
    ...(host?.ok && { host: host.pattern }),
    ...(exact?.ok && folded?.ok && { name: { exact: exact.glob, folded: folded.glob } }),
  };
}

/** What runs commands in another way: rules about the commands of one hold for these too. */
const asCommands: ReadonlySet<string> = new Set(['start_command', 'write_command', 'virtual_terminal', 'build']);

const none: readonly ReadyRule[] = [];
/** A model can make up names. */
const maxToolNames = 1000;

function createShelf(rules: readonly ReadyRule[]): Shelf {
  const tools = rules.filter(({ rule }) => rule.subject.type === 'tool');
  const byKind = new Map(factKinds.map((kind) => [kind, rules.filter(({ rule }) => isOfKind(rule, kind))]));
  const commands = byKind.get('exec') ?? none;
  const { byProgram, any } = sortCommands(commands);
  const byTool = new Map<string, readonly ReadyRule[]>();
  return {
    size: rules.length,
    of(kind, program) {
      if (kind !== 'exec') return byKind.get(kind) ?? none;
      if (program === undefined || program === null) return commands;
      return byProgram.get(programName(program)) ?? any;
    },
    ofTool(name) {
      if (tools.length === 0) return none;
      const known = byTool.get(name);
      if (known !== undefined) return known;
      const names = asCommands.has(name) ? [name, commandTool] : namesOf(name);
      const found = tools.filter(({ rule }) => names.some((one) => namesTool(rule, one)));
      if (byTool.size < maxToolNames) byTool.set(name, found);
      return found;
    },
  };
}

const isOfKind = ({ subject }: Rule, kind: FactKind): boolean => subject.type === 'fact' && subject.kind === kind;

interface Commands {
  readonly byProgram: ReadonlyMap<string, readonly ReadyRule[]>;
  /** Those that go with any program. */
  readonly any: readonly ReadyRule[];
}

/** Each program with those about any between its own, so that the order stays. */
function sortCommands(commands: readonly ReadyRule[]): Commands {
  const byProgram = new Map<string, ReadyRule[]>();
  const any: ReadyRule[] = [];
  for (const ready of commands) {
    const program = programOf(ready);
    const own = program === undefined ? undefined : byProgram.get(program);
    if (program === undefined) for (const list of [any, ...byProgram.values()]) list.push(ready);
    else if (own === undefined) byProgram.set(program, [...any, ready]);
    else own.push(ready);
  }
  return { byProgram, any };
}

function programOf({ command }: ReadyRule): string | undefined {
  const program = command?.words[0];
  return program === undefined ? undefined : programName(program);
}

/** A name that allows must be the very same; one that does not holds in any case. */
function namesTool({ subject, verdict }: Rule, name: string): boolean {
  if (subject.type !== 'tool') return false;
  const folds = verdict !== 'allow';
  const parsed = parseGlob(subject.name, { folds });
  return parsed.ok && matchesGlob(parsed.glob, folds ? name.toLowerCase() : name);
}
