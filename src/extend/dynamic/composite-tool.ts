import { messageOf } from '../../base/error.js';
import { firstLine } from '../../base/text.js';
import { checkerFor } from '../../schema/check.js';
import { coerce } from '../../schema/coerce.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Registry } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';
import { fillValue, placeholdersOf, valuesOf } from '../declared/template.js';
import type { CompositeStep, MadeParts } from './definition.js';

interface CompositeContext {
  readonly name: string;
  readonly version: number;
  readonly registry: Pick<Registry, 'get'>;
}

const timeoutMs = 30 * 60_000;

/** A tool that calls others, one after another: each step is a call of its own, and the first that fails ends it. */
export function compositeParts(steps: readonly CompositeStep[], context: CompositeContext): MadeParts {
  const tools = steps.map(({ tool }) => context.registry.get(tool));
  return {
    capabilities: [...new Set(tools.flatMap((tool) => tool?.capabilities ?? []))],
    timeoutMs,
    plan: (args, ctx) => planSteps(steps, { args, ctx, ...context }),
    run: (args, ctx) => runSteps(steps, args, ctx),
  };
}

interface Planning extends CompositeContext {
  readonly args: object;
  readonly ctx: PlanContext;
}

/** What it touches is what its steps do, as far as that is known before they run. */
async function planSteps(steps: readonly CompositeStep[], planning: Planning): Promise<PlanResult> {
  const { registry, args, name, version } = planning;
  const facts: Fact[] = [];
  /** What steps will have answered. */
  const answers = new Set<string>();
  for (const [at, step] of steps.entries()) {
    const tool = registry.get(step.tool);
    if (tool === undefined)
      return fail(
        'not_found',
        `Step ${at + 1} calls ${step.tool}, which is not there any more. Update ${name}, or delete it.`,
      );
    const found = await stepFacts(step, tool, { ...planning, answers });
    answers.add('prev_output');
    if (step.label !== undefined) answers.add(step.label);
    const before = facts.length;
    facts.push(
      ...found.map((fact) => (fact.by === undefined || fact.by < 0 ? fact : { ...fact, by: fact.by + before })),
    );
  }
  const lines = steps.map(({ tool, arguments: given = {} }, at) => `${at + 1}. ${tool} ${JSON.stringify(given)}`);
  const head = `${name}, version ${version}: the model made it of these calls, with ${JSON.stringify(args)}`;
  const text = `${head}\n${lines.join('\n')}\nEach of them is decided about, and asked about, when it comes to it.`;
  return { facts, preview: { kind: 'text', text }, basis: `${name} ${version}` };
}

async function stepFacts(
  { arguments: template = {} }: CompositeStep,
  tool: Tool,
  { args, ctx, answers }: Planning & { readonly answers: ReadonlySet<string> },
): Promise<readonly Fact[]> {
  const values = valuesOf(args);
  if ([...placeholdersOf(template)].some((name) => answers.has(name)))
    return unknownFacts(tool, 'depends on what a step before it answers');
  if (tool.plan === undefined) return tool.effects === 'none' ? [] : unknownFacts(tool, 'is not told');
  try {
    const filled = fillValue(template, values);
    const check = await checkerFor(tool.parameters);
    const fits = check(filled).length === 0 ? filled : coerce(tool.parameters, filled).value;
    if (check(fits).length > 0) return unknownFacts(tool, 'is not known: its arguments do not fit');
    const planned = await tool.plan(fits as never, ctx);
    return isFailure(planned) ? unknownFacts(tool, 'is only known when it comes to it') : planned.facts;
  } catch (error) {
    return unknownFacts(tool, `is not known: ${firstLine(messageOf(error))}`);
  }
}

function unknownFacts(tool: Tool, why: string): readonly Fact[] {
  if (tool.effects === 'none' && tool.plan === undefined) return [];
  const kind = tool.effects === 'none' ? 'read' : 'write';
  const where = tool.effects === 'workspace' ? 'workspace' : 'outside';
  return [{ kind, target: tool.name, where, known: false, note: `what ${tool.name} touches ${why}` }];
}

export interface CompositeResult {
  /** What the last step answered. */
  readonly output: string;
  readonly steps: readonly { readonly tool: string; readonly call: string; readonly outcome: string }[];
}

async function runSteps(
  steps: readonly CompositeStep[],
  args: object,
  ctx: RunContext,
): Promise<CompositeResult | ToolFailure> {
  if (ctx.steps === undefined) return fail('internal_error', 'Tools cannot call tools here. Call its steps yourself.');
  const values = new Map(valuesOf(args));
  const done: { tool: string; call: string; outcome: string }[] = [];
  let output = '';
  for (const [at, { tool, arguments: template = {}, label }] of steps.entries()) {
    const filled = fillValue(template, values) as Readonly<Record<string, unknown>>;
    const { callId, outcome, errorType, text } = await ctx.steps.run({ tool, arguments: filled });
    done.push({ tool, call: callId, outcome });
    if (outcome !== 'ok') {
      const left = steps.length - at - 1;
      const rest = left === 0 ? '' : ` The ${left} after it were not run.`;
      const message = `Step ${at + 1} (${tool}) ended as ${outcome}: ${text}.${rest}`;
      return fail(errorType === 'none' ? 'internal_error' : errorType, message, { steps: done });
    }
    output = text;
    values.set('prev_output', output);
    if (label !== undefined) values.set(label, output);
  }
  return { output, steps: done };
}
