import type { Clock } from '../base/clock.js';
import type { BackgroundPort } from './background.js';
import type {
  AskPort,
  BlobPort,
  ChangePlanPort,
  ChangePort,
  LogPort,
  ProcessPort,
  SessionPort,
  WorkspacePort,
} from './port.js';

/** What a plan may use: everything here reads, nothing changes anything. */
export interface PlanContext {
  readonly session: SessionPort;
  readonly workspace: WorkspacePort;
  readonly change: ChangePlanPort;
  readonly blobs: Pick<BlobPort, 'read' | 'size'>;
  readonly process: Pick<ProcessPort, 'sandboxed' | 'env'>;
  /** Absent where nothing goes on after its call. */
  readonly background?: Pick<BackgroundPort, 'find' | 'list'> | undefined;
  readonly clock: Clock;
  readonly log: LogPort;
  readonly signal: AbortSignal;
  /** The most characters the model will read of this call's result. */
  readonly resultLimit: number;
}

/** What a run may use. */
export interface RunContext extends PlanContext {
  readonly change: ChangePort;
  readonly blobs: BlobPort;
  readonly process: ProcessPort;
  readonly background?: BackgroundPort | undefined;
  readonly ask: AskPort;
  /** Output as it comes, for whoever watches; never stored. */
  progress(text: string): void;
}
