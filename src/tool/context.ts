import type { Clock } from '../base/clock.js';
import type { BackgroundPort } from './background.js';
import type { ChildPort } from './child.js';
import type { CuratorPort } from './curator.js';
import type { ModelPort } from './model-port.js';
import type { NetPlanPort, NetPort } from './net.js';
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
import type { StepPort } from './step.js';
import type { TerminalPort } from './terminal.js';
import type { TodoPort } from './todo.js';

/** What a plan may use: everything here reads, nothing changes anything. */
export interface PlanContext {
  readonly session: SessionPort;
  readonly workspace: WorkspacePort;
  readonly change: ChangePlanPort;
  readonly blobs: Pick<BlobPort, 'read' | 'size'>;
  readonly process: Pick<ProcessPort, 'sandboxed' | 'env'>;
  /** Absent where nothing goes on after its call. */
  readonly background?: Pick<BackgroundPort, 'find' | 'list' | 'keeping'> | undefined;
  /** Absent where there are no terminals. */
  readonly terminals?: Pick<TerminalPort, 'find' | 'list'> | undefined;
  readonly net: NetPlanPort;
  /** The file that is open at the host, as its path was given; undefined when none is, or the host does not tell. */
  readonly activeFile?: string | undefined;
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
  readonly terminals?: TerminalPort | undefined;
  readonly net: NetPort;
  readonly ask: AskPort;
  /** Absent where no model can be asked. */
  readonly model?: ModelPort | undefined;
  /** Absent where files are not curated. */
  readonly curator?: CuratorPort | undefined;
  /** Absent where nothing can be delegated. */
  readonly children?: ChildPort | undefined;
  /** Absent where no list is kept. */
  readonly todos?: TodoPort | undefined;
  /** Calls of other tools; absent where a tool may make none. */
  readonly steps?: StepPort | undefined;
  /** Output as it comes, for whoever watches; never stored. */
  progress(text: string): void;
}
