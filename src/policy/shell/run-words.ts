import { basename, dirname, isAbsolute } from 'node:path';
import { isBeneath } from '../../base/is-beneath.js';
import { shellQuote } from '../../base/shell-quote.js';
import { wordSet } from '../../base/words.js';
import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import { changeFolder, isFolderChange } from './change-folder.js';
import { hiddenFacts, linkFacts } from './folder-facts.js';
import { rememberLink } from './made-links.js';
import { netFact } from './net-fact.js';
import { addOperandReads } from './operand-search.js';
import { pathFacts } from './path-facts.js';
import { isOwnScript } from './program/system/own.js';
import type { Assignment, EffectSink, Input, Reach, RunOptions } from './program.js';
import { findProgram } from './programs.js';
import { absolutePath, forkShell, isLost, loseFolder, type Shell, takeFolder } from './shell.js';
import { suspectName } from './suspect-name.js';
import { assignmentRisk, plainVariable, secretVariable } from './variables.js';
import { likely, literal, type Word } from './word.js';

/** How a command comes to run. */
export interface Running {
  readonly input: Input;
  /** Variables set for it alone. */
  readonly assignments: readonly Assignment[];
  /** Files its output goes to, a wrapper that changes what it does: a rule for the words does not cover these. */
  readonly plain: boolean;
  /** Walks text as a script of another shell. */
  script(text: Word, shell: Shell, options: RunOptions): void;
}

const maxDepth = 32;
const maxCommands = 512;

/** Judges a command by its words: which program it is, and what that does with its arguments. Answers its place. */
export function runWords(words: readonly Word[], shell: Shell, running: Running): number {
  const { facts } = shell;
  const at = facts.add(execFact(words, shell, running));
  shell.spent.commands += 1;
  if (shell.spent.commands > maxCommands) facts.unread(at, `only the first ${maxCommands} commands are looked into`);
  if (shell.depth <= maxDepth) judgeWords(words, at, { shell, running });
  else {
    facts.unread(at, 'it stands in more wrappers and shells than are looked into');
    if (shell.depth === maxDepth + 1) searchDeep(words, at, { shell, running });
  }
  return at;
}

/** Whatever wrappers come before it: a program that could do harm is looked at as if it ran. */
function searchDeep(words: readonly Word[], at: number, judging: Judging): void {
  const suspects = [...words.keys()].filter((index) => suspectName.test(basename(likely(words[index] as Word))));
  for (const index of suspects.slice(-maxDepth)) judgeWords(words.slice(index), at, judging);
}

interface Judging {
  readonly shell: Shell;
  readonly running: Running;
}

