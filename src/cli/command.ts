import type { Host } from './host.js';

/** One option of a command. Without `value` it is a switch. */
export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  /** What the value is called in the help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly help: string;
}

/** One command, as the parser and the help know it. */
export interface CommandSpec {
  /** The words that select it; empty for the chat. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
  readonly options: readonly OptionSpec[];
  /** Further paragraphs of its help. */
  readonly notes?: readonly string[];
  /** Loaded only when the command is run. */
  load(): Promise<Runner>;
}

/** Does the work of a command and answers the exit code. */
export type Runner = (invocation: Invocation, host: Host) => Promise<number>;

/** A command line that was understood. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** The value of an option; undefined when it was not given. */
  text(name: string): string | undefined;
  flag(name: string): boolean;
}
