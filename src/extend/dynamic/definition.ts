import type { JsonSchema, LooseSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Capability } from '../../tool/tool.js';
import { type HttpSpec, httpSpecSchema } from '../declared/http-spec.js';

/** A tool that was made while a session runs. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: LooseSchema;
  readonly implementation: Implementation;
}

export type Implementation =
  | { readonly kind: 'script'; readonly language: Language; readonly source: string }
  | ({ readonly kind: 'http' } & HttpSpec)
  | { readonly kind: 'composite'; readonly steps: readonly CompositeStep[] };

const languages = ['bash', 'sh', 'python3', 'node'] as const;
export type Language = (typeof languages)[number];

export interface CompositeStep {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Later steps name what it answered by this. */
  readonly label?: string;
}

/** The version of a definition counts its updates, from 1. */
export interface VersionedDefinition {
  readonly version: number;
  readonly definition: Definition;
}

export const limits = { name: 64, description: 500, source: 65_536, schema: 20_000, steps: 20, tools: 50 } as const;

/** What the model writes of an implementation; what belongs to which kind is looked at by `checkDefinition`. */
const implementationSchema = {
  type: 'object',
  required: ['kind'],
  additionalProperties: false,
  description:
    'script: language and source; it reads the arguments as JSON from its input. http: base_url and more, {{param}} for arguments. composite: steps, which are calls of other tools, with {{param}}, {{prev_output}} and {{label}}.',
  properties: {
    kind: { enum: ['script', 'http', 'composite'] },
    language: { enum: languages },
    source: { type: 'string', maxLength: limits.source },
    ...httpSpecSchema.properties,
    steps: {
      type: 'array',
      minItems: 1,
      maxItems: limits.steps,
      items: objectOf({
        tool: { type: 'string', maxLength: limits.name },
        'arguments?': { type: 'object' },
        'label?': { type: 'string', maxLength: limits.name },
      }),
    },
  },
} as const satisfies JsonSchema;

export const definitionProperties = {
  name: { type: 'string', description: 'A letter, then letters, digits, _ or -, at most 64.' },
  description: { type: 'string', minLength: 1, maxLength: limits.description },
  parameters: { type: 'object', description: 'The JSON Schema of its arguments, of type object.' },
  implementation: implementationSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Beside a definition. */
export const exampleProperty = {
  type: 'object',
  description:
    'For a script: arguments it is tried with once, in a sandbox where it can only read; if it fails, there is no tool.',
} as const satisfies JsonSchema;

/** What the kinds of implementation differ in. */
export interface MadeParts {
  readonly capabilities: readonly Capability[];
  readonly timeoutMs: number;
  plan(args: object, ctx: PlanContext): Promise<PlanResult>;
  run(args: object, ctx: RunContext, carry: unknown): unknown;
}

/** What became of the tools that were made in a session: read again when it is gone on with. */
export type DynamicEvent =
  | { readonly type: 'tool-created'; readonly body: VersionedDefinition }
  | { readonly type: 'tool-updated'; readonly body: VersionedDefinition }
  | { readonly type: 'tool-deleted'; readonly body: { readonly name: string } };
