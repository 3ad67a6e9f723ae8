import type { DelegateResult } from '../../builtin/subagent/delegate-schema.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { integer, within, type YipsValue, yipsShown } from './yips-view.js';

const rounds = { usual: 4, most: 6 };

/** `skills` are those there are: a subagent may use all of them, whatever tools it is held to. */
export const subagentView = (tool: Tool, skills: readonly string[]): Tool =>
  viewTool(tool, {
    name: 'subagent',
    description: 'Has a subagent do a part of the work, with rounds of its own, and gives its last message.',
    coerces: false,
    parameters: strictParameters(['task'], {
      ['task']: { type: 'string', minLength: 1, maxLength: 100_000 },
      context: { type: 'string', maxLength: 100_000 },
      allowed_tools: { type: 'array', items: { type: 'string' } },
      max_rounds: integer(rounds),
    }),
    toArguments: (args) => ({
      prompt: args['task'],
      rounds: within(args.max_rounds, rounds),
      scope: renderScope(args),
      ...(args.allowed_tools !== undefined && { allowed_tools: [...args.allowed_tools, ...skills] }),
    }),
    toResult: ended,
    toFailure: failed,
    ...yipsShown,
  });

interface Scope {
  readonly ['task']: string;
  readonly context?: string;
  readonly allowed_tools?: readonly string[];
}

function renderScope({ ['task']: work, context, allowed_tools: tools }: Scope): string {
  const named = tools === undefined ? 'all' : tools.length === 0 ? 'none' : tools.join(', ');
  return [
    'You are a subagent: another model has given you a part of its work, and reads only your last message.',
    `Task: ${work}`,
    ...(context === undefined ? [] : [`Context: ${context}`]),
    `Allowed tools: ${named}`,
    'Stay focused on the task, and be concise.',
  ].join('\n');
}

function ended({ status, text = '', rounds: taken, warnings = [] }: DelegateResult): YipsValue | ToolFailure {
  const value: YipsValue = { output: text, metadata: { rounds: taken, warnings } };
  return status === 'limit' ? fail('timeout', 'The subagent was stopped at its limit of rounds.', value) : value;
}

function failed({ errorType, message, data }: ToolFailure): ToolFailure {
  const { rounds: taken = 0, text } = (data ?? {}) as Partial<DelegateResult>;
  const output = text === undefined ? message : `${message}\n${text}`;
  return fail(errorType, message, { output, metadata: { rounds: taken, warnings: [message] } } satisfies YipsValue);
}
