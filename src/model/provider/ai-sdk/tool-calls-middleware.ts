import type { LanguageModelV3CallOptions, LanguageModelV3Middleware } from '@ai-sdk/provider';
import { alsoAuto, auto } from '../../../dialect/auto.js';
import { type Dialect, type DialectProblem, defaultDialect } from '../../../dialect/dialect.js';
import { findDialect } from '../../../dialect/find-dialect.js';
import { toolCallsContent } from './tool-calls-content.js';
import { type OfferedTool, toolCallsPrompt } from './tool-calls-prompt.js';
import type { ToolCallsReading } from './tool-calls-reading.js';
import { toolCallsStream } from './tool-calls-stream.js';

export interface ToolCallsOptions {
  /**
   * `prompt`, the default: the model is told of the tools in its system message, for models and servers without calls of
   * their own. `read`: tools are sent by the API, and calls are read from the text of an answer that has none.
   */
  readonly mode?: 'prompt' | 'read';
  /** The dialect the model writes, by its name or as it is; in prompt mode `hermes` by default. Others are read as well. */
  readonly dialect?: string | Dialect;
  /** `open`: the prompt opens the reasoning, and answers begin within it. */
  readonly thinking?: 'auto' | 'open';
  /** Is told what was repaired, rejected or ignored. `generateText` has it among its warnings too. */
  readonly onProblem?: (problem: DialectProblem) => void;
}

/** A middleware of the AI SDK that gives any language model tool calling, through the text it writes. */
export function toolCalls(options: ToolCallsOptions = {}): LanguageModelV3Middleware {
  const { mode = 'prompt', dialect: wanted, thinking = 'auto', onProblem = () => {} } = options;
  const named = typeof wanted === 'string' ? findDialect(wanted) : wanted;
  const dialect = named ?? findDialect(defaultDialect);
  const reads = mode === 'read' && named === undefined ? auto : alsoAuto(dialect);
  const asked = new WeakMap<LanguageModelV3CallOptions, LanguageModelV3CallOptions>();
  const readingOf = (params: LanguageModelV3CallOptions): ToolCallsReading | undefined => {
    const request = asked.get(params) ?? params;
    const tools = functionsOf(request).map(({ name, inputSchema }) => ({ name, parameters: { ...inputSchema } }));
    if (tools.length === 0 || request.toolChoice?.type === 'none') return undefined;
    return { dialect: reads, options: { tools, thinking }, taken: idsOf(request), onProblem };
  };
  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      if (mode === 'read') return params;
      const prompted = toolCallsPrompt(params, functionsOf(params), dialect);
      asked.set(prompted, params);
      return prompted;
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream();
      const reading = readingOf(params);
      return reading === undefined
        ? result
        : { ...result, stream: result.stream.pipeThrough(toolCallsStream(reading)) };
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const reading = readingOf(params);
      return reading === undefined ? result : toolCallsContent(result, reading);
    },
  };
}

/** Tools that a provider runs itself are none of ours. */
const functionsOf = ({ tools = [] }: LanguageModelV3CallOptions): readonly OfferedTool[] =>
  tools.filter((tool) => tool.type === 'function');

const idsOf = ({ prompt }: LanguageModelV3CallOptions): ReadonlySet<string> =>
  new Set(
    prompt
      .flatMap((message) => (message.role === 'assistant' ? message.content : []))
      .flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])),
  );
