import { wordsOf } from '../../../../base/words.js';
import { type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import { likely, literal, type Word } from '../../word.js';
import { type OperandKind, reportOperand } from './operand.js';
import { asksSignature, type Reach, repositoryDoubts } from './repository-state.js';
import { type GitSite, pathIn, settledText } from './site.js';

/** A subcommand that only reads, with the options for which that is so. */
export interface ReaderSpec extends OptionSpec {
  readonly reach: Reach;
  /** What operands are; those behind `--` are paths. `none`: names that lead to no file. */
  readonly operands: 'paths' | 'revisions' | 'none';
  readonly shows?: 'content' | 'names';
  /** Options that make it show content. */
  readonly showing?: string;
  /** Options whose value is a file that is read. */
  readonly reads?: string;
  /** Options whose value is a file that is written. */
  readonly writes?: string;
  /** Options that take a value unless they come last. */
  readonly lastBare?: string;
  /** Options whose value may begin with a dash; with `--`, what stands behind that may too. */
  readonly dashes?: string;
  /** The first operand is a pattern, unless one of these options gives it. */
  readonly pattern?: string;
  /** Options whose value is a range of lines with the file they are in: `10,20:src/a.ts`. */
  readonly ranges?: string;
  /** Options that make it read all below its operands, tracked or not. */
  readonly deepens?: string;
}

/** One that reaches names of refs and objects only, and whose operands lead to no file. */
export const refsOnly = (spec: Omit<ReaderSpec, 'reach' | 'operands'> = {}): ReaderSpec => ({
  ...spec,
  reach: 'refs',
  operands: 'none',
});

/** Reports what a reader does with these arguments; answers how they were read. */
export function reportReader(args: readonly Word[], spec: ReaderSpec, site: GitSite): ReadOptions {
  const { doing } = site;
  // `git status -h` alone prints its usage.
  if (args.length === 1 && args[0]?.text === '-h' && args[0].splits !== true) return readOptions([], spec, doing);
  const read = readOptions(withoutBareEnd(args, spec), spec, doing);
  checkWords(args, { spec, read, site });
  checkFormats(read, site);
  for (const value of read.valuesOf(spec.reads)) doing.read(pathIn(site, value));
  for (const value of read.valuesOf(spec.writes)) doing.write(pathIn(site, value));
  reportOperands(args, { spec, read, site });
  reportState(site, read.operands.some((word) => word.text?.includes(':') === true) ? 'content' : spec.reach);
  return read;
}

/** Reports what the repository itself makes of reading it. */
export function reportState(site: GitSite, reach: Reach): void {
  const { doing, folder, repository, command } = site;
  if (folder === undefined) {
    doing.unknown('the folder git runs in, and with it the repository, is only known at run time');
    return;
  }
  for (const path of repository.outside) doing.read(literal(path));
  for (const note of repositoryDoubts(doing.context, { repository, command, reach })) doing.unknown(note);
}

interface Reading {
  readonly spec: ReaderSpec;
  readonly read: ReadOptions;
  readonly site: GitSite;
}

/** The arguments without an option at their end that takes no value there. */
export function withoutBareEnd(args: readonly Word[], { lastBare }: ReaderSpec): readonly Word[] {
  const last = args.at(-1);
  return last?.text !== undefined && wordsOf(lastBare).includes(last.text) ? args.slice(0, -1) : args;
}

/**
 * Where we and git disagree on which option takes a value, a word that we take for a value or a path may be an option
 * to git. So none of those may begin with a dash.
 */
function checkWords(args: readonly Word[], { spec, read, site }: Reading): void {
  const { doing } = site;
  const free = wordsOf(spec.dashes);
  const suspect = [
    ...read.given.filter(({ name }) => !free.includes(name)).flatMap(({ value }) => (value ? [value] : [])),
    ...(free.includes('--') ? [] : read.operands),
  ];
  for (const word of args) {
    if (word.splits === true) doing.unknown(`${word.source} may become several words`);
    const text = likely(word);
    const dashed = text.startsWith('-') ? text !== '-' : text === '' && settledText(word) === undefined;
    if (dashed && suspect.includes(word)) doing.unknown(`git may take ${word.source} for an option`);
  }
}

function checkFormats(read: ReadOptions, { doing }: GitSite): void {
  for (const value of read.valuesOf('--format --pretty --group --sort')) {
    if (value.text === undefined) doing.unknown(value.note ?? `the format ${value.source} is only known at run time`);
    else if (asksSignature(value.text) || /^-?\*?signature/.test(value.text))
      doing.unknown(`the format ${value.text} makes git run gpg`);
  }
}

function reportOperands(args: readonly Word[], { spec, read, site }: Reading): void {
  if (spec.operands === 'none') return;
  const end = args.findIndex(({ text }) => text === '--');
  const behind = new Set(end === -1 ? [] : args.slice(end + 1));
  const content = (spec.shows ?? 'content') === 'content' || read.has(spec.showing);
  const kind: Omit<OperandKind, 'revisions'> = {
    shows: content ? 'content' : 'names',
    deep: read.has(spec.deepens),
  };
  const patterned = spec.pattern !== undefined && !read.has(spec.pattern);
  const operands = patterned ? read.operands.slice(1) : read.operands;
  if (kind.deep === true && operands.length === 0)
    site.doing.read(pathIn(site, literal('.')), { deep: true, hidden: true });
  for (const range of read.valuesOf(spec.ranges))
    reportOperand(tailOf(range), { shows: 'content', revisions: false }, site);
  for (const word of operands)
    reportOperand(word, { ...kind, revisions: spec.operands === 'revisions' && !behind.has(word) }, site);
}

const tailOf = ({ text, source }: Word): Word => ({ text: text?.slice(text.lastIndexOf(':') + 1), source });
