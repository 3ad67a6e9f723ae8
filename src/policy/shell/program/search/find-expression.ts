import { wordsOf } from '../../../../base/words.js';
import { literal, type Word } from '../../word.js';

/** What one part of a `find` expression does beside choosing files. */
export type FindAction =
  | { readonly kind: 'read' | 'write'; readonly file: Word }
  | { readonly kind: 'delete' }
  /** `inFolder`: where the file lies (`-execdir`). `onlyFiles`: on plain files, no links. */
  | { readonly kind: 'run'; readonly command: readonly Word[]; readonly inFolder: boolean; readonly onlyFiles: boolean }
  | { readonly kind: 'unknown'; readonly note: string };

/** Reads the expression of `find`: all behind the start points. What is no known part of it is reported as such. */
export function parseFindExpression(words: readonly Word[]): readonly FindAction[] {
  const actions: FindAction[] = [];
  const choice: Choice = { depth: 0, files: false, doubtful: false, before: '' };
  let at = 0;
  while (at < words.length) {
    const word = words[at] as Word;
    const name = word.text ?? '';
    const command = runners.get(name);
    if (command !== undefined) {
      const end = commandEnd(words, at + 1);
      const inner = words.slice(at + 1, end === -1 ? undefined : end);
      actions.push({ kind: 'run', command: inner, inFolder: command === 'folder', onlyFiles: choice.files });
      if (end === -1) actions.push({ kind: 'unknown', note: `the command behind ${name} does not end` });
      at = end === -1 ? words.length : end + 1;
    } else {
      const part = partOf(name);
      actions.push(...actionsOf(word, part, words[at + 1]));
      follow(choice, name, words[at + 1]?.text);
      at += 1 + (part?.values ?? 0);
      if (at > words.length) actions.push({ kind: 'unknown', note: `${name} has no value` });
    }
    choice.before = name;
  }
  return choice.doubtful ? actions.map(withoutChoice) : actions;
}

/** Whether all that is found is surely a plain file, so that reading it follows no link: `-type f` for the whole. */
interface Choice {
  depth: number;
  files: boolean;
  /** There are alternatives to what was chosen, or links are followed. */
  doubtful: boolean;
  before: string;
}

function follow(choice: Choice, name: string, value: string | undefined): void {
  if (name === '(') choice.depth += 1;
  if (name === ')') choice.depth -= 1;
  if (name === '-follow' || (choice.depth <= 0 && ['-o', '-or', ','].includes(name))) choice.doubtful = true;
  const plain = choice.depth === 0 && choice.before !== '!' && choice.before !== '-not';
  if (name === '-type' && value === 'f' && plain) choice.files = true;
}

const withoutChoice = (action: FindAction): FindAction =>
  action.kind === 'run' ? { ...action, onlyFiles: false } : action;

const runners: ReadonlyMap<string, 'here' | 'folder'> = new Map([
  ['-exec', 'here'],
  ['-ok', 'here'],
  ['-execdir', 'folder'],
  ['-okdir', 'folder'],
]);

/** Where the part behind this one begins. */
export function afterFindPart(words: readonly Word[], at: number): number {
  const name = words[at]?.text ?? '';
  if (!runners.has(name)) return at + 1 + (partOf(name)?.values ?? 0);
  const end = commandEnd(words, at + 1);
  return end === -1 ? words.length : end + 1;
}

/** Where `;` stands, or `+` behind `{}`. */
function commandEnd(words: readonly Word[], start: number): number {
  return words.findIndex(
    ({ text }, at) =>
      at >= start && (text === ';' || (text === '+' && words[at - 1]?.text === '{}' && at - 1 >= start)),
  );
}

interface Part {
  readonly values: number;
  /** What its first value is. */
  readonly file?: 'read' | 'write';
  readonly action?: FindAction;
}

const parts: ReadonlyMap<string, Part> = new Map([
  ...list(
    '( ) ! , -not -a -and -o -or -daystart -follow -nowarn -warn -depth -d -mount -noleaf -xdev -ignore_readdir_race -noignore_readdir_race -empty -false -true -nouser -nogroup -readable -writable -executable -print -print0 -ls -prune -quit -help --help -version --version',
    { values: 0 },
  ),
  ...list(
    '-regextype -maxdepth -mindepth -amin -atime -cmin -ctime -context -fstype -gid -group -ilname -iname -inum -ipath -iwholename -iregex -links -lname -mmin -mtime -name -path -perm -regex -wholename -size -type -uid -used -user -xtype -printf -Bmin -Btime -flags',
    { values: 1 },
  ),
  ...list('-newer -anewer -cnewer -samefile -Bnewer -mnewer', { values: 1, file: 'read' }),
  ...list('-fprint -fprint0 -fls', { values: 1, file: 'write' }),
  ...list('-fprintf', { values: 2, file: 'write' }),
  ...list('-delete', { values: 0, action: { kind: 'delete' } }),
  ...list('-files0-from', {
    values: 1,
    file: 'read',
    action: { kind: 'unknown', note: 'where it starts is written in another file' },
  }),
]);

function list(names: string, part: Part): readonly (readonly [string, Part])[] {
  return wordsOf(names).map((name) => [name, part] as const);
}

function partOf(name: string): Part | undefined {
  const newer = /^-newer[aBcm]([aBcmt])$/.exec(name);
  if (newer === null) return parts.get(name);
  return newer[1] === 't' ? { values: 1 } : { values: 1, file: 'read' };
}

function actionsOf(word: Word, part: Part | undefined, value: Word | undefined): readonly FindAction[] {
  if (part === undefined)
    return [{ kind: 'unknown', note: `${word.text ?? word.source} is no part of a search that is known` }];
  return [
    ...(part.action === undefined ? [] : [part.action]),
    ...(part.file === undefined || value === undefined ? [] : [{ kind: part.file, file: value }]),
  ];
}

/** The command with `{}` replaced. */
export function withFound(command: readonly Word[], found: Word): readonly Word[] {
  return command.map((word) => {
    const { text } = word;
    if (text === '{}') return found;
    if (text === undefined || !text.includes('{}')) return word;
    const start = found.text ?? found.guess;
    if (found.text !== undefined) return literal(text.replaceAll('{}', found.text));
    return {
      text: undefined,
      source: word.source,
      note: found.note ?? 'it is only known at run time',
      ...(start !== undefined && { guess: text.replaceAll('{}', start) }),
    };
  });
}
