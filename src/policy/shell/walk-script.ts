import { defined } from '../../base/defined.js';
import { type Expanding, expandWhole, expandWord, quietly } from './expand-word.js';
import { isForkBomb, isForkLoop } from './fork-bomb.js';
import { outputOf } from './known-output.js';
import { pathFacts } from './path-facts.js';
import { filesOfTest, namesCompared } from './program/text/test-expression.js';
import type { Assignment, Input } from './program.js';
import { judgeRedirect } from './redirect.js';
import { forbidReverseShell, forbidSocket } from './reverse-shell.js';
import { doubtWord, type Running, runWords } from './run-words.js';
import { scanText } from './scan-text.js';
import { forkShell, loseFolder, type Shell } from './shell.js';
import type {
  AssignmentNode,
  CommandNode,
  CompoundNode,
  FunctionNode,
  ListNode,
  Node,
  ParseResult,
  PipelineNode,
  RedirectNode,
} from './syntax/ast.js';
import { parseScript } from './syntax/parse-script.js';
import { steeringNote } from './variables.js';
import { likely, type Word } from './word.js';

const noInput: Input = { kind: 'none' };

/** Judges every command of a script, also those that may never run. */
function walkScript(script: ListNode, shell: Shell, input: Input = noInput): void {
  let chain: ListNode['items'][number][] = [];
  for (const item of script.items) {
    chain.push(item);
    if (item.operator === '&&' || item.operator === '||') continue;
    const background = item.operator === '&';
    walkChain(chain, background ? forkShell(shell, { doubt: 'it goes on in the background' }) : shell, input);
    chain = [];
  }
  walkChain(chain, shell, input);
}

/**
 * Commands joined by `&&` and `||`. A folder that a later one changes to is left in doubt once it may be that the
 * change did not run: behind `||`, and behind the whole when something before it may have failed.
 */
function walkChain(chain: ListNode['items'], shell: Shell, input: Input): void {
  let sure = true;
  let moved = false;
  for (const [index, { node }] of chain.entries()) {
    const joined = chain[index - 1]?.operator;
    if (joined === '||' && moved) loseFolder(shell);
    const before = { ...shell };
    walkNode(node, shell, input);
    const changed = shell.cwd !== before.cwd;
    if (joined === '||') {
      sure = false;
      // It does not run: the folder it would run in has been reached.
      if (changed) loseFolder(shell);
    } else if (changed && !sure) moved = true;
    sure &&= changed && isPlainMove(node);
  }
  if (moved) loseFolder(shell);
}

/** A `cd` that cannot but succeed where the folder is there. */
const isPlainMove = (node: Node): boolean =>
  node.type === 'command' && node.redirects.length === 0 && node.assignments.length === 0;

/** A script that was parsed. What does not parse is searched all the same. */
export function walkParsed(text: string, parsed: ParseResult, { shell, input = noInput }: Walking): void {
  if (!parsed.ok) {
    unreadHere(shell, firstWords(text), `the command cannot be read: ${parsed.message}`);
    scanText(text, shell, running);
  }
  walkScript(parsed.script, shell, input);
}

interface Walking {
  readonly shell: Shell;
  readonly input?: Input;
}

/** A text that is too long to be read: it is asked about in every mode, and searched. */
export function scanLong(text: string, shell: Shell): void {
  unreadHere(shell, firstWords(text), 'the command is over 64 KB, too long to be looked into');
  scanText(text, shell, running);
}

const firstWords = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function walkNode(node: Node, shell: Shell, input: Input): void {
  switch (node.type) {
    case 'list':
      walkScript(node, shell, input);
      return;
    case 'pipeline':
      walkPipeline(node, shell, input);
      return;
    case 'command':
      walkCommand(node, shell, input);
      return;
    case 'subshell':
    case 'group': {
      const inner = node.type === 'subshell' ? forkShell(shell) : shell;
      const before = shell.cwd;
      walkScript(node.body, inner, inputOf(node.redirects, shell) ?? input);
      if (shell.cwd !== before && node.redirects.some(mayFail)) loseFolder(shell);
      walkRedirects(node.redirects, shell);
      return;
    }
    case 'compound':
      walkCompound(node, shell, input);
      return;
    case 'function':
      walkFunction(node, shell);
      return;
    case 'coproc':
      unreadHere(shell, 'coproc', 'a coprocess goes on beside the command');
      walkNode(node.body, forkShell(shell, { doubt: 'it goes on in the background' }), input);
      return;
    default: {
      // Comparisons and arithmetic evaluate text, and text can hold commands.
      const words = node.type === 'test' ? node.words : [node.word];
      const what = node.type === 'test' ? '[[ … ]]' : '(( … ))';
      const at = addConstruct(shell, what);
      const expanded = words.map((word) => expandWhole(word, expandingIn(shell, at)));
      for (const word of expanded) judgeEvaluated(word, at, shell, node.type);
      if (namesCompared(expanded)) shell.facts.doubt(at, 'it evaluates what is no number');
      const files = node.type === 'test' ? filesOfTest(expanded) : [];
      for (const file of files) {
        for (const fact of pathFacts(file, { kind: 'read', namesOnly: true, by: at }, shell)) shell.facts.add(fact);
      }
      walkRedirects(node.redirects, shell);
    }
  }
}

