import type { SystemContext } from '../../agent/profile.js';
import type { ToolResult } from '../../tool/outcome.js';
import { instructionLines } from '../instruction-lines.js';

/** What is told of a call that a person rejected, whatever they said beside it: the same for each. */
export const rejectedOutput = { isError: true, error: 'User rejected the request' } as const;

/** A result as Seed keeps it in the conversation: its output, and whether that is an error. No repair is silent. */
export function renderSeedResult(result: ToolResult): string {
  const { coerced, rewritten_by } = result.metadata;
  return JSON.stringify({ output: outputOf(result), isError: !result.success, coerced, rewritten_by });
}

function outputOf({ success, data, error_message, metadata }: ToolResult): unknown {
  if (metadata.denied_by_person === true) return rejectedOutput;
  if (success) return data;
  const error = error_message ?? 'The call failed.';
  if (data === null) return { error };
  const more = typeof data === 'object' && !Array.isArray(data) ? data : { output: data };
  return { error, ...more };
}

export function renderSeedSystem({ instructions }: Pick<SystemContext, 'instructions'>, prompt: string): string {
  return [
    prompt,
    'Paths are in scopes: private:/ is yours alone, shared:/ is that of the task group, public:/ is that of everyone. A path without a scope is in private:/.',
    'Risky calls are put to the user first. A call that the user rejected stays rejected: go on without it.',
    'A result is JSON with output and isError. Do not repeat a failed call unchanged.',
    'An answer without tool calls ends the task.',
    ...instructionLines(instructions),
  ].join('\n');
}
