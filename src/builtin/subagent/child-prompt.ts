import { cutStart } from '../../base/text.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import type { RunContext } from '../../tool/context.js';
import type { SpokenMessage } from '../../tool/model-port.js';
import { isFailure } from '../../tool/outcome.js';

export type ContextKind = 'none' | 'summary' | 'full';

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
export async function childPrompt(wanted: Wanted, ctx: RunContext, notes: string[]): Promise<string> {
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
