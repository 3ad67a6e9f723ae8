import { eachName } from '../../base/words.js';
import type { CommandContext } from './command-context.js';
import type { Word } from './word.js';

/** What comes on the standard input of a command. */
export type Input =
  | { readonly kind: 'none' }
  /** From another command or a file; with its text where that is known. */
  | { readonly kind: 'piped'; readonly text?: string };

/** How far a program reads from a path on. */
export interface Reach {
  /** All below the folder. */
  readonly deep?: boolean;
  /** Of a folder: also the hidden files in it, tracked or not. */
  readonly hidden?: boolean;
  /** Also where links below it lead. */
  readonly followsLinks?: boolean;
  /** See `Fact`. */
  readonly namesOnly?: boolean;
}

/** What is reported of one command. Each method adds facts; nothing is ever done. */
export interface EffectSink {
  readonly context: CommandContext;
  /** The folder it runs in now; undefined after a `cd` that is only known at run time. */
  readonly cwd: string | undefined;
  readonly input: Input;
  /** Reads the file, or with `namesOnly` no more than a listing shows. */
  read(path: Word, options?: Reach): void;
  /** Makes or changes the file: its content, mode, owner or times. `leadsTo`: it becomes a link to that. */
  write(path: Word, options?: { readonly deep?: boolean; readonly leadsTo?: Word }): void;
  delete(path: Word, options?: { readonly deep?: boolean }): void;
  /** Takes the file away from here; the new place is a `write` of its own. */
  move(path: Word): void;
  /** Connects to a host: a URL, `host`, `host:port` or `user@host`. */
  net(address: Word): void;
  /** Signals or otherwise rules over other processes. */
  process(target: string): void;
  /** Shows or sends what is secret: a variable, a token, a keyring. */
  secret(name: string): void;
  /** Changes what later commands see or do: variables, aliases, limits, shell options. */
  env(name: string): void;
  /** Runs another command: these words, as a wrapper does. Judged in full, as if it stood by itself. */
  run(words: readonly Word[], options?: RunOptions): void;
  /** Runs text as a shell script, as `sh -c` and `eval` do. */
  script(text: Word, options?: RunOptions): void;
  /** The program does more than the facts tell (runs code, is steered by files, has an option we do not know). */
  unknown(note: string): void;
  /** The same of code that stands in the command itself, in a language that is not looked into. */
  inline(note: string): void;
  /** As `unknown`, and not even what it would run can be seen: asked about in every mode. */
  unread(note: string): void;
  /** Never legitimate, in any mode: a reverse shell, say. */
  forbid(note: string): void;
}

export interface RunOptions {
  readonly input?: Input;
  /** The folder it runs in; unchanged when absent, not known when null. */
  readonly cwd?: Word | null;
  /** The wrapper adds nothing a rule would have to know of (`timeout 5`, `nice`): a rule for the inner command holds. */
  readonly transparent?: boolean;
  /** It runs in this very shell (`command`, `eval`): the folder and the variables it sets stay set. */
  readonly here?: boolean;
  /** Variables set for it. */
  readonly assignments?: readonly Assignment[];
}

/** A variable that is set. */
export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

/** What a program does with these arguments. The default, until it says otherwise, is: nothing beyond its facts. */
export type Program = (args: readonly Word[], doing: EffectSink) => void;

/** By name; one that has several names stands under all of them, parted by blanks. */
export type ProgramTable = Readonly<Record<string, Program>>;

/** The programs of a table of what tells them apart, each made for its own name. */
export const programsOf = <Spec>(
  table: Readonly<Record<string, Spec>>,
  make: (spec: Spec, name: string) => Program,
): ProgramTable => Object.fromEntries(eachName(table).map(([name, spec]) => [name, make(spec, name)]));
