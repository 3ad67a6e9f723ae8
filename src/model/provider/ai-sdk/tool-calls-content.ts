import type { LanguageModelV3Content, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import type { DialectEvent, DialectProblem } from '../../../dialect/dialect.js';
import { settleCalls } from './tool-calls-answer.js';
import type { ToolCallsReading } from './tool-calls-reading.js';

/** The answer, with the calls read that its text holds. */
export function toolCallsContent(
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
