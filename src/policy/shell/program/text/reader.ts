import { type OptionSpec, placed, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, Program, Reach } from '../../program.js';
import { literal, type Word } from '../../word.js';

/** A program that reads files and prints, told by its options. `--help` and `--version` are known of all. */
export interface ReaderSpec extends OptionSpec {
  /** Options with a value that is a file it reads. */
  readonly reads?: string;
  /** Options with a value that is a file it writes. */
  readonly writes?: string;
  /** Options, listed above with their kind, that make it do what facts cannot tell, with the reason. */
  readonly odd?: Readonly<Record<string, string>>;
  /** What operands are; files when absent. */
  readonly operands?: 'files' | 'text';
  /** How many operands come before the files: a text to search, say. */
  readonly leading?: number | ((read: ReadOptions) => number);
  /** It goes into folders: always, or with one of these options. */
  readonly deep?: true | string;
  /** Options with which it goes where links below the folders lead. */
  readonly follows?: string;
  /** Options with which it reads hidden files below the folders too. */
  readonly hidden?: string;
  /** It shows names, kinds and dates, and nothing that files hold. */
  readonly namesOnly?: true;
  /** What it reads when no file is named; standard input when absent. */
  readonly otherwise?: string;
  /** What else there is to report. */
  readonly also?: (read: ReadOptions, doing: EffectSink) => void;
}

/** Makes the program of its spec. */
export function reader(spec: ReaderSpec): Program {
  const options: OptionSpec = {
    ...spec,
    flags: joined(spec.flags, '--help --version'),
    values: joined(spec.values, spec.reads, spec.writes),
  };
  return (args, doing) => reportReading(readOptions(args, options, doing), spec, doing);
}

/** A program that prints and touches no file, whatever its operands. */
export const printer = (spec: Omit<ReaderSpec, 'operands'> = {}): Program => reader({ ...spec, operands: 'text' });

/** A program whose options and operands can do nothing at all. */
export const inert: Program = () => {};

/** Reads each of these files. `-` is the standard input. */
export function readFiles(files: readonly Word[], doing: EffectSink, options: Reach = {}): void {
  for (const file of files) if (file.text !== '-') doing.read(file, options);
}

function reportReading(read: ReadOptions, spec: ReaderSpec, doing: EffectSink): void {
  readFiles(read.valuesOf(spec.reads), doing);
  for (const file of read.valuesOf(spec.writes)) if (file.text !== '-') doing.write(file);
  for (const [names, note] of Object.entries(spec.odd ?? {})) if (read.has(names)) doing.unknown(note);
  spec.also?.(read, doing);
  if (spec.operands === 'text' || read.has('--help --version')) return;
  const leading = typeof spec.leading === 'function' ? spec.leading(read) : (spec.leading ?? 0);
  const files = leading === 0 ? read.operands : placed(read.operands, doing).slice(leading);
  const deep = spec.deep === true || read.has(spec.deep);
  const named = files.length === 0 && spec.otherwise !== undefined ? [literal(spec.otherwise)] : files;
  const followsLinks = deep && read.has(spec.follows);
  readFiles(named, doing, {
    ...(deep && { deep }),
    ...(followsLinks && { followsLinks }),
    ...(deep && read.has(spec.hidden) && { hidden: true }),
    ...(spec.namesOnly && { namesOnly: true }),
  });
}

const joined = (...lists: readonly (string | undefined)[]): string => lists.map((list) => list ?? '').join(' ');
