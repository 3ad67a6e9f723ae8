import type { PlanContext, RunContext } from '../../tool/context.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Capability } from '../../tool/tool.js';

/** What the kinds of implementation differ in. */
export interface MadeParts {
  readonly capabilities: readonly Capability[];
  readonly timeoutMs: number;
  plan(args: object, ctx: PlanContext): Promise<PlanResult>;
  run(args: object, ctx: RunContext, carry: unknown): unknown;
}
