export const factKinds = ['read', 'write', 'delete', 'move', 'exec', 'net', 'process', 'secret', 'env'] as const;

export type FactKind = (typeof factKinds)[number];

/** One thing a call would do. Policy judges facts, never tool names. */
export interface Fact {
  readonly kind: FactKind;
  /** A path (relative when inside the workspace), a command, a host, a variable: whatever the kind is about. */
  readonly target: string;
  /** Where the target lies; `nowhere` for what has no place (a clock, a host). */
  readonly where: 'workspace' | 'outside' | 'nowhere';
  /** False when the target is only settled at run time; `note` then says which part is not known. */
  readonly known: boolean;
  readonly note?: string;
  /** The path as it was named, when links lead from it to the target. */
  readonly via?: string;
  /** What people and models call the target, where that is another name: `private:/x`. */
  readonly named?: string;
  /** All below the target as well. */
  readonly deep?: boolean;
  /** Of `write` by a command: what lies there already; absent where nothing does. */
  readonly over?: 'file' | 'folder';
  /** Of `read`: only names, kinds and dates are seen, not what files hold. */
  readonly namesOnly?: boolean;
  /** Of `read`: the model shall follow what it says. Asked about, in every mode but `auto`. */
  readonly instructs?: boolean;
  /** Of `read`: nobody vouches for what it says; it taints. */
  readonly untrusted?: boolean;
  /** Of `exec`: it was proved that the other facts tell all that the command does. */
  readonly proved?: boolean;
  /** Of `exec`: the program and its arguments; null where a word is only known at run time. */
  readonly words?: readonly (string | null)[];
  /** Of `exec`: the words are all there is to the command: a rule that covers them covers what it does. */
  readonly plain?: boolean;
  /** Of `exec`: code that stands in the command is run, and was not looked into. */
  readonly inline?: boolean;
  /** The place, in the list of facts, of the `exec` whose doing this is; -1 for what the shell itself does (`> file`). */
  readonly by?: number;
  /** What would happen could not be read at all: asked about in every mode. */
  readonly unread?: boolean;
  /** The sandbox kept an earlier run of the call from it: no mode alone allows it then. */
  readonly refused?: boolean;
  /** Of `process`: it goes on after the session. Asked about each time, in every mode. */
  readonly lasting?: boolean;
  /** Never legitimate, whatever the target is (a reverse shell, say): denied in every mode. */
  readonly forbidden?: boolean;
}

/** Whether two plans touch the same things, in the same order. */
export function sameFacts(a: readonly Fact[], b: readonly Fact[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((fact, index) => sameFact(fact, b[index]));
}

function sameFact(a: Fact, b: Fact | undefined): boolean {
  if (b === undefined || a.kind !== b.kind || a.target !== b.target || a.where !== b.where) return false;
  return comparedFlags.every((flag) => a[flag] === b[flag]);
}

const comparedFlags = [
  ...(['known', 'via', 'deep', 'over', 'namesOnly', 'instructs', 'untrusted', 'proved', 'inline', 'unread'] as const),
  ...(['refused', 'lasting', 'forbidden'] as const),
];

/** Whether the other facts tell all that the commands among these do; so it is too where there is no command. */
export const areProved = (facts: readonly Fact[]): boolean =>
  facts.every(({ kind, proved }) => kind !== 'exec' || proved === true);

/** Whether the facts prove that nothing becomes another: all that is done is known, and all of it reads. */
export const changesNothing = (facts: readonly Fact[]): boolean =>
  facts.length > 0 && facts.every(({ kind, proved }) => (kind === 'exec' ? proved === true : readers.has(kind)));

const readers: ReadonlySet<FactKind> = new Set(['read', 'secret', 'env']);
