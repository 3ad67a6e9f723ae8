import type { Json } from '../../../base/json.js';
import { cutEnd } from '../../../base/text.js';
import { parseTrusted } from '../../../base/trusted-json.js';
import type { Carry } from '../../message.js';
import type { ModelFailure, StopReason, Usage } from '../../model.js';
import { answerFailures, gaveUp } from '../answer-failure.js';
import { type AnswerPart, carryOf, type Held } from '../answer-parts.js';
import { isObject, nonEmpty, tokens } from '../wire.js';
import { aiSdkApi } from './from-ai-sdk-prompt.js';

/** What a finish reason means: version 3 gives the provider's own word beside the SDK's, version 2 only the SDK's. */
export function stopOf(finishReason: unknown, calls: number): StopReason | ModelFailure {
  const raw = isObject(finishReason) ? nonEmpty(finishReason['raw']) : undefined;
  const reason = isObject(finishReason) ? finishReason['unified'] : finishReason;
  switch (reason) {
    case 'length':
      return calls > 0 ? answerFailures.cutByLimit : 'length';
    case 'content-filter':
      return 'refused';
    case 'stop':
    case 'tool-calls':
      return calls > 0 ? 'calls' : 'answered';
    case 'other':
      // Without a word of the provider it means that none came: the stream broke off.
      if (isObject(finishReason) && raw === undefined) return answerFailures.cut;
      return calls > 0 ? 'calls' : 'answered';
    case 'error':
      return gaveUp(`finish reason ${cutEnd(raw ?? 'error', 80)}`);
    default:
      return answerFailures.cut;
  }
}

export function usageOf(usage: unknown): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { inputTokens: read, outputTokens: written } = usage;
  const cached = tokens(isObject(read) ? read['cacheRead'] : usage['cachedInputTokens']);
  const thought = tokens(isObject(written) ? written['reasoning'] : usage['reasoningTokens']);
  const input = tokens(isObject(read) ? read['total'] : read);
  const output = tokens(isObject(written) ? written['total'] : written);
  if (input === 0 && output === 0) return undefined;
  return {
    // Some providers of version 2 count what a cache held apart.
    inputTokens: cached > input ? input + cached : input,
    outputTokens: output,
    ...(cached > 0 && { cachedInputTokens: cached }),
    ...(thought > 0 && { reasoningTokens: thought }),
  };
}

/** Reasoning goes back to its own model even when nothing is held with it: some want it beside their calls. */
export function carryFor(parts: readonly AnswerPart[], model: string): Carry | undefined {
  const kept = parts.filter(({ kind, length, held }) => kind === 'call' || length > 0 || held !== undefined);
  const of = { api: aiSdkApi, model };
  if (kept.some(({ kind }) => kind === 'reasoning')) return { ...of, value: kept as unknown as Json };
  return carryOf(kept, of);
}

/** A provider's metadata as plain JSON, so that it can be kept; what cannot be written as such is none. */
export function heldOf(metadata: unknown): { readonly value: Held; readonly length: number } | undefined {
  if (!isObject(metadata) || Array.isArray(metadata)) return undefined;
  try {
    const text = JSON.stringify(metadata);
    const value = parseTrusted(text);
    return isObject(value) && text !== '{}' ? { value: value as Held, length: text.length } : undefined;
  } catch {
    return undefined;
  }
}

/** What a provider warns of, in words: a setting or a tool it does not know. */
export function warningWords(warning: unknown): string | undefined {
  if (!isObject(warning)) return undefined;
  const { type, feature, setting, tool, details, message } = warning;
  const about = nonEmpty(feature) ?? nonEmpty(setting) ?? (isObject(tool) ? nonEmpty(tool['name']) : undefined);
  const words = [nonEmpty(message) ?? [nonEmpty(type), about].join(' ').trim(), nonEmpty(details)];
  const said = words.filter((word) => word !== undefined && word !== '').join(': ');
  return said === '' ? undefined : cutEnd(said, 300);
}
