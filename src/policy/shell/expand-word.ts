import { defined } from '../../base/defined.js';
import { globMatches } from './glob-matches.js';
import { outputOf } from './known-output.js';
import { renderParts } from './render-word.js';
import type { Shell } from './shell.js';
import type { ListNode, WordNode, WordPart } from './syntax/ast.js';
import { likely, type Word } from './word.js';

/** What expanding needs of the walker: substitutions run commands. */
export interface Expanding {
  readonly shell: Shell;
  /** Judges a script that runs inside a word. */
  walk(script: ListNode): void;
  /** Something in the word runs code that cannot be seen. */
  unread(note: string): void;
}

/** Expands what was judged before, or is judged elsewhere. */
export const quietly = (shell: Shell): Expanding => ({ shell, walk: () => {}, unread: () => {} });

/**
 * The words one written word becomes: several by braces and by unquoted expansion. The text of a word is known only when
 * it is made of literals, patterns and what we set ourselves (`~`, `$HOME`, `$PWD`).
 */
export function expandWord(node: WordNode, expanding: Expanding): readonly Word[] {
  const branches = unfoldBraces(node.parts);
  const source = renderParts(node.parts);
  if (branches === undefined) {
    return [{ text: undefined, source, note: `\`${source}\` becomes too many words to look at` }];
  }
  return branches.flatMap((parts) => expandParts(parts, source, expanding));
}

/** The one word that an assignment, a redirection or a here-document makes: nothing is split or matched there. */
export function expandWhole(node: WordNode, expanding: Expanding): Word {
  const source = renderParts(node.parts);
  const draft = newDraft();
  for (const part of node.parts) addPart(part, [draft], { ...expanding, source, whole: true });
  return finish({ ...draft, glob: false, splits: false }, source, expanding.shell);
}

const maxBranches = 1000;

/** Each combination of the alternatives of braces, as bash makes words of them; undefined when there are too many. */
function unfoldBraces(parts: readonly WordPart[]): readonly (readonly WordPart[])[] | undefined {
  if (parts.every(({ type }) => type !== 'brace')) return [parts];
  let branches: (readonly WordPart[])[] = [[]];
  for (const part of parts) {
    const tails: readonly (readonly WordPart[])[] | undefined =
      part.type === 'brace' ? unfoldAlternatives(part.alternatives) : [[part]];
    if (tails === undefined || branches.length * tails.length > maxBranches) return undefined;
    branches = branches.flatMap((head) => tails.map((tail) => [...head, ...tail]));
  }
  return branches;
}

function unfoldAlternatives(
  alternatives: readonly (readonly WordPart[])[],
): readonly (readonly WordPart[])[] | undefined {
  const unfolded = alternatives.map(unfoldBraces);
  return unfolded.includes(undefined) ? undefined : unfolded.flatMap((one) => one ?? []);
}

/** A word as it grows. `text` is the guess as soon as `known` is false. */
interface Draft {
  text: string;
  known: boolean;
  note: string | undefined;
  glob: boolean;
  splits: boolean;
  /** The text with all that is not a pattern escaped, for matching file names. */
  pattern: string;
  /** Whether anything was quoted: an empty quoted word is a word. */
  quoted: boolean;
  /** See `Word`. */
  printed?: string | undefined;
}

const newDraft = (): Draft => ({
  text: '',
  known: true,
  note: undefined,
  glob: false,
  splits: false,
  pattern: '',
  quoted: false,
});

interface Adding extends Expanding {
  readonly source: string;
  /** Nothing is split. */
  readonly whole?: boolean;
}

function expandParts(parts: readonly WordPart[], source: string, expanding: Expanding): readonly Word[] {
  const drafts: Draft[] = [newDraft()];
  for (const part of parts) addPart(part, drafts, { ...expanding, source });
  return drafts
    .filter((draft) => draft.text !== '' || !draft.known || draft.quoted || parts.length === 0)
    .map((draft) => finish(draft, source, expanding.shell));
}

function finish(draft: Draft, source: string, shell: Shell): Word {
  const { text, known, note, glob, splits, pattern } = draft;
  if (!known) {
    const more = defined({ note, printed: draft.printed });
    return { text: undefined, source, guess: text, splits, ...more };
  }
  if (!glob) return { text, source };
  const matches = globMatches(pattern, shell);
  if (matches === undefined)
    return { text: undefined, source, guess: text, note: `what \`${source}\` matches is not known` };
  return { text, source, matches };
}

function addPart(part: WordPart, drafts: Draft[], adding: Adding): void {
  const draft = drafts[drafts.length - 1] as Draft;
  switch (part.type) {
    case 'text':
      append(draft, part.text);
      draft.quoted ||= part.quoted;
      return;
    case 'glob':
      draft.text += part.text;
      draft.pattern += part.text;
      draft.glob = true;
      return;
    case 'tilde':
      addTilde(part.user, draft, adding);
      return;
    case 'parameter':
      addParameter(part, drafts, adding);
      return;
    case 'brace':
      // Braces are unfolded before; in assignments they mean nothing.
      draft.text += renderParts([part]);
      draft.known = false;
      return;
    default:
      addUnknown(drafts, substituted(part, adding));
  }
}

