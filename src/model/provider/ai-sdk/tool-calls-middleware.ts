import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3Middleware,
} from '@ai-sdk/provider';
import { alsoAuto, auto } from '../../../dialect/auto.js';
import { type Dialect, type DialectEvent, type DialectProblem, defaultDialect } from '../../../dialect/dialect.js';
import { findDialect } from '../../../dialect/find-dialect.js';
import { settleCalls } from './tool-calls-answer.js';
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

/** The answer, with the calls read that its text holds. */
function toolCallsContent(
  result: LanguageModelV3GenerateResult,
  reading: ToolCallsReading,
): LanguageModelV3GenerateResult {
  const { content, finishReason, warnings } = result;
  const message = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const { text, reasoning, found, problems } = readAnswer(message, reading);
  const native = content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true);
  const settled = settleCalls({ found, finishReason, native }, reading);
  const told = [...problems, ...(settled.problem === undefined ? [] : [settled.problem])];
  for (const problem of told) reading.onProblem(problem);
  const said: readonly LanguageModelV3Content[] = [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ];
  const first = content.findIndex(({ type }) => type === 'text');
  return {
    ...result,
    content: [
      ...content.flatMap((part, at) => (part.type !== 'text' ? [part] : at === first ? said : [])),
      ...settled.calls,
    ],
    finishReason: settled.finishReason,
    warnings: [...warnings, ...told.map((problem) => ({ type: 'other' as const, message: problem.message }))],
  };
}

interface ReadAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly found: readonly Extract<DialectEvent, { readonly type: 'call' }>[];
  readonly problems: readonly DialectProblem[];
}

function readAnswer(message: string, { dialect, options }: ToolCallsReading): ReadAnswer {
  let text = '';
  let reasoning = '';
  const found: ReadAnswer['found'][number][] = [];
  const problems: DialectProblem[] = [];
  const parser = dialect.createParser(options, (event) => {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'reasoning') reasoning += event.text;
    else if (event.type === 'call') found.push(event);
    else if (event.type === 'problem') problems.push({ code: event.code, message: event.message });
    else if (event.type === 'text-was-reasoning') {
      reasoning += text;
      text = '';
    }
  });
  parser.push(message);
  parser.end();
  return { text, reasoning, found, problems };
}
