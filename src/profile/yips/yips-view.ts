import type { FromSchema } from '../../schema/json-schema.js';
import type { ParametersSchema } from '../../tool/define-tool.js';
import { fail } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { type ToolView, viewTool } from '../../tool/view-tool.js';

/** What an action gives: text, and values beside it. */
export interface YipsValue {
  readonly output: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface YipsView<P extends ParametersSchema, Result>
  extends Pick<ToolView<P>, 'name' | 'description' | 'parameters' | 'toArguments'> {
  /** Numbers in quotes are taken by skills alone. */
  readonly kind: 'tool' | 'skill';
  /** Also of the data of a failure, where it has some: of these anything may be missing. */
  toValue(result: Result, args: FromSchema<P>): YipsValue;
}

/** A built-in tool as an action of Yips. */
export const yipsView = <const P extends ParametersSchema, Result>(
  tool: Tool,
  { kind, toValue, ...view }: YipsView<P, Result>,
): Tool =>
  viewTool<P>(tool, {
    ...view,
    coerces: kind === 'skill',
    toResult: toValue,
    toFailure: (failure, args) =>
      failure.data === undefined
        ? failure
        : fail(failure.errorType, failure.message, toValue(failure.data as Result, args)),
    ...yipsShown,
  });

/** How an action is shown, whatever made it. */
export const yipsShown = {
  show: ({ output }: YipsValue) => output,
  details: ({ metadata }: YipsValue) => metadata,
};

/** A blank path means the working zone itself. */
export const pathOr = (path: string | undefined, otherwise = '.'): string => {
  const trimmed = path?.trim() ?? '';
  return trimmed === '' ? otherwise : trimmed;
};

/** What a call asks for, within its limits: the metadata of its result tells what was taken. */
export const within = (given: number | undefined, { usual, least = 1, most }: Bounds): number =>
  Math.min(most, Math.max(least, given ?? usual));

export interface Bounds {
  readonly usual: number;
  readonly least?: number;
  readonly most: number;
}

export const integer = ({ usual, most }: Bounds) =>
  ({ type: 'integer', minimum: 1, description: `Default ${usual}, at most ${most}.` }) as const;
