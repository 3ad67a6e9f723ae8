import type { FromSchema } from '../schema/json-schema.js';
import type { PlanContext } from './context.js';
import type { ParametersSchema } from './define-tool.js';
import { isFailure, type ToolFailure } from './outcome.js';
import type { PlanResult } from './plan.js';
import type { Tool, ToolTraits } from './tool.js';
import { undeclaredPlan } from './undeclared-plan.js';

type Shown = Pick<Tool, 'show' | 'display' | 'details' | 'images'>;

type ShownTraits =
  | 'title'
  | 'help'
  | 'category'
  | 'alsoIn'
  | 'group'
  | 'limits'
  | 'dangerous'
  | 'concurrency'
  | 'coerces';

/**
 * A tool in another name and shape. Only what differs needs saying; it can do nothing that the tool itself cannot. What a
 * view says of a result is in its own shape, where `toResult` gives it one.
 */
export interface ToolView<P extends ParametersSchema> extends Partial<Pick<ToolTraits, ShownTraits>>, Shown {
  readonly name: string;
  readonly description: string;
  readonly parameters: P;
  /** The arguments as the tool wants them, which its own schema would let through; or why they cannot be used. */
  toArguments(args: FromSchema<P>, ctx: ViewContext): Readonly<Record<string, unknown>> | ToolFailure;
  /** The result in the shape of the view; the tool's own when absent. */
  toResult?(result: never, args: FromSchema<P>): unknown;
  /** A failure of the tool in the words of the view, whether it was planned or run; as it is when absent. */
  toFailure?(failure: ToolFailure, args: FromSchema<P>): ToolFailure;
}

/** What a tool gives where it does not fail. */
export type ResultOf<T> = T extends Tool<never, infer Value> ? Exclude<Value, ToolFailure> : never;

export type ViewContext = Pick<PlanContext, 'session' | 'workspace'>;

/** Shows a tool under another name: calls of the view are planned, judged and run as calls of the tool. */
export function viewTool<const P extends ParametersSchema>(tool: Tool, view: ToolView<P>): Tool {
  const { toArguments, toResult, toFailure, show, display, details, images, ...traits } = view;
  const { plan, mayRepeat, run, show: _show, display: _display, details: _details, ...rest } = tool;
  const { images: _images, enclosures: _enclosures, result, ...own } = rest;
  const isSame = toResult === undefined;
  const given = (args: never, ctx: ViewContext) => toArguments(args as FromSchema<P>, ctx);
  const told = <Value>(value: Value, args: never): Value | ToolFailure =>
    isFailure(value) && toFailure !== undefined ? toFailure(value, args as FromSchema<P>) : value;
  return {
    ...own,
    title: traits.name,
    ...traits,
    help: traits.help,
    viewOf: tool.viewOf ?? tool.name,
    result: isSame ? result : undefined,
    plan(args, ctx): PlanResult | Promise<PlanResult> {
      const mapped = given(args, ctx);
      if (isFailure(mapped)) return mapped;
      const planned = plan === undefined ? undeclaredPlan(tool) : plan.call(tool, mapped as never, ctx);
      return planned instanceof Promise ? planned.then((known) => told(known, args)) : told(planned, args);
    },
    ...(mayRepeat !== undefined && {
      // What was called is known by its arguments alone here: one that needs its surroundings to tell is not repeated.
      mayRepeat(args: never) {
        const mapped = given(args, nowhere);
        return !isFailure(mapped) && mayRepeat.call(tool, mapped as never);
      },
    }),
    async run(args, ctx, carry) {
      const mapped = given(args, ctx);
      if (isFailure(mapped)) return mapped;
      const value = await run.call(tool, mapped as never, ctx, carry);
      return isSame || isFailure(value) ? told(value, args) : toResult(value as never, args as FromSchema<P>);
    },
    ...(isSame && shownOf(tool)),
    ...present({ show, display, details, images }),
  } as Tool;
}

const shownOf = ({ show, display, details, images, enclosures }: Tool): Partial<Tool> =>
  present({ show, display, details, images, enclosures });

const present = (functions: Readonly<Record<string, unknown>>): Partial<Tool> =>
  Object.fromEntries(Object.entries(functions).filter(([, one]) => one !== undefined));

const nowhere = {} as ViewContext;
