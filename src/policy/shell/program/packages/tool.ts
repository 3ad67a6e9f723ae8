import { posix } from 'node:path';
import { wordsOf } from '../../../../base/words.js';
import { asksOnly } from '../../options.js';
import type { EffectSink, Program } from '../../program.js';
import { likely, literal, unknownWord, type Word } from '../../word.js';
import { mapWord } from '../files/path-word.js';

export interface Tool {
  /** What a person should know of it: where that is written which it runs. */
  readonly note: string;
  /** Spellings that only ask for the version; `--help` is harmless too. */
  readonly versions?: string;
  /**
   * Files and folders of the project that decide which program runs under the name, even when it is only asked for its
   * version or for help, parted by blanks. Of `package.json` only one that names a package manager does.
   */
  readonly steering?: string;
  /** The commands that fetch from elsewhere, parted by spaces: `*` for every use, `bare` for the name alone. */
  readonly fetches?: string;
  /** The commands behind which another command stands; `*` when it follows the name itself. */
  readonly runs?: string;
  /** How many words stand between such a command and the other one: `rustup run stable ls`. */
  readonly skips?: number;
  /** Options whose value is a file it reads. */
  readonly reads?: string;
}

/** A package or build tool: what it does is written in files of the project. */
export const tool =
  ({ note, versions = '--version', steering, fetches = '', runs = '', skips = 0, reads = '' }: Tool): Program =>
  (args, doing) => {
    if (asksOnly(args, `${versions} --help`)) {
      const file = findSteering(wordsOf(steering), doing);
      if (file !== undefined) doing.unknown(`which program answers is set by ${file} in the project`);
      return;
    }
    doing.unknown(note);
    const fetching = fetches.split(' ');
    if (fetching.includes('*') || fetching.includes(commandOf(args))) {
      doing.net(unknownWord('the hosts that packages come from'));
    }
    reportReads(args, wordsOf(reads), doing);
    reportRun(args, { runs: wordsOf(runs), skips }, doing);
  };

/** The first of these that lies in the folder or above it in the workspace; `?` when that cannot be told. */
function findSteering(steering: readonly string[], { cwd, context }: EffectSink): string | undefined {
  if (steering.length === 0) return undefined;
  if (cwd === undefined) return '?';
  for (const folder of foldersUpTo(context.root, cwd)) {
    for (const file of steering) {
      const path = posix.join(folder, file);
      const place = context.resolve(path);
      if ('kind' in place && place.kind === 'missing') continue;
      if (file !== 'package.json' || context.readText(path)?.includes('"packageManager"') !== false) return file;
    }
  }
  return undefined;
}

/** The folder and those above it, up to the workspace, or to the root when it lies outside. */
function foldersUpTo(root: string, folder: string): readonly string[] {
  const folders = [folder];
  let at = folder;
  while (at !== root && at !== '/' && folders.length < 128) {
    at = posix.dirname(at);
    folders.push(at);
  }
  return folders;
}

/** The first word that is neither an option nor the value of one. */
function commandOf(args: readonly Word[]): string {
  const at = args.findIndex(
    (word, index) => !likely(word).startsWith('-') && !takesValue.test(textAt(args, index - 1)),
  );
  return at === -1 ? 'bare' : textAt(args, at);
}

function reportReads(args: readonly Word[], options: readonly string[], doing: EffectSink): void {
  args.forEach((word, at) => {
    const text = word.text ?? '';
    const [name = '', ...joined] = text.split('=');
    const value = joined.length > 0 ? mapWord(word, (whole) => whole.slice(name.length + 1)) : args[at + 1];
    if (options.includes(name) && value !== undefined && value.text !== '-') doing.read(value);
  });
}

const takesValue =
  /^(-p|--package|-w|--workspace|-C|--prefix|--cwd|--dir|--filter|-F|-e|--env|-n|--name|--with|--from|--python|--spec|--project|--directory)$/;

/** `npx rimraf /`, `poetry run rm -rf /`: the other command is judged as if it stood by itself. */
function reportRun(
  args: readonly Word[],
  { runs, skips }: { readonly runs: readonly string[]; readonly skips: number },
  doing: EffectSink,
): void {
  const own = args.findIndex(
    (word, at) => likely(word) === 'toolwright' && /^(?:-.*|run|)$/.test(textAt(args, at - 1)),
  );
  if (own !== -1) doing.run(args.slice(own));
  const command = args.findIndex(({ text }) => text !== undefined && runs.includes(text));
  if (command === -1 && !runs.includes('*')) return;
  let at = command + 1;
  for (let text = textAt(args, at); text.startsWith('-') && text !== '--'; text = textAt(args, at)) {
    const value = args[at + 1];
    const calls = /^(-c|--call|--run|--command)$/.test(text);
    if (calls && value !== undefined) doing.script(value);
    at += calls || takesValue.test(text) ? 2 : 1;
  }
  const inner = args.slice(skips + (textAt(args, at) === '--' ? at + 1 : at));
  const [first, ...rest] = inner;
  // The version that is fetched is no part of the name: `npx rimraf@5 /`.
  if (first !== undefined) doing.run([mapWord(first, (text) => text.replace(/(.)@[^/@]*$/, '$1')), ...rest]);
}

const textAt = (args: readonly Word[], at: number): string => likely(args[at] ?? literal(''));