function judgeEvaluated(word: Word, at: number, shell: Shell, type: 'test' | 'arithmetic'): void {
  const text = likely(word);
  if (/[`]|\$\(|\[/.test(text) && !(type === 'test' && /^(\[\[?|\]\]?)$/.test(text))) {
    shell.facts.unread(at, `\`${word.source}\` can run commands when it is evaluated`);
    scanText(text, shell, running);
  } else if (word.text === undefined)
    shell.facts.doubt(at, word.note ?? `\`${word.source}\` is only known at run time`);
  else if (type === 'arithmetic' && !/^[\d\s+*/%<>=!&|()^~?:,-]*$/.test(text)) {
    shell.facts.doubt(at, 'the arithmetic uses variables');
    scanText(text, shell, running);
  }
}

/** What the shell itself does stands among the commands; nothing is against it yet. Answers its place. */
const addConstruct = (shell: Shell, target: string): number =>
  shell.facts.add({ kind: 'exec', target, where: 'nowhere', known: true, proved: true });

function unreadHere(shell: Shell, target: string, note: string): void {
  shell.facts.unread(addConstruct(shell, target), note);
}

/** Each part in a shell of its own, fed by the one before. What `time` and `!` do is nothing beyond the commands. */
function walkPipeline({ commands }: PipelineNode, shell: Shell, input: Input): void {
  const [only, ...others] = commands;
  if (only !== undefined && others.length === 0) {
    walkNode(only, shell, input);
    return;
  }
  const first = shell.facts.list.length;
  let fed = input;
  for (const command of commands) {
    const inner = forkShell(shell);
    walkNode(command, inner, fed);
    const said = command.type === 'command' ? outputOfCommand(command, inner, fed) : undefined;
    fed = { kind: 'piped', ...defined({ text: said }) };
  }
  forbidReverseShell(first, shell);
}

function outputOfCommand(command: CommandNode, shell: Shell, input: Input): string | undefined {
  const words = command.words.flatMap((word) => expandWord(word, quietly(shell)));
  return outputOf(words, inputOf(command.redirects, shell) ?? input, shell.cwd);
}

function walkCommand(node: CommandNode, shell: Shell, input: Input): void {
  const { words, assignments, redirects } = node;
  const before = shell.facts.list.length;
  const folder = shell.cwd;
  // Substitutions run before the command does; their doubts belong to it.
  const doubts: string[] = [];
  const expanding: Expanding = {
    ...expandingIn(shell, undefined),
    unread: (note) => doubts.push(note),
  };
  const expanded = words.flatMap((word) => expandWord(word, expanding));
  const set = assignments.map((assignment) => assign(assignment, expanding));
  if (expanded.length === 0) {
    assignHere(set, shell);
    if (words.length > 0) unreadHere(shell, '…', 'which program runs is only known at run time');
  }
  const written = walkRedirects(redirects, shell);
  if (expanded.length > 0) {
    const at = runWords(expanded, shell, {
      ...running,
      input: inputOf(redirects, shell) ?? input,
      assignments: set,
      plain: !written && words.length > 0,
    });
    for (const note of doubts) shell.facts.unread(at, note);
    forbidSocket(before, at, shell);
    if (shell.cwd !== folder && redirects.some(mayFail)) loseFolder(shell);
  } else for (const note of doubts) unreadHere(shell, '…', note);
}

/** Where a redirection fails, what it stands at does not run. */
const mayFail = ({ operator, target: { parts } }: RedirectNode): boolean =>
  !operator.startsWith('<<') && !(parts.length === 1 && parts[0]?.type === 'text' && parts[0].text === '/dev/null');

const running: Running = {
  input: noInput,
  assignments: [],
  plain: true,
  script(text, shell, options) {
    if (text.text !== undefined) {
      walkParsed(text.text, parseScript(text.text), { shell, input: options.input ?? noInput });
      return;
    }
    unreadHere(shell, text.source, text.note ?? `\`${text.source}\` is only known at run time`);
    scanText(likely(text), shell, running);
  },
};

function assign({ name, values, subscript, append }: AssignmentNode, expanding: Expanding): Assignment {
  if (subscript !== undefined) {
    const index = expandWhole(subscript, expanding);
    if (!/^[0-9]+$/.test(index.text ?? '')) expanding.unread(`the subscript of \`${name}\` can run commands`);
  }
  const expanded = values.map((value) => expandWhole(value, expanding));
  const [only, ...more] = expanded;
  if (only !== undefined && more.length === 0 && !append) return { name, value: only };
  const guess = expanded.map(likely).join(' ');
  return {
    name,
    value: only === undefined ? { text: '', source: '' } : { text: undefined, source: only.source, guess },
  };
}