function judgeWords([name, ...args]: readonly Word[], at: number, { shell, running }: Judging): void {
  const { facts } = shell;
  if (shell.doubt !== undefined) {
    facts.doubt(at, shell.doubt);
    facts.notPlain(at);
  }
  for (const { name: variable, value } of running.assignments) {
    const risk = assignmentRisk(variable, value);
    if (risk.kind === 'steers') facts.doubt(at, risk.note);
    if (/_proxy$/i.test(variable) && likely(value) !== '') facts.add({ ...netFact(value), by: at });
  }
  const program = name === undefined ? undefined : programOf(name, at, shell);
  if (program === undefined) return;
  for (const word of args) {
    doubtWord(word, program, at, shell);
    listFolder(word, at, shell);
  }
  // A program of this name in a file moves only itself.
  if (isFolderChange(program) && name?.text === program) {
    changeFolder(program, args, { shell, at });
    return;
  }
  for (const word of args) {
    if (!evaluators.has(program) || !/\[.*(?:\$\(|`)/s.test(likely(word))) continue;
    running.script({ ...word, text: undefined, guess: likely(word) }, innerShell(shell, {}), {});
  }
  const judge = findProgram(program);
  if (judge === undefined) facts.doubt(at, `what \`${program}\` does is not known`);
  else judge(args, doingOf(at, shell, running));
  if (facts.list[at]?.known === false) addOperandReads(args, at, shell);
}

/** What evaluates the subscript of a variable that it is given the name of. */
const evaluators = wordSet(
  'let test [ printf read declare typeset local export readonly unset mapfile readarray getopts wait',
);

function execFact(words: readonly Word[], { cwd, context }: Shell, { plain, assignments }: Running): Fact {
  const known = words.every(({ text, matches }) => text !== undefined && matches === undefined);
  const harmless = assignments.every(({ name, value }) => assignmentRisk(name, value).kind === 'harmless');
  const inside = cwd !== undefined && isBeneath(cwd, context.root);
  return {
    kind: 'exec',
    target: words.map(renderWord).join(' '),
    where: inside ? 'workspace' : 'outside',
    known: true,
    proved: true,
    words: words.map(({ text, matches }) => (matches === undefined ? (text ?? null) : null)),
    ...(known && harmless && plain && { plain: true }),
  };
}

function renderWord({ text, source, matches }: Word): string {
  return text === undefined || matches !== undefined ? source : shellQuote(text);
}

/** The name of the program that runs, for what is known of it; its own doubts are told. */
function programOf(name: Word, at: number, shell: Shell): string | undefined {
  const { facts } = shell;
  if (name.text === undefined || name.matches !== undefined) {
    facts.unread(at, `which program \`${name.source}\` is, is only known at run time`);
    return basename(name.matches?.[0] ?? likely(name)) || undefined;
  }
  const { text } = name;
  if (name.source.includes('{') && !text.includes('{')) facts.doubt(at, `braces hide that it runs \`${text}\``);
  if (shell.functions.has(text)) {
    facts.doubt(at, `\`${text}\` is a function of this command`);
    facts.notPlain(at);
    const leads = shell.functions.get(text);
    if (leads !== undefined) loseFolder(shell, leads);
    return undefined;
  }
  if (!text.includes('/')) {
    const shadow = shadowOf(text, shell);
    if (shadow !== undefined) {
      facts.doubt(at, `\`${text}\` is found in ${shadow}, not in the system`);
      facts.notPlain(at);
    }
    return text;
  }
  if (systemFolders.has(dirname(text))) return basename(text);
  facts.doubt(at, `it runs the file ${text}`);
  const files = pathFacts(name, { kind: 'read', by: at }, shell);
  for (const fact of files) facts.add(fact);
  // `//bin/rm`, or a link to it: what the program is known to do is searched for harm.
  const target = files.at(-1)?.target ?? '';
  if (systemFolders.has(dirname(target))) return basename(target);
  return isOwnScript(name, shell) ? 'toolwright' : undefined;
}

const systemFolders = wordSet('/bin /usr/bin /sbin /usr/sbin /usr/local/bin /opt/homebrew/bin');

/** Where a program of this name lies that the workspace brings, when it comes first. */
function shadowOf(name: string, { context, cwd, variables }: Shell): string | undefined {
  if (variables.has('PATH')) return 'a path the command sets';
  for (const folder of (context.env['PATH'] ?? '').split(':')) {
    if (systemFolders.has(folder)) return undefined;
    const inside = folder === '' || !isAbsolute(folder) || isBeneath(folder, context.root);
    if (!inside) continue;
    const place = context.resolve(`${absolutePath(folder, { cwd: cwd ?? context.cwd })}/${name}`);
    if (!isFailure(place) && place.kind !== 'missing') return folder === '' ? '.' : folder;
  }
  return undefined;
}

/** What is only known at run time proves nothing; what it would print may be secret. */
export function doubtWord(word: Word, program: string, at: number, { facts }: Shell): void {
  // Its table tells exactly which unknown words matter.
  if (word.text !== undefined || program === 'test' || program === '[') return;
  const names = [...word.source.matchAll(/\$\{?[!#]?([A-Za-z_][A-Za-z0-9_]*|[?#$!@*0-9-])/g)].map(
    ([, name]) => name ?? '',
  );
  for (const name of names) {
    if (secretVariable(name)) facts.add({ kind: 'secret', target: `$${name}`, where: 'nowhere', known: true, by: at });
  }
  const printed = program === 'echo' || program === 'printf';
  const simple = /^(?:\$(?:\{[A-Za-z_]\w*\}|[A-Za-z_]\w*|[?#$!0-9-]|\(\([\d\s+*/%-]*\)\))|'[^']*'|[\w ,.:=/"-])+$/;
  if (printed && names.every(plainVariable) && simple.test(word.source)) return;
  facts.doubt(at, word.note ?? `\`${word.source}\` is only known at run time`);
}

/** A pattern shows the names in its folders, whatever the program does with them. */
function listFolder({ text = '', matches }: Word, at: number, shell: Shell): void {
  if (matches === undefined) return;
  const first = /^[^*?[]*\//.exec(text)?.[0] ?? '.';
  for (const folder of new Set([first, ...matches.map((match) => dirname(match))])) {
    for (const fact of pathFacts(literal(folder), { kind: 'read', namesOnly: true, by: at }, shell)) {
      if (fact.where !== 'workspace') shell.facts.add(fact);
    }
  }
}

type Touching = Reach & { readonly leadsTo?: Word };

function doingOf(at: number, shell: Shell, running: Running): EffectSink {
  const { facts, context } = shell;
  const touch =
    (kind: 'read' | 'write' | 'delete' | 'move') =>
    (path: Word, { deep, followsLinks = false, hidden = false, namesOnly, leadsTo }: Touching = {}): void => {
      for (const fact of pathFacts(path, { kind, deep, namesOnly, by: at }, shell)) facts.add(fact);
      if (followsLinks) for (const fact of linkFacts(path, at, shell)) facts.add(fact);
      if (hidden) for (const fact of hiddenFacts(path, at, shell)) facts.add(fact);
      if (leadsTo !== undefined) rememberLink(path, leadsTo, shell);
    };
  const nowhere = (kind: 'process' | 'secret' | 'env') => (target: string) => {
    facts.add({ kind, target, where: 'nowhere', known: true, by: at });
  };
  return {
    context,
    cwd: shell.cwd,
    input: running.input,
    read: touch('read'),
    write: touch('write'),
    delete: touch('delete'),
    move: touch('move'),
    net: (address) => void facts.add({ ...netFact(address), by: at }),
    process: nowhere('process'),
    secret: nowhere('secret'),
    env: (name) => {
      nowhere('env')(name);
      shell.variables.set(name, undefined);
    },
    unknown: (note) => facts.doubt(at, note),
    inline: (note) => facts.inline(at, note),
    unread: (note) => facts.unread(at, note),
    forbid: (note) => facts.forbid(at, note),
    run: (words, options = {}) => runInner(words, shell, { running, options, at }),
    script: (text, options = {}) => {
      const inner = innerShell(shell, options);
      running.script(text, inner, options);
      if (options.here === true) takeFolder(shell, inner);
    },
  };
}

interface Inner {
  readonly running: Running;
  readonly options: RunOptions;
  readonly at: number;
}

function runInner(words: readonly Word[], shell: Shell, { running, options, at }: Inner): void {
  const assignments = [...running.assignments, ...(options.assignments ?? [])];
  for (const { name, value } of options.assignments ?? []) {
    const risk = assignmentRisk(name, value);
    if (risk.kind === 'steers') shell.facts.doubt(at, risk.note);
  }
  const inner = innerShell(shell, options);
  runWords(words, inner, {
    ...running,
    assignments,
    input: options.input ?? running.input,
    plain: running.plain && options.transparent === true,
  });
  if (options.here === true) takeFolder(shell, inner);
}

function innerShell(shell: Shell, { cwd, here }: RunOptions): Shell {
  const depth = shell.depth + 1;
  if (here === true) return { ...shell, depth };
  if (cwd === undefined) return forkShell(shell, { depth });
  const folder = cwd?.text;
  if (folder === undefined || isLost(folder, shell)) {
    const inner = forkShell(shell, { depth });
    loseFolder(inner, cwd === null ? undefined : likely(cwd));
    return inner;
  }
  return forkShell(shell, { depth, cwd: absolutePath(folder, shell) });
}
