import type { LanguageModelV3FinishReason, LanguageModelV3ToolCall } from '@ai-sdk/provider';
import { cutEnd } from '../../../base/text.js';
import { takeCallId } from '../../../dialect/call-id.js';
import type { DialectEvent, DialectProblem } from '../../../dialect/dialect.js';
import type { ToolCallsReading } from './tool-calls-reading.js';

type FoundCall = Extract<DialectEvent, { readonly type: 'call' }>;

/** How an answer ended: what it wrote, and what the provider says of it. */
export interface WrittenAnswer {
  readonly found: readonly FoundCall[];
  readonly finishReason: LanguageModelV3FinishReason;
  /** The provider made calls itself. */
  readonly native: boolean;
}

/** The calls that are made of an answer, and why others are not. Of one that was cut off none is: what is missing might have told more. */
export function settleCalls(
  { found, finishReason, native }: WrittenAnswer,
  { taken }: ToolCallsReading,
): {
  readonly calls: readonly LanguageModelV3ToolCall[];
  readonly finishReason: LanguageModelV3FinishReason;
  readonly problem?: DialectProblem;
} {
  const [first] = found;
  if (first === undefined) return { calls: [], finishReason };
  const why = native ? besideNative : broken.get(finishReason.unified);
  if (why !== undefined) {
    const message = `The call of ${cutEnd(first.name, 64)} was not made: ${why}.`;
    return { calls: [], finishReason, problem: { code: 'call-ignored', message } };
  }
  const ids = new Set(taken);
  const calls = found.map(
    (call): LanguageModelV3ToolCall => ({
      type: 'tool-call',
      toolCallId: takeCallId(call, ids),
      toolName: call.name,
      input: call.arguments,
    }),
  );
  return { calls, finishReason: { ...finishReason, unified: 'tool-calls' } };
}

const besideNative = 'it was written as text beside calls by the API, and only those count';

const broken: ReadonlyMap<LanguageModelV3FinishReason['unified'], string> = new Map([
  ['length', 'the answer was cut off at its length limit'],
  ['content-filter', 'the answer was stopped by a content filter'],
  ['error', 'the answer ended with an error'],
]);