/** What stands for the output of another command, or of arithmetic. */
function substituted(part: Extract<WordPart, { type: 'command' | 'process' | 'arithmetic' }>, adding: Adding): Unknown {
  const whole = adding.whole === true;
  if (part.type === 'arithmetic') {
    for (const inner of part.inner) expandWhole(inner, adding);
    if (/[[\]`]|\$\(/.test(part.source)) adding.unread(`the arithmetic in \`${adding.source}\` can run commands`);
    return { guess: '0', note: `\`${adding.source}\` is only known at run time`, quoted: whole };
  }
  adding.walk(part.body);
  if (part.type === 'process') {
    const printed = part.direction === '<' ? scriptOutput(part.body, adding) : undefined;
    return { guess: '/dev/fd/63', note: 'it is handed what another command prints', quoted: true, printed };
  }
  return {
    guess: (scriptOutput(part.body, adding) ?? '').replace(/\n+$/, ''),
    note: `the output of \`${renderParts([part])}\` is only known at run time`,
    quoted: part.quoted || whole,
  };
}

function addTilde(user: string, draft: Draft, { shell, source }: Adding): void {
  const home = shell.variables.has('HOME') ? undefined : shell.context.home;
  if (user !== '' || home === undefined) {
    draft.known = false;
    draft.note ??= `\`${source}\` is only known at run time`;
  }
  if (user === '') append(draft, shell.variables.get('HOME') ?? shell.context.home);
  else if (user === '+') append(draft, shell.cwd ?? '');
  else if (user === 'root') append(draft, '/root');
  else append(draft, /^[a-z_][a-z0-9_-]*$/i.test(user) ? `/home/${user}` : '');
}

function addParameter(part: Extract<WordPart, { type: 'parameter' }>, drafts: Draft[], adding: Adding): void {
  const { shell } = adding;
  const inner = part.inner.map((word) => expandWhole(word, adding));
  const draft = drafts[drafts.length - 1] as Draft;
  const quoted = part.quoted || adding.whole === true;
  const { name, operator, prefix } = part;
  if (prefix === '!' || /@[PA]$/.test(operator)) {
    adding.unread(`\`${renderParts([part])}\` turns text into code or names`);
  } else if (operator.startsWith('[') && !/^\[(@|\*|[0-9]+)\]/.test(operator)) {
    adding.unread(`the subscript in \`${renderParts([part])}\` can run commands`);
  }
  if (/^(?:\[[^\]]*\])?:?=/.test(operator)) shell.variables.set(name, undefined);
  const value = settled(name, shell);
  if (value !== undefined && operator === '' && prefix === '' && (quoted || /^[\w/.+-]+$/.test(value))) {
    append(draft, value);
    draft.quoted ||= part.quoted;
    return;
  }
  const guess = guessParameter(part, inner, shell);
  addUnknown(drafts, { guess, note: `\`${renderParts([part])}\` is only known at run time`, quoted });
}

/** The value of what we set ourselves, unless the script changes it. */
function settled(name: string, shell: Shell): string | undefined {
  if (shell.variables.has(name)) return undefined;
  if (name === 'HOME') return shell.context.home;
  return name === 'PWD' ? shell.cwd : undefined;
}

function guessParameter(
  { name, operator, prefix }: Extract<WordPart, { type: 'parameter' }>,
  inner: readonly Word[],
  shell: Shell,
): string {
  if (name === 'IFS' && !shell.variables.has(name)) return ' ';
  if (processNumbers.has(name)) return '1';
  const value =
    shell.variables.get(name) ?? (prefix === '' ? shell.context.env[name] : undefined) ?? settled(name, shell);
  const fallback = /^:?[-=+]/.test(operator) ? (inner[0]?.text ?? inner[0]?.guess ?? '') : '';
  if (operator.startsWith('+') || operator.startsWith(':+')) return fallback;
  return value ?? fallback;
}

/** Whose process it is does not matter: what one could do to any of them counts. */
const processNumbers = new Set(['PPID', 'BASHPID', '$', '!']);

interface Unknown {
  readonly guess: string;
  readonly note: string;
  readonly quoted: boolean;
  readonly printed?: string | undefined;
}

/** Unquoted text of unknown value may become several words: so does its guess. */
function addUnknown(drafts: Draft[], { guess, note, quoted, printed }: Unknown): void {
  const [first = '', ...rest] = quoted ? [guess] : guess.split(/[ \t\n]+/).slice(0, 100);
  const mark = (draft: Draft, text: string): void => {
    append(draft, text);
    draft.known = false;
    draft.note ??= note;
    draft.splits ||= !quoted;
    draft.printed = printed;
  };
  mark(drafts[drafts.length - 1] as Draft, first);
  for (const text of rest) {
    const next = newDraft();
    mark(next, text);
    drafts.push(next);
  }
}

/** Text that matches itself. */
function append(draft: Draft, text: string): void {
  draft.text += text;
  draft.pattern += text.replaceAll(/[\\*?[\]]/g, '\\$&');
}

/** What a script of one `echo`, `printf` or pipe prints; undefined when it is not that simple. For the search for harm. */
function scriptOutput(script: ListNode, expanding: Expanding): string | undefined {
  const [item, ...more] = script.items;
  if (item === undefined || more.length > 0) return undefined;
  const quiet: Expanding = { ...expanding, ...quietly(expanding.shell) };
  let said: string | undefined;
  for (const command of item.node.type === 'pipeline' ? item.node.commands : [item.node]) {
    if (command.type !== 'command') return undefined;
    const words = command.words.flatMap((word) => expandWord(word, quiet));
    const here = command.redirects.find(({ operator }) => operator === '<<<');
    const fed = here === undefined ? said : `${likely(expandWhole(here.target, quiet))}\n`;
    said = outputOf(words, fed === undefined ? { kind: 'none' } : { kind: 'piped', text: fed }, expanding.shell.cwd);
  }
  return said;
}
