import { messageOf } from '../base/error.js';
import { type JsonProblem, parseJson } from '../base/json.js';
import { humanSize } from '../base/text.js';
import { type Checker, checkerFor, renderIssues } from '../schema/check.js';
import { coerce } from '../schema/coerce.js';
import { fail } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';
import type { Call, CallInput } from './call.js';

/** Reads a call's arguments and fits them to the schema. */
export function checkCall(call: Call, tool: Tool): CallInput | Promise<CallInput> {
  const parsed = call.arguments.trim() === '' ? { ok: true as const, value: {} } : parseJson(call.arguments);
  if (!parsed.ok) return refused('parse_error', unreadable(call, parsed.problem));
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused(
      'validation_failed',
      `The arguments of ${tool.name} must be a JSON object such as {"name": "value"}.`,
    );
  }
  try {
    const checker = checkerFor(tool.parameters);
    if (!(checker instanceof Promise)) return fitToSchema(tool, value, checker);
    return checker.then((check) => fitToSchema(tool, value, check)).catch((error: unknown) => badSchema(tool, error));
  } catch (error) {
    return badSchema(tool, error);
  }
}

function badSchema(tool: Tool, error: unknown): CallInput {
  const message = `The schema of ${tool.name} is itself wrong: ${messageOf(error)}. Try another way.`;
  return refused('internal_error', message);
}

function fitToSchema(tool: Tool, given: object, check: Checker): CallInput {
  // Valid as written is the common case: coercion is looked at only when it is needed.
  if (check(given).length === 0) return { type: 'checked', args: given as never, coercions: [] };
  const { value, coercions } = coerce(tool.parameters, given);
  const issues = check(value);
  if (issues.length === 0) return { type: 'checked', args: value as never, coercions };
  return refused(
    'validation_failed',
    `The arguments of ${tool.name} do not fit its schema: ${renderIssues(issues)}. Correct them and call again.`,
  );
}

function unreadable(call: Call, problem: JsonProblem): string {
  if (problem.code === 'too-long') {
    const size = humanSize(call.arguments.length);
    return `The arguments of ${call.name} are too large (${size}): ${problem.message}. Split the work into several calls.`;
  }
  return `The arguments of ${call.name} cannot be read: ${problem.message}. Send one valid JSON object.`;
}

function refused(errorType: 'parse_error' | 'validation_failed' | 'internal_error', message: string): CallInput {
  return { type: 'refused', failure: fail(errorType, message) };
}
