import { ToolwrightError } from '../base/error.js';
import type { FromSchema, JsonSchema, LooseSchema } from '../schema/json-schema.js';
import type { PlanContext, RunContext } from './context.js';
import type { ToolFailure } from './outcome.js';
import type { PlanResult } from './plan.js';
import type { Enclosure, ImageRef, Tool, ToolTraits } from './tool.js';

/** An object schema: the arguments of a call always are an object. */
export type ParametersSchema = JsonSchema & { readonly type: 'object' };

type ValueOf<R> = R extends JsonSchema ? FromSchema<R> : unknown;

/** With no result schema anything may be returned; one conditional type, so that `new Promise(…)` infers no narrower. */
type Returned<R> = R extends JsonSchema ? FromSchema<R> | ToolFailure | Promise<FromSchema<R> | ToolFailure> : unknown;

/** What `defineTool` is given. Only what differs from the defaults needs saying. */
export interface ToolSpec<P extends ParametersSchema, R extends JsonSchema | undefined, Carry>
  extends Partial<Omit<ToolTraits, 'name' | 'description' | 'parameters' | 'result'>> {
  readonly name: string;
  readonly description: string;
  readonly parameters: P;
  readonly result?: R;
  plan?(args: FromSchema<P>, ctx: PlanContext): PlanResult<Carry> | Promise<PlanResult<Carry>>;
  /** Of a tool that is not idempotent: whether this very call is. */
  mayRepeat?(args: FromSchema<P>): boolean;
  run(args: FromSchema<P>, ctx: RunContext, carry: Carry): Returned<R>;
  /** What the model reads of a result; JSON when absent. */
  show?(result: ValueOf<R>): string;
  /** What a person reads of a result; what the model reads when absent. */
  display?(result: ValueOf<R>): string;
  /** The pictures of a result, kept as blobs: a model that sees is shown them. */
  images?(result: ValueOf<R>): readonly ImageRef[];
  /** What else goes with a result, kept as blobs: clients of the MCP server get it, and a model reads what `show` tells. */
  enclosures?(result: ValueOf<R>): readonly Enclosure[];
}

const nameForm = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Makes a tool. The types of its arguments and its result follow from the schemas. */
export function defineTool<
  const P extends ParametersSchema,
  const R extends JsonSchema | undefined = undefined,
  Carry = undefined,
>(spec: ToolSpec<P, R, Carry>): Tool<FromSchema<P>, ValueOf<R> | ToolFailure> {
  if (!nameForm.test(spec.name)) {
    throw new ToolwrightError(
      'bad-tool',
      `The tool name ${JSON.stringify(spec.name)} cannot be used: start with a letter, then letters, digits, _ or -, at most 64.`,
    );
  }
  if ((spec.parameters as LooseSchema)['type'] !== 'object') {
    throw new ToolwrightError('bad-tool', `The parameters of ${spec.name} must be a schema of type object.`);
  }
  const effects = spec.effects ?? 'outside';
  return {
    title: spec.name,
    help: undefined,
    result: undefined,
    category: 'Custom',
    group: 'custom',
    source: 'custom',
    capabilities: [],
    dangerous: false,
    idempotent: effects === 'none',
    concurrency: effects === 'none' ? 'parallel' : 'exclusive',
    limits: {},
    ...spec,
    effects,
  } as unknown as Tool<FromSchema<P>, ValueOf<R> | ToolFailure>;
}
