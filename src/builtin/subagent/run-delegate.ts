import { cutStart, firstLine } from '../../base/text.js';
import { checkerFor } from '../../schema/check.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import type { ChildEnd } from '../../tool/child.js';
import type { RunContext } from '../../tool/context.js';
import type { SpokenMessage } from '../../tool/model-port.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { DelegateArguments, DelegateResult } from './delegate-schema.js';
import { noChildren } from './no-children.js';
import { parseResult } from './parse-result.js';

/** What a view may say and no model can. */
interface ViewArguments {
  /** See `ChildOrder`. */
  readonly scope?: string;
}

export async function runDelegate(
  args: DelegateArguments & ViewArguments,
  ctx: RunContext,
): Promise<DelegateResult | ToolFailure> {
  const { children } = ctx;
  if (children === undefined) return noChildren;
  const schema = args.result_schema as LooseSchema | undefined;
  const wrong = schema === undefined ? undefined : await checkSchema(schema);
  if (wrong !== undefined) return wrong;
  const notes: string[] = [];
  const child = await children.start({
    index: 0,
    title: firstLine(args.prompt, 80),
    agent: args.agent,
    tools: args.allowed_tools,
    rounds: args.rounds,
    scope: args.scope,
    prompt: () => childPrompt({ ...args, context: args.context ?? 'none', schema }, ctx, notes),
    ...(schema !== undefined && { correct: (text: string) => correct(text, schema) }),
  });
  if (isFailure(child)) return child;
  const end = await children.wait(child.id, { onNews: (line) => ctx.progress(`${line}\n`) });
  if (end === 'running') return fail('timeout', 'It goes on: list_subtasks tells how it ends.');
  return resultOf({ agent: child.agent, warnings: [...child.warnings, ...notes] }, end, schema);
}

/** What it is told when it did not answer as it was to. */
async function correct(text: string, schema: LooseSchema): Promise<string | undefined> {
  const { warnings } = await parseResult(text, schema);
  if (warnings.length === 0) return undefined;
  return `${warnings.join(' ')} Say your answer again, as only JSON that fits the schema, without a fence.`;
}

async function resultOf(
  told: { readonly agent: string; readonly warnings: readonly string[] },
  end: ChildEnd,
  schema: LooseSchema | undefined,
): Promise<DelegateResult | ToolFailure> {
  const { status, text, rounds, calls, message } = end;
  const { agent } = told;
  if (status !== 'done' && status !== 'limit') {
    const type = status === 'cancelled' ? 'cancelled' : 'internal_error';
    const says = `The subagent ${agent} did not finish (${status}). ${message ?? ''}`.trimEnd();
    return fail(type, says, { agent, status, rounds, calls, ...(text !== '' && { text }) });
  }
  const more = message === undefined ? [] : [message];
  const parsed = schema === undefined || status !== 'done' ? undefined : await parseResult(text, schema);
  const warnings = [...told.warnings, ...more, ...(parsed?.warnings ?? [])];
  return {
    agent,
    status,
    rounds,
    calls,
    ...(parsed === undefined
      ? { text: text === '' ? 'It completed without saying anything.' : text }
      : { data: parsed.data }),
    ...(warnings.length > 0 && { warnings }),
  };
}

async function checkSchema(schema: LooseSchema): Promise<ToolFailure | undefined> {
  if (JSON.stringify(schema).length > maxSchema)
    return fail('validation_failed', `result_schema is longer than ${maxSchema} characters. Give a simpler one.`);
  try {
    await checkerFor(schema);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('validation_failed', `result_schema is no JSON Schema: ${firstLine(why, 200)}. Correct it.`);
  }
}

const maxSchema = 20_000;

type ContextKind = 'none' | 'summary' | 'full';

interface Wanted {
  readonly prompt: string;
  readonly context: ContextKind;
  readonly schema?: LooseSchema | undefined;
}

/** Of a longer conversation the end is handed on. */
const maxFull = 60_000;
const maxSummarized = 40_000;
const summaryTokens = 800;
const summaryMs = 60_000;

/** What a subagent is told: what it is to do, and what it may know of the conversation it comes from. */
async function childPrompt(wanted: Wanted, ctx: RunContext, notes: string[]): Promise<string> {
  const { prompt, context, schema } = wanted;
  const told = context === 'none' ? '' : await contextOf(context, ctx, notes);
  const parts = [
    ...(told === ''
      ? []
      : [`What was said before, for your information:\n<conversation>\n${withoutTags(told)}\n</conversation>`]),
    prompt,
    ...(schema === undefined
      ? []
      : [`Your last message is only JSON that fits this JSON Schema, without a fence:\n${JSON.stringify(schema)}`]),
  ];
  return parts.join('\n\n');
}

/** Nothing that was said ends it before its end. */
const withoutTags = (text: string): string => text.replaceAll(/<(?=\/?conversation)/gi, '‹');

async function contextOf(context: 'summary' | 'full', ctx: RunContext, notes: string[]): Promise<string> {
  const { model } = ctx;
  const said = model?.recent(200) ?? [];
  if (model === undefined || said.length === 0) return '';
  if (context === 'full') {
    const text = rendered(said);
    if (text.length > maxFull)
      notes.push(`The conversation is longer than ${maxFull} characters: its end was handed on.`);
    return cutStart(text, maxFull);
  }
  const summary = await model.ask({
    system:
      'Sum up this conversation for somebody who takes over a part of the work: what is wanted, what was found out and decided, which files matter. At most 300 words. Nothing else.',
    messages: [{ role: 'user', text: cutStart(rendered(said), maxSummarized) }],
    maxTokens: summaryTokens,
    timeoutMs: summaryMs,
    signal: ctx.signal,
  });
  if (!isFailure(summary)) return summary.text;
  notes.push(`The conversation could not be summed up, and its end was handed on: ${summary.message}`);
  return cutStart(rendered(said), 4000);
}

const rendered = (said: readonly SpokenMessage[]): string =>
  said.map(({ role, text }) => `${role === 'user' ? 'Person' : 'Model'}: ${text}`).join('\n\n');
