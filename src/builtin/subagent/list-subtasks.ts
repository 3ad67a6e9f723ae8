import { defineTool } from '../../tool/define-tool.js';
import type { ToolFailure } from '../../tool/outcome.js';
import { traits } from '../traits.js';
import { subtaskWaitMs } from './create-subtasks.js';
import { parameters, result, type SubtaskList } from './subtask-list-schema.js';

/** What has become of the subagents of the session, and which agents there are. */
export const listSubtasks = defineTool({
  ...traits.delegate,
  name: 'list_subtasks',
  title: 'List subtasks',
  description:
    'Lists the subagents of this session with their status and, once they have ended, their last message; and the agents there are. With wait true it waits, up to 300 s, until none is at work.',
  parameters,
  result,
  limits: { timeoutMs: subtaskWaitMs + 60_000 },
  async run({ wait = false }, ctx): Promise<SubtaskList | ToolFailure> {
    const { describeSubtasks } = await import('./describe-subtasks.js');
    return describeSubtasks(ctx, wait ? subtaskWaitMs : 0);
  },
  display: ({ counts }) => {
    const words = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
    return words.length === 0 ? 'none' : words.join(', ');
  },
});
