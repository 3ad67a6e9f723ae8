import { defined } from '../../base/defined.js';
import { createPlanTool } from '../../builtin/person/plan.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Todo } from '../../tool/todo.js';
import type { Tool } from '../../tool/tool.js';
import { withWarnings } from './with-warnings.js';

/** A subagent plans, a person reviews where one is there, and the steps are kept. */
export const planView = (delegating: Tool): Tool =>
  defineTool({
    name: 'Plan',
    description:
      'Structured planning. Makes a plan for a request, has it reviewed, and gives its steps; resume goes on with one.',
    help: 'A subagent finds the steps, from request and context. The user reviews them; where nobody is there the plan counts as it is. With resume nothing is planned anew: completed names the steps that are done, counted from 1, and what is left is told.',
    category: 'Agent',
    alsoIn: ['agent.plan'],
    group: 'subtask',
    source: 'builtin',
    viewOf: 'plan',
    capabilities: delegating.capabilities,
    effects: 'none',
    concurrency: 'exclusive',
    limits: { timeoutMs: Number.POSITIVE_INFINITY },
    parameters: strictParameters(['request'], {
      request: { type: 'string', minLength: 1, maxLength: 20_000 },
      context: { type: 'string', maxLength: 50_000 },
      resume: { type: 'boolean', description: 'Default false.' },
      completed: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 50 },
    }),
    async run({ request, context, resume = false, completed = [] }, ctx) {
      if (resume) return goOn(completed, ctx);
      const made = await makePlan(delegating, { request, context }, ctx);
      if (isFailure(made)) return made;
      const reviewed = await review(made, ctx);
      if (isFailure(reviewed)) return reviewed;
      const { verdict, comment } = reviewed;
      return {
        title: made.title,
        steps: made.steps,
        review: ctx.ask.present ? 'manual' : 'auto',
        verdict,
        ...defined({ comment }),
        ...withWarnings(made.warnings),
      };
    },
  }) as Tool;

interface Made {
  readonly title: string;
  readonly steps: readonly string[];
  readonly warnings: readonly string[];
}

const planSchema = strictParameters(['title', 'steps'], {
  title: { type: 'string', minLength: 1, maxLength: 200 },
  steps: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 500 }, minItems: 1, maxItems: 50 },
});

interface Wish {
  readonly request: string;
  readonly context: string | undefined;
}

async function makePlan(delegating: Tool, { request, context }: Wish, ctx: RunContext): Promise<Made | ToolFailure> {
  const told = context === undefined ? '' : `\n\nWhat is known already:\n${context}`;
  const args = {
    prompt: `Plan this in steps that can be carried out one after the other. Look at what you need to know, and change nothing.\n\n${request}${told}`,
    mode: 'plan',
    result_schema: planSchema,
  };
  const answer = await delegating.run(args as never, ctx, undefined as never);
  if (isFailure(answer)) return answer;
  const { result, warnings = [] } = answer as { result: unknown; warnings?: readonly string[] };
  const { title, steps } = Object(result) as { title?: unknown; steps?: unknown };
  if (typeof title === 'string' && isSteps(steps)) return { title, steps, warnings };
  return fail(
    'parse_error',
    'The subagent gave no plan with a title and steps. Say the request in other words.',
    result,
  );
}

const isSteps = (steps: unknown): steps is readonly string[] =>
  Array.isArray(steps) && steps.length > 0 && steps.every((step) => typeof step === 'string' && step.trim() !== '');

async function review({ title, steps }: Made, ctx: RunContext) {
  const tool = createPlanTool({ review: ctx.ask.present ? 'manual' : 'auto' });
  const said = await tool.run({ title, steps: [...steps] }, ctx, undefined as never);
  return said as { readonly verdict: string; readonly comment?: string } | ToolFailure;
}

/** The steps of the plan that was accepted last, of which some are done by now. */
function goOn(completed: readonly number[], { todos }: RunContext): object {
  const before = todos?.todos ?? [];
  if (todos === undefined || before.length === 0)
    return fail('validation_failed', 'There is no plan to go on with. Call without resume to make one.');
  const list = before.map((todo, at): Todo => (completed.includes(at + 1) ? { ...todo, status: 'completed' } : todo));
  if (completed.length > 0) todos.change(list);
  const left = list.flatMap(({ status, content }, at) => (status === 'completed' ? [] : [{ step: at + 1, content }]));
  return { status: left.length === 0 ? 'completed' : 'resumed', total: list.length, left };
}
