import type { CommandContext } from './command-context.js';
import type { Facts } from './facts.js';

/** What is known of the shell at one point of a script. */
export interface Shell {
  readonly context: CommandContext;
  readonly facts: Facts;
  /** Undefined once a `cd` leads where only the run can tell. */
  cwd: string | undefined;
  /** Where it would most likely be when `cwd` is not known. For the search for harm only, never for a proof. */
  likelyCwd?: string | undefined;
  /** The folder as `cd` named it, when links led to `cwd`: `cd ..` goes by the name. */
  namedCwd?: string | undefined;
  /** Variables the script has set: their value, or undefined when that is only known at run time. */
  readonly variables: Map<string, string | undefined>;
  /** Functions the script defines, and where they lead when they move. */
  readonly functions: Map<string, string | undefined>;
  /** Links the script makes, by their paths, and where they lead: see `made-links.ts`. */
  readonly links: Map<string, string>;
  /** How many shells and wrappers this one stands in. */
  readonly depth: number;
  /** Why nothing that runs here is proved, in words. */
  readonly doubt: string | undefined;
  /** Counts over the whole analysis: what is beyond a limit is not proved. */
  readonly spent: { commands: number; names: number; rounds: number };
}

/** The path from the folder the shell is in. */
export const absolutePath = (path: string, { cwd }: Pick<Shell, 'cwd'>): string =>
  path.startsWith('/') ? path : `${cwd}/${path}`;

/** Whether a path depends on a folder that is only known at run time. */
export const isLost = (path: string, { cwd }: Pick<Shell, 'cwd'>): boolean =>
  cwd === undefined && !path.startsWith('/');

/** From here on the folder is only known at run time. */
export function loseFolder(shell: Shell, likely: string | undefined = shell.cwd ?? shell.likelyCwd): void {
  shell.cwd = undefined;
  shell.namedCwd = undefined;
  shell.likelyCwd = likely;
}

/** What one shell did to the folder of another that it stands for. */
export function takeFolder(shell: Shell, from: Shell): void {
  shell.cwd = from.cwd;
  shell.namedCwd = from.namedCwd;
  shell.likelyCwd = from.likelyCwd;
}

/** A shell of its own, as `( … )`, a part of a pipe and `$( … )` have: what it changes ends with it. */
export function forkShell(shell: Shell, over: Partial<Pick<Shell, 'depth' | 'doubt' | 'cwd'>> = {}): Shell {
  const named = over.cwd === undefined ? shell.namedCwd : undefined;
  return {
    ...shell,
    variables: new Map(shell.variables),
    functions: new Map(shell.functions),
    namedCwd: named,
    ...over,
  };
}
