import type { TodoWords } from '../history/render-todos.js';
import type { LoopRules } from '../run/guard/loop-rules.js';
import type { Order } from '../run/schedule.js';
import type { Exposure } from '../tool/catalog/exposure.js';
import type { ToolResult } from '../tool/outcome.js';
import type { ApprovalStyle } from './approval-style.js';
import type { Instructions } from './instructions.js';
import type { TurnLimits } from './limits.js';
import type { Recovery } from './recovery.js';

/** How an agent behaves, as data: one engine runs every profile. */
export interface Profile {
  readonly name: string;
  readonly limits: TurnLimits;
  /** When calls count as a loop; they are not watched when absent. */
  readonly loops?: LoopRules;
  readonly order: Order;
  /** Which definitions requests carry; those of all tools when absent. */
  readonly exposure?: Exposure;
  /** File names of standing instructions, looked for in the workspace and the folders above it. */
  readonly instructionFiles: readonly string[];
  /** The folder below which files of skills are mounted, by name; they are read where they lie when absent. */
  readonly skillMount?: string;
  /** How a person is asked for approvals. */
  readonly approval: ApprovalStyle;
  /** What becomes of calls an earlier process left open; as policy says when absent. */
  readonly recovery?: Recovery;
  /** How requests that go on after calls tell the model its todos; they do not when absent. */
  readonly todoInjection?: TodoWords;
  /** The words a model reads a result in. */
  renderResult(result: ToolResult): string;
  renderSystem(scene: Scene): string;
}

/** How much a profile lets be done, and when it sees a loop. */
export type ProfileLimits = Pick<Profile, 'limits' | 'loops'>;

/** What the system message tells of the surroundings. */
export interface Scene {
  readonly workspace: string;
  readonly mode: string;
  /** The outermost first: what comes later counts where they differ. */
  readonly instructions: readonly Instructions[];
}
