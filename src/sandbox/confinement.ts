import type { Followed, Words } from './follow.js';

/** What a process may see and do: the plan that every backend carries out. */
export interface Confinement {
  /** The file system, from the root on; what comes later lies above what came before. */
  readonly mounts: readonly Mount[];
  /** Links in empty places, where the real ones have some that are needed. */
  readonly links?: readonly PlacedLink[];
  /** What is made, empty, before it starts, so that an allowed write has a place; taken away again when nothing came of it. */
  readonly made?: readonly MadePlace[];
  /** A real path. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Hosts it may reach through the proxy, as rules name them; none: there is no network at all. */
  readonly hosts: readonly string[];
  readonly limits: ProcessLimits;
  /** The workspace hands its group on to what is made in it, and folders may be marked to do so too. */
  readonly sharedGroup?: true;
}

/** One place of the file system, by its real path. */
export interface Mount {
  readonly path: string;
  readonly as:
    | 'read'
    | 'write'
    /** Private, empty and writable; gone when the process ends. */
    | 'empty'
    /** Nothing of it can be seen, and nothing put there. */
    | 'hidden';
  /** Of a hidden place: it is no folder. */
  readonly file?: true;
  /** It is a place of its own even where it only repeats what holds around it, so that it cannot be renamed away. */
  readonly pinned?: true;
}

export interface PlacedLink {
  readonly path: string;
  readonly to: string;
}

export interface MadePlace {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** For the process and all it starts. */
export interface ProcessLimits {
  readonly processes: number;
  readonly memoryMb: number;
  /** Of one file. */
  readonly fileMb: number;
  readonly openFiles: number;
}

/** A program that is to be started as its confinement says. */
export interface ConfinedStart {
  readonly confinement: Confinement;
  readonly words: Words;
  readonly request: Followed;
  readonly stdin: 'ignore' | 'pipe';
  /** Where the proxy listens on this machine, for what has no network of its own. */
  readonly proxyPort?: number;
}
