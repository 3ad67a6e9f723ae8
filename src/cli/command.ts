import type { Host } from './host.js';

/** What a value is, for completion: shells complete files and folders by their own means. */
export type ValueKind =
  | 'file'
  | 'folder'
  | 'env'
  | 'session'
  | 'model'
  | 'server'
  | 'profile'
  | 'setting'
  | 'setting-value';

/** What may stand as a value. */
interface ValueSpec {
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  /** Values worth offering where others are taken too. */
  readonly offers?: readonly string[];
  readonly kind?: ValueKind;
  /** May be given more than once; of an argument, which is then the last: as often as one likes. */
  readonly many?: boolean;
}

/** One option of a command. Without `value` it is a switch. */
export interface OptionSpec extends ValueSpec {
  readonly name: string;
  readonly short?: string;
  /** What the value is called in the help. */
  readonly value?: string;
  readonly help: string;
}

/** One argument of a command, by its place. */
export interface ArgumentSpec extends ValueSpec {
  /** What it is called in the help. */
  readonly name: string;
  readonly required: boolean;
}

/** One command, as the parser, the help, the manual page and the shells know it. */
export interface CommandSpec {
  /** The words that select it, two at most; empty for the chat. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Further paragraphs of its help. A line that begins with a space stands as it is, every other one is filled. */
  readonly notes?: readonly string[];
  /** Whether its help lists the exit codes: scripts go by them. */
  readonly exits?: boolean;
  /** Loaded only when the command is run. */
  load(): Promise<Runner>;
}

/** The same as the table is written: most commands take no arguments. */
export type CommandEntry = Omit<CommandSpec, 'arguments' | 'options'> &
  Partial<Pick<CommandSpec, 'arguments' | 'options'>>;

/** Every command, and what all of them understand. */
export interface CommandTable {
  readonly commands: readonly CommandSpec[];
  /** For programs: understood, and told to nobody. */
  readonly hidden: readonly CommandSpec[];
  readonly everywhere: readonly OptionSpec[];
}

/** Does the work of a command and answers the exit code. */
export type Runner = (invocation: Invocation, host: Host) => Promise<number>;

/** A command line that was understood. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** The value of an option, the last one given; undefined when it was not given. */
  text(name: string): string | undefined;
  /** Every value of an option, in the order they were given. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}
