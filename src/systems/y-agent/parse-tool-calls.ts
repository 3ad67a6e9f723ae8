import { parseJson } from '../../base/json.js';
import { mixedEnvelope } from '../../dialect/format/mixed-envelope/mixed-envelope.js';
import { readMessage } from '../../dialect/read-message.js';

export interface ParsedToolCalls {
  /** Without the blocks that are calls; one that cannot be read stays. */
  readonly text: string;
  readonly calls: readonly ParsedToolCall[];
  /** What could not be read, and what was repaired. */
  readonly warnings: readonly string[];
}

export interface ParsedToolCall {
  /** `call_` and 24 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The calls that stand in a text, in any of the envelopes and forms of y-agent, those in code blocks too. */
export function parse_tool_calls(text: string): ParsedToolCalls {
  const read = readMessage(text, { dialect: mixedEnvelope, inCode: true });
  return {
    text: read.text,
    calls: read.calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: objectOf(args) })),
    warnings: [...read.problems, ...read.repairs].sort((a, b) => a.at - b.at).map(({ message }) => message),
  };
}

function objectOf(text: string): ParsedToolCall['arguments'] {
  const parsed = parseJson(text);
  return parsed.ok ? (parsed.value as ParsedToolCall['arguments']) : {};
}
