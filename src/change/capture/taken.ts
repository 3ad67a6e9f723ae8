import type { Fact } from '../../tool/fact.js';
import type { BlobPort } from '../../tool/port.js';
import type { Version } from '../../tool/version.js';
import type { Scope } from './capture-scope.js';
import type { Before } from './find-changes.js';
import type { HeldPlace } from './held-places.js';
import type { ScanOptions } from './scan-scope.js';

/** What a capture holds, in memory and on disk. */
export interface Taken {
  readonly callId: string;
  readonly scope: Scope;
  readonly before: Before;
  /** The facts of a confined command that may do more than they say: protected paths that these do not name are put back. */
  readonly guarded?: readonly Fact[] | undefined;
  /** Where what is found is somebody else's doing. */
  readonly held?: readonly HeldPlace[] | undefined;
  /** Why nothing but protected paths is kept. */
  readonly missing?: string | undefined;
  /** What other calls changed while the command ran, by path: as the last of them left it. */
  readonly others?: ReadonlyMap<string, Version> | undefined;
}

export type LookOptions = Pick<ScanOptions, 'root' | 'mode' | 'own'>;

export interface EndOptions extends LookOptions {
  /** Where the copies lie. */
  readonly folder: string;
  readonly blobs: Pick<BlobPort, 'read' | 'write' | 'writer'>;
  /** What was touched later is not the command's; absent: it has ended just now. */
  readonly untilMs?: number;
}
