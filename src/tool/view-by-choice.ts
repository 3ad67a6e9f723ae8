import type { FromSchema } from '../schema/json-schema.js';
import type { ParametersSchema } from './define-tool.js';
import { isFailure, type ToolFailure } from './outcome.js';
import type { PlanResult } from './plan.js';
import type { Tool, ToolTraits } from './tool.js';
import { undeclaredPlan } from './undeclared-plan.js';

/** Several tools under one name: what a call gives chooses which of them it is a call of. */
export interface ChoiceView<P extends ParametersSchema>
  extends Pick<ToolTraits, 'category' | 'group'>,
    Partial<Pick<ToolTraits, 'help' | 'alsoIn' | 'dangerous'>> {
  readonly name: string;
  readonly description: string;
  readonly parameters: P;
  /** The one of the tools that is meant, which takes the arguments as they are; or why none is. */
  choose(args: FromSchema<P>): Tool | ToolFailure;
}

/** Calls are planned, judged and run as calls of the tool that they choose; for all of them the strictest traits hold. */
export function viewByChoice<const P extends ParametersSchema>(tools: readonly Tool[], view: ChoiceView<P>): Tool {
  const { choose, ...traits } = view;
  const chosen = (args: never): Tool | ToolFailure => choose(args as FromSchema<P>);
  const [first] = tools;
  return {
    help: undefined,
    dangerous: tools.some(({ dangerous }) => dangerous),
    ...traits,
    title: view.name,
    result: undefined,
    source: 'builtin',
    ...(first !== undefined && { viewOf: first.viewOf ?? first.name }),
    capabilities: [...new Set(tools.flatMap(({ capabilities }) => capabilities))],
    effects: effects.findLast((effect) => tools.some((tool) => tool.effects === effect)) ?? 'none',
    idempotent: tools.every(({ idempotent }) => idempotent),
    concurrency: tools.every(({ concurrency }) => concurrency === 'parallel') ? 'parallel' : 'exclusive',
    limits: longest(tools),
    plan(args, ctx): PlanResult | Promise<PlanResult> {
      const tool = chosen(args);
      if (isFailure(tool)) return tool;
      return tool.plan === undefined ? undeclaredPlan(tool) : tool.plan(args, ctx);
    },
    mayRepeat(args) {
      const tool = chosen(args);
      return !isFailure(tool) && (tool.mayRepeat?.(args) ?? tool.idempotent);
    },
    run(args, ctx, carry) {
      const tool = chosen(args);
      return isFailure(tool) ? tool : tool.run(args, ctx, carry);
    },
  };
}

const effects = ['none', 'workspace', 'outside'] as const;

/** Where one has no time of its own, neither has the whole. */
function longest(tools: readonly Tool[]): ToolTraits['limits'] {
  const times = tools.flatMap(({ limits: { timeoutMs } }) => timeoutMs ?? []);
  return times.length === 0 ? {} : { timeoutMs: Math.max(...times) };
}
