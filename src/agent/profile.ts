import type { RunLimits } from '../run/env.js';
import type { Order } from '../run/schedule.js';
import type { ToolResult } from '../tool/outcome.js';
import type { ApprovalStyle } from './approval-style.js';
import type { Instructions } from './instructions.js';

/** How an agent behaves, as data: one engine runs every profile. */
export interface Profile {
  readonly name: string;
  readonly limits: RunLimits & { readonly rounds: number };
  readonly order: Order;
  /** File names of standing instructions, looked for from the workspace upwards. */
  readonly instructionFiles: readonly string[];
  /** How a person is asked for approvals. */
  readonly approval: ApprovalStyle;
  /** The words a model reads a result in. */
  renderResult(result: ToolResult): string;
  renderSystem(scene: Scene): string;
}

/** What the system message tells of the surroundings. */
export interface Scene {
  readonly workspace: string;
  readonly mode: string;
  readonly instructions: Instructions | undefined;
}
