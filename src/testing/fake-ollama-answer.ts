import { defined } from '../base/defined.js';
import { parseTrusted } from '../base/trusted-json.js';
import type { ScriptedCall } from '../model/provider/scripted.js';
import { argumentsText, type FakeIds, isObject, spokenPieces, textPieces, usageOf } from './fake-api.js';
import type { FakeModelRound } from './fake-model-round.js';

/** The answer in one object, as with `"stream": false`. */
export function renderOllamaAnswer(model: string, round: FakeModelRound, ids: FakeIds): string {
  const { text = '', reasoning, calls = [] } = round;
  const message = JSON.stringify({
    role: 'assistant',
    content: text,
    ...defined({ thinking: reasoning }),
  });
  return `${head(model)},"message":${withCalls(message, renderCalls(calls, ids))}${renderEnd(round)}}`;
}

/** The answer as the lines of a stream, each with its line feed: thoughts, text, each call whole, the end. */
export function renderOllamaLines(model: string, round: FakeModelRound, ids: FakeIds): string[] {
  const line = (message: string, end = ',"done":false'): string => `${head(model)},"message":${message}${end}}\n`;
  const lines: string[] = [];
  for (const thinking of textPieces(round.reasoning ?? '', round.deltaSize)) {
    lines.push(line(JSON.stringify({ role: 'assistant', content: '', thinking })));
  }
  for (const content of spokenPieces(round)) lines.push(line(JSON.stringify({ role: 'assistant', content })));
  for (const call of renderCalls(round.calls ?? [], ids)) lines.push(line(withCalls(silent, [call])));
  if (round.faults?.noFinish !== true) lines.push(line(silent, renderEnd(round)));
  return lines;
}

const silent = '{"role":"assistant","content":""}';

const head = (model: string): string =>
  `{"model":${JSON.stringify(model)},"created_at":"2026-02-03T04:05:06.789012345Z"`;

const withCalls = (message: string, calls: readonly string[]): string =>
  calls.length === 0 ? message : `${message.slice(0, -1)},"tool_calls":[${calls.join(',')}]}`;

/** Arguments are an object in this API, written as the script says; what is none is sent as the text it is. */
function renderCalls(calls: readonly ScriptedCall[], ids: FakeIds): string[] {
  return calls.map((call, index) => {
    const written = argumentsText(call);
    const parsed = parseTrusted(written);
    const args = isObject(parsed) && !Array.isArray(parsed) ? written : JSON.stringify(written);
    const name = JSON.stringify(call.name);
    return `{"id":${JSON.stringify(ids.call(call, index))},"function":{"index":${index},"name":${name},"arguments":${args}}}`;
  });
}

function renderEnd(round: FakeModelRound): string {
  if (round.faults?.noFinish === true) return ',"done":false';
  const { inputTokens, outputTokens, cachedInputTokens } = usageOf(round);
  const end = {
    done: true,
    done_reason: round.stop === 'length' ? 'length' : 'stop',
    total_duration: 1_234_567_890,
    load_duration: 45_678_901,
    prompt_eval_count: inputTokens,
    ...defined({ prompt_eval_cached_count: cachedInputTokens }),
    prompt_eval_duration: 98_765_432,
    eval_count: outputTokens,
    eval_duration: 1_087_654_321,
  };
  return `,${JSON.stringify(end).slice(1, -1)}`;
}