/** Variables set for all that follows. */
function assignHere(set: readonly Assignment[], shell: Shell): void {
  for (const { name, value } of set) {
    shell.variables.set(name, value.text ?? value.guess);
    shell.facts.add({
      kind: 'env',
      target: name,
      where: 'nowhere',
      // One that programs already see, or go by, changes more than what the words of later commands say.
      known: value.text !== undefined && shell.context.env[name] === undefined && steeringNote(name) === undefined,
      note: `it sets \`${name}\``,
      by: -1,
    });
  }
}

/** Answers whether a file is written, so that a rule for the words alone does not cover the command. */
function walkRedirects(redirects: readonly RedirectNode[], shell: Shell): boolean {
  let written = false;
  for (const redirect of redirects) {
    const at = shell.facts.list.length;
    for (const target of targetsOf(redirect, expandingIn(shell, undefined))) {
      if (judgeRedirect(redirect, target, shell)) written = true;
      if (redirect.operator.startsWith('<<')) judgeHereText(target, shell);
    }
    if (shell.facts.list.length > at) written = true;
  }
  return written;
}

/** What a command is fed this way it may print: it is as if `echo` printed it. */
function judgeHereText(target: Word, shell: Shell): void {
  if (target.text !== undefined) return;
  doubtWord(target, 'echo', addConstruct(shell, `<<< ${firstWords(target.source)}`), shell);
}

/** Patterns and braces count in a redirection too, as long as one word comes of them. */
function targetsOf({ operator, target }: RedirectNode, expanding: Expanding): readonly Word[] {
  const spreads = target.parts.some(({ type }) => type === 'glob' || type === 'brace');
  const words = spreads && !operator.startsWith('<<') ? expandWord(target, expanding) : [];
  return words.length > 0 ? words : [expandWhole(target, expanding)];
}

/** The text that a here-document or here-string feeds; a file feeds what is not known. */
function inputOf(redirects: readonly RedirectNode[], shell: Shell): Input | undefined {
  const last = redirects.findLast(
    ({ operator, descriptor }) => operator.startsWith('<') && (descriptor === '' || descriptor === '0'),
  );
  if (last === undefined) return undefined;
  if (!last.operator.startsWith('<<')) return { kind: 'piped' };
  const { text, guess } = expandWhole(last.target, quietly(shell));
  return { kind: 'piped', ...defined({ text: text ?? guess }) };
}

function expandingIn(shell: Shell, at: number | undefined): Expanding {
  return {
    shell,
    walk: (script) => walkScript(script, forkShell(shell, { depth: shell.depth + 1 })),
    unread: (note) => (at === undefined ? unreadHere(shell, '…', note) : shell.facts.unread(at, note)),
  };
}

/** Rounds of all loops of a script; beyond them every loop is gone through once. */
const maxRounds = 1000;

/** Whatever branch is taken and however often: all of it is judged, none of it proved. */
function walkCompound(node: CompoundNode, shell: Shell, input: Input): void {
  const { keyword, name, words, bodies, redirects } = node;
  const doubt = shell.doubt ?? `it stands in \`${keyword}\`: whether and how often it runs is only known at run time`;
  const at = addConstruct(shell, `${keyword} …`);
  shell.facts.doubt(at, `what \`${keyword}\` does is only known at run time`);
  if (isForkLoop(node)) shell.facts.forbid(at, 'it starts commands over and over and waits for none: a fork bomb');
  const values = words.flatMap((word) => expandWord(word, expandingIn(shell, at)));
  const inner = forkShell(shell, { doubt });
  if (name !== undefined) inner.variables.set(name, values.length === 1 ? likely(values[0] as Word) : undefined);
  const rounds = keyword === 'for' && name !== undefined && values.length > 1 ? values.slice(0, 20) : [undefined];
  for (const [count, value] of rounds.entries()) {
    shell.spent.rounds += 1;
    // Loops in loops would multiply.
    if (count > 0 && shell.spent.rounds > maxRounds) break;
    const round = forkShell(inner);
    if (name !== undefined && value !== undefined) round.variables.set(name, value.matches?.[0] ?? likely(value));
    for (const body of bodies) walkScript(body, round, inputOf(redirects, shell) ?? input);
    if (round.cwd !== shell.cwd) loseFolder(shell, round.cwd ?? round.likelyCwd);
  }
  walkRedirects(redirects, shell);
  forbidReverseShell(at, shell);
}

function walkFunction(node: FunctionNode, shell: Shell): void {
  const at = addConstruct(shell, `${node.name}()`);
  shell.facts.doubt(at, `it defines the function \`${node.name}\``);
  if (isForkBomb(node)) shell.facts.forbid(at, `\`${node.name}\` starts itself over and over: a fork bomb`);
  const inner = forkShell(shell, { doubt: `it stands in the function \`${node.name}\`` });
  inner.functions.set(node.name, undefined);
  walkNode(node.body, inner, noInput);
  shell.functions.set(node.name, inner.cwd === shell.cwd ? undefined : (inner.cwd ?? inner.likelyCwd));
  walkRedirects(node.redirects, shell);
}
