import type { AgentInfo } from '../../tool/child.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolFailure } from '../../tool/outcome.js';
import { traits } from '../traits.js';
import { agentWords } from './agent-words.js';
import { parameters, result, type SubtasksResult } from './subtasks-schema.js';

export interface SubtasksOptions {
  readonly agents?: readonly AgentInfo[];
  /** How long each is waited for. */
  readonly waitMs?: number;
}

/** How long a subtask is waited for: it goes on after that. */
export const subtaskWaitMs = 300_000;

export const subtasks = createSubtasks();

/** A tool that has several subagents work side by side. */
export function createSubtasks({ agents = [], waitMs = subtaskWaitMs }: SubtasksOptions = {}) {
  return defineTool({
    ...traits.delegate,
    name: 'create_subtasks',
    title: 'Create subtasks',
    description: `Starts up to 8 subagents side by side, each in a session of its own with at most your rights. wait all (default): answers when all have ended, or after ${waitMs / 1000} s, and the rest go on. wait none: at once; list_subtasks tells how they end.${agentWords(agents)}`,
    parameters,
    result,
    limits: { timeoutMs: waitMs + 60_000 },
    async run(args, ctx): Promise<SubtasksResult | ToolFailure> {
      const { runSubtasks } = await import('./run-subtasks.js');
      return runSubtasks(args, ctx, waitMs);
    },
    display: ({ subtasks: all }) => all.map(({ title, status }) => `${title}: ${status}`).join('; '),
  });
}
