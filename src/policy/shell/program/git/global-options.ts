import { basename, isAbsolute, join, resolve } from 'node:path';
import { defined } from '../../../../base/defined.js';
import { wordSet } from '../../../../base/words.js';
import type { EffectSink } from '../../program.js';
import type { Word } from '../../word.js';
import { literal } from '../../word.js';
import { isHarmlessSetting, normalName } from './config-name.js';
import { isInside } from './repository.js';
import { settledText } from './site.js';

/** What stands before the subcommand. */
export interface GlobalOptions {
  /** The subcommand and what follows it. */
  readonly rest: readonly Word[];
  /** The folder after every `-C`; undefined when only known at run time. */
  readonly folder: string | undefined;
  /** What `--git-dir` names. */
  readonly gitDir?: string;
}

const flags = wordSet(
  `-P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs
    --glob-pathspecs --noglob-pathspecs --icase-pathspecs`,
);

/** These say something and end git. */
const endings = wordSet('--version -v --exec-path --html-path --man-path --info-path');

/** Reads the options of git itself; undefined when nothing is left that could run. */
export function readGlobalOptions(args: readonly Word[], doing: EffectSink): GlobalOptions | undefined {
  const state: State = { doing, folder: doing.cwd, gitDir: undefined };
  let at = 0;
  while (at < args.length) {
    const word = args[at] as Word;
    const text = settledText(word);
    if (text === undefined || !text.startsWith('-')) break;
    if (endings.has(text)) return undefined;
    if (text === '-h' || text === '--help') {
      if (at + 1 < args.length) doing.unknown('what shows the help of git is named in its config');
      return undefined;
    }
    at += 1;
    if (!flags.has(text)) at += takeValue(text, args[at], state);
  }
  const { folder, gitDir } = state;
  return { rest: args.slice(at), folder, ...defined({ gitDir }) };
}

interface State {
  readonly doing: EffectSink;
  folder: string | undefined;
  gitDir: string | undefined;
}

/** Answers how many words beyond its own the option took. */
function takeValue(text: string, next: Word | undefined, state: State): number {
  const { doing } = state;
  if (text === '-C' || text === '-c') {
    if (next === undefined) return 0;
    if (text === '-C') moveTo(next, state);
    else takeSetting(next, doing);
    return 1;
  }
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const value = equals === -1 ? next : literal(text.slice(equals + 1));
  const took = equals === -1 ? 1 : 0;
  if (name === '--namespace') return took;
  if (name === '--git-dir') {
    takeGitDir(value, state);
    return took;
  }
  if (name === '--work-tree') {
    takeWorkTree(value, state);
    return took;
  }
  doing.unknown(`the option ${text} of git makes it run or read something else`);
  return ['--config-env', '--attr-source', '--super-prefix', '--shallow-file'].includes(name) ? took : 0;
}

function moveTo(word: Word, state: State): void {
  const text = settledText(word);
  if (text === undefined) {
    state.doing.read(word);
    state.folder = undefined;
    return;
  }
  if (text === '') return;
  state.folder = isAbsolute(text) ? resolve(text) : state.folder === undefined ? undefined : join(state.folder, text);
  if (state.folder !== undefined && !isInside(state.doing.context, state.folder))
    state.doing.read(literal(state.folder));
}

function takeGitDir(word: Word | undefined, state: State): void {
  const text = word === undefined ? undefined : settledText(word);
  if (text === undefined || state.folder === undefined) {
    state.doing.unknown('which repository --git-dir names is only known at run time');
    return;
  }
  state.gitDir = resolve(state.folder, text);
  if (basename(state.gitDir) !== '.git') state.doing.unknown('--git-dir names a repository with a config of its own');
}

function takeWorkTree(word: Word | undefined, { doing, folder }: State): void {
  const text = word === undefined ? undefined : settledText(word);
  if (text === undefined || folder === undefined) {
    doing.unknown('which files --work-tree names is only known at run time');
    return;
  }
  const path = resolve(folder, text);
  if (!isInside(doing.context, path)) doing.read(literal(path));
}

/** Settings whose value git hands to a shell. */
const scripts =
  /^(?:core\.(?:fsmonitor|pager|editor|sshcommand|askpass|alternaterefscommand)|sequence\.editor|pager\..+|diff\.external|diff\..+\.(?:command|textconv)|filter\..+\.(?:clean|smudge|process)|interactive\.difffilter|merge\..+\.driver|trailer\..+\.(?:cmd|command)|(?:diff|merge)tool\..+\.cmd|tar\..+\.command|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack))$/;

/** `-c name=value`; git takes a name without a value as true. */
export function takeSetting(word: Word, doing: EffectSink): void {
  const text = settledText(word);
  if (text === undefined) {
    doing.unknown(word.note ?? `the setting ${word.source} is only known at run time`);
    return;
  }
  const equals = text.indexOf('=');
  const name = normalName(equals === -1 ? text : text.slice(0, equals));
  const value = equals === -1 ? undefined : text.slice(equals + 1);
  if (isHarmlessSetting(name, value)) return;
  doing.unknown(`the setting ${name} can make git run or reach something else`);
  const script = value === undefined ? undefined : scriptOf(name, value);
  if (script !== undefined && script !== '') doing.script(literal(script));
}

/** What a setting makes git run, when that can be seen. */
function scriptOf(name: string, value: string): string | undefined {
  if (scripts.test(name)) return value;
  const shells =
    name.startsWith('alias.') || /^credential\.(?:.+\.)?helper$/.test(name) || /^submodule\..+\.update$/.test(name);
  return shells && value.startsWith('!') ? value.slice(1) : undefined;
}
