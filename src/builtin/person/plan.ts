import { defined } from '../../base/defined.js';
import { plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Review } from '../../tool/port.js';
import type { TodoPort } from '../../tool/todo.js';
import { withIds } from '../todo/todo-update.js';
import { traits } from '../traits.js';

export interface PlanToolOptions {
  /** `manual`: a person decides. `auto`: it counts as accepted, and the mode stays what it is. */
  readonly review?: 'manual' | 'auto';
}

const parameters = objectOf({
  title: { type: 'string', minLength: 1, maxLength: 200 },
  steps: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 500 }, minItems: 1, maxItems: 50 },
  'notes?': { type: 'string', maxLength: 8000 },
});

const result = objectOf({
  verdict: { type: 'string', enum: ['accepted', 'changed'] },
  /** The mode the session is in by now; absent when nobody was asked. */
  'mode?': { type: 'string' },
  /** What the person wants otherwise. */
  'comment?': { type: 'string' },
  steps: { type: 'integer' },
});

type Proposal = FromSchema<typeof parameters>;
type Result = FromSchema<typeof result>;

export const planTool = createPlanTool();

/** A tool that puts a plan to the person; with their yes its steps are the todos. */
export function createPlanTool({ review = 'manual' }: PlanToolOptions = {}) {
  return defineTool({
    ...traits.askThePerson,
    name: 'plan',
    title: 'Propose a plan',
    description:
      'Proposes a plan to the user, who accepts, rejects or changes it; its steps then are your todos. For work of several steps, before you change anything, and always in mode plan, which only the user can leave.',
    category: 'Planning',
    parameters,
    result,
    plan: ({ title, steps }) =>
      [title, ...steps].some((text) => text.trim() === '')
        ? fail('validation_failed', 'The title or a step is empty. Say what each step does.')
        : { facts: [], preview: { kind: 'arguments' } },
    async run(proposal, ctx): Promise<Result | ToolFailure> {
      const { steps } = proposal;
      const said: Decided | ToolFailure = review === 'auto' ? unasked : await ctx.ask.review(renderPlan(proposal));
      if (isFailure(said)) return said;
      if (said.verdict === 'changed') return { verdict: 'changed', comment: said.text, steps: steps.length };
      if (ctx.todos !== undefined) become(steps, ctx.todos);
      return { verdict: 'accepted', steps: steps.length, ...defined({ mode: said.mode }) };
    },
    show,
    display: ({ verdict, mode, comment = '', steps }) =>
      verdict === 'accepted'
        ? `accepted, ${plural(steps, 'step')}${mode === undefined ? '' : `, mode ${mode}`}`
        : `to be changed: ${comment}`,
  });
}

/** The mode is not known where nobody was asked. */
type Decided = Review | { readonly verdict: 'accepted'; readonly mode?: undefined };

const unasked: Decided = { verdict: 'accepted' };

/** A step that was a todo before stays what it was. */
function become(steps: readonly string[], list: TodoPort): void {
  const wanted = steps.map((step) => ({ content: step.trim(), status: 'pending' as const }));
  list.change(withIds(wanted, list.todos));
}

function renderPlan({ title, steps, notes }: Proposal): string {
  const numbered = steps.map((step, at) => `${at + 1}. ${step.trim().replaceAll('\n', '\n   ')}`);
  return [title.trim(), ...numbered, ...(notes === undefined ? [] : [notes.trim()])].join('\n');
}

function show({ verdict, mode, comment }: Result): string {
  if (verdict === 'changed')
    return `The person wants the plan changed: ${comment}\nDo not carry it out. Propose it again with that.`;
  if (mode === 'plan') return 'The plan was accepted. The mode still is plan: only reading is allowed, do no more.';
  const now = mode === undefined ? '' : ` The mode is ${mode}.`;
  return `The plan was accepted, and its steps are your todos.${now} Carry them out in order, and keep their status with update_task.`;
}
