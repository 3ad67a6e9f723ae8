import type { PlanContext } from '../tool/context.js';
import type { PlanResult } from '../tool/plan.js';
import type { ToolTraits } from '../tool/tool.js';

/** A tool as far as it tells what it would do: policy can be asked about it, no session offers it. */
export interface PlannedTool<Args = never> extends ToolTraits {
  plan(args: Args, ctx: PlanContext): PlanResult | Promise<PlanResult>;
}
