import { messageOf } from '../../base/error.js';
import type { Mask } from '../../policy/secret/mask.js';
import { stepLimits } from '../../run/run-step.js';
import { checkerFor, renderIssues } from '../../schema/check.js';
import { isSchema } from '../../schema/is-schema.js';
import type { Tool } from '../../tool/tool.js';
import { httpProblem, httpSpecSchema } from '../declared/http-spec.js';
import { findUnknown, parameterNames } from '../declared/template.js';
import { takenNames } from '../declared/tool-name.js';
import {
  type CompositeStep,
  type Definition,
  definitionProperties,
  type Implementation,
  limits,
} from './definition.js';

export interface DefinitionContext {
  /** Every tool of the session but the one that is checked. */
  readonly others: readonly Pick<Tool, 'name'>[];
  /** Whether a step may call it; it is looked for again with each call. */
  hasTool(name: string): boolean;
  /** What is known of the tools that were made. */
  definitionOf(name: string): Definition | undefined;
  readonly mask: Pick<Mask, 'find'>;
}

const whole = {
  type: 'object',
  required: ['name', 'description', 'parameters', 'implementation'],
  additionalProperties: false,
  properties: definitionProperties,
} as const;

/** What is wrong with a definition; undefined when it can be used. The first thing found is told. */
export async function checkDefinition(definition: Definition, context: DefinitionContext): Promise<string | undefined> {
  const issues = (await checkerFor(whole))(definition);
  if (issues.length > 0) return renderIssues(issues);
  const { name, parameters, implementation } = definition;
  return (
    takenNames(context.others).problem(name) ??
    secretProblem(definition, context) ??
    (await schemaProblem(parameters)) ??
    foreignField(implementation) ??
    implementationProblem(definition, context)
  );
}

/** A definition is stored and told in many places, and read again masked: it would be another then. */
function secretProblem(definition: Definition, { mask }: DefinitionContext): string | undefined {
  const found = mask.find(JSON.stringify(definition));
  return found === undefined ? undefined : `it holds the secret ${found}: no secret can be part of a definition`;
}

/** A pattern can take for ever, and comparing each with each nearly so: who makes a tool could stop the session with one. */
const costly: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'uniqueItems', '$dynamicRef']);

async function schemaProblem(parameters: Definition['parameters']): Promise<string | undefined> {
  if (parameters['type'] !== 'object') return 'parameters must be a JSON Schema of type object';
  const size = JSON.stringify(parameters).length;
  if (size > limits.schema) return `parameters has ${size} characters: ${limits.schema} are the most`;
  const found = findCostly(parameters);
  if (found !== undefined) return `parameters cannot use ${found}: say it in the description`;
  try {
    await checkerFor(parameters);
    return undefined;
  } catch (error) {
    return `parameters is no JSON Schema: ${messageOf(error)}`;
  }
}

function findCostly(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const [key, value] of Object.entries(schema)) {
    // Below `properties` stand names, not keywords.
    const found =
      key === 'properties' && isSchema(value)
        ? Object.values(value).map(findCostly).find(Boolean)
        : costly.has(key)
          ? key
          : findCostly(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const fields: Readonly<Record<Implementation['kind'], readonly string[]>> = {
  script: ['language', 'source'],
  http: Object.keys(httpSpecSchema.properties),
  composite: ['steps'],
};
const needed = { script: ['language', 'source'], http: ['base_url'], composite: ['steps'] } as const;

function foreignField(implementation: Implementation): string | undefined {
  const { kind } = implementation;
  const foreign = Object.keys(implementation).find((key) => key !== 'kind' && !fields[kind].includes(key));
  if (foreign !== undefined) return `${foreign} does not belong to an implementation of kind ${kind}`;
  const missing = needed[kind].find((key) => !Object.hasOwn(implementation, key));
  return missing === undefined ? undefined : `an implementation of kind ${kind} needs ${missing}`;
}

function implementationProblem(definition: Definition, context: DefinitionContext): string | undefined {
  const { implementation, parameters } = definition;
  const known = parameterNames(parameters);
  if (implementation.kind === 'http') return httpProblem(implementation, known, context.mask);
  if (implementation.kind === 'composite') return compositeProblem(definition, implementation.steps, known, context);
  const bytes = Buffer.byteLength(implementation.source);
  if (bytes > limits.source) return `source has ${bytes} bytes: ${limits.source} are the most`;
  if (implementation.source.trim() === '') return 'source is empty';
  return implementation.source.includes('\0') ? 'source holds a NUL character' : undefined;
}

/** Those that make, change and remove tools: a tool does not make tools. */
const managers: ReadonlySet<string> = new Set(['tool_create', 'tool_update', 'tool_delete']);

function compositeProblem(
  definition: Definition,
  steps: readonly CompositeStep[],
  parameters: ReadonlySet<string>,
  context: DefinitionContext,
): string | undefined {
  const known = new Set(parameters);
  if (known.has('prev_output')) return 'no parameter can be named prev_output: that is what the step before answered';
  for (const [at, { tool, arguments: args, label }] of steps.entries()) {
    const step = `step ${at + 1}`;
    if (managers.has(tool)) return `${step} calls ${tool}, which only you can call`;
    if (tool === definition.name) return `${step} calls the tool itself`;
    if (!context.hasTool(tool)) return `${step} calls ${tool}, which is no tool here`;
    const unknown = findUnknown(args, at === 0 ? known : new Set([...known, 'prev_output']));
    if (unknown !== undefined)
      return `${step} has {{${unknown}}}, which is no parameter and no label of a step before it`;
    if (label === undefined) continue;
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(label))
      return `the label of ${step} must be a letter, then letters, digits, _ or -`;
    if (known.has(label) || label === 'prev_output') return `the label ${label} of ${step} is taken`;
    known.add(label);
  }
  return chainProblem(definition, context);
}

/** Tools that call each other in a circle, or too deep. */
function chainProblem(definition: Definition, { definitionOf }: DefinitionContext): string | undefined {
  const below = (one: Definition, path: readonly string[]): string | undefined => {
    if (path.includes(one.name)) return `it would call itself: ${[...path, one.name].join(' → ')}`;
    if (one.implementation.kind !== 'composite') return undefined;
    const chain = [...path, one.name];
    if (chain.length > stepLimits.depth) return `tools call tools only ${stepLimits.depth} deep: ${chain.join(' → ')}`;
    for (const { tool } of one.implementation.steps) {
      const next = tool === definition.name ? definition : definitionOf(tool);
      const problem = next === undefined ? undefined : below(next, chain);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return below(definition, []);
}
