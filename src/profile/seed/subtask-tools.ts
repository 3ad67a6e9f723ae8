import { defined } from '../../base/defined.js';
import { subtaskWaitMs } from '../../builtin/subagent/create-subtasks.js';
import { runSubtasks } from '../../builtin/subagent/run-subtasks.js';
import type { SubtaskList } from '../../builtin/subagent/subtask-list-schema.js';
import type { SubtasksResult } from '../../builtin/subagent/subtasks-schema.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { type AgentInfo, generalInfo } from '../../tool/child.js';
import type { RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { openParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { inWords } from './own-words.js';
import { defaultSeedAgent, findSeedAgent } from './seed-agents.js';

/** From what is to be begun first. */
const priorities = ['foreground', 'normal', 'background'] as const;

const parameters = openParameters(['tasks'], {
  tasks: {
    type: 'array',
    minItems: 1,
    maxItems: 8,
    items: openParameters(['agentId', 'title'], {
      agentId: { type: 'string', maxLength: 200 },
      title: { type: 'string', minLength: 1, maxLength: 200 },
      intent: { type: 'string', maxLength: 100_000, description: 'What is to be done, in full.' },
      priority: { type: 'string', enum: priorities, description: 'Default normal.' },
    }),
  },
  wait: { type: 'string', enum: ['all', 'none'], description: 'Default all: for each at most 300 s.' },
});

type Given = FromSchema<typeof parameters>;
type Task = Given['tasks'][number];

/** Has other agents do tasks of their own, side by side. */
export function createSubtasks(tool: Tool): Tool {
  const view = viewTool(tool, {
    name: 'createSubtasks',
    description:
      'Creates tasks that other agents do, each in a private:/ of its own and with the shared:/ of this one. wait all (default) answers when each has ended or was waited for 300 s; wait none at once. listSubtask tells how they stand, and which agents there are.',
    parameters,
    toArguments: ({ tasks, wait }) => ({ subtasks: tasks.map(orderOf), ...defined({ wait }) }),
  });
  return {
    ...view,
    result: undefined,
    async run(args: never, ctx: RunContext) {
      const given = args as Given;
      const unknown = given.tasks.find(({ agentId }) => !agentsOf(ctx).some(({ name }) => name === agentId));
      if (unknown !== undefined) return unknownAgent(unknown.agentId, ctx);
      return subtasksOf(given, ctx);
    },
    display: undefined,
  } as unknown as Tool;
}

/** Those of files and of Seed; not the one that this program has beside them. */
const agentsOf = ({ children }: Pick<RunContext, 'children'>): readonly AgentInfo[] =>
  (children?.agents ?? []).filter(({ name }) => name !== generalInfo.name);

function unknownAgent(agentId: string, ctx: RunContext): ToolFailure {
  const agents = agentsOf(ctx).map(({ name }) => name);
  const message = `There is no agent ${JSON.stringify(agentId.slice(0, 64))}: use ${agents.join(', ')}.`;
  return fail('not_found', message, { availableAgents: agents });
}

const orderOf = ({ agentId, title, intent }: Task) => ({
  agent: agentId,
  title,
  prompt: intent === undefined || intent === '' ? title : `${title}\n\n${intent}`,
});

async function subtasksOf({ tasks, wait = 'all' }: Given, ctx: RunContext) {
  // Those that come first take the places there are.
  const sorted = [...tasks].sort((a, b) => rank(a) - rank(b));
  const done = await runSubtasks({ subtasks: sorted.map(orderOf), wait }, ctx, subtaskWaitMs);
  if (isFailure(done)) return done;
  const left = ctx.children?.list().filter(({ callId }) => callId === ctx.session.callId) ?? [];
  const ids = sorted.map((task) => {
    const at = left.findIndex(({ title, agent }) => title === task.title && agent === task.agentId);
    return at === -1 ? undefined : left.splice(at, 1)[0]?.id;
  });
  const rows = tasks.map((task) => {
    const at = sorted.indexOf(task);
    return { taskId: ids[at], agentId: task.agentId, title: task.title, ...outcomeOf(done.subtasks[at], wait) };
  });
  const count = (outcome: string): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    groupId: ctx.session.id,
    wait,
    summary: { total: rows.length, success: count('Success'), error: count('Error'), cancel: count('Cancel') },
    tasks: rows,
  };
}

const rank = ({ priority = 'normal' }: Task): number => priorities.indexOf(priority);

type Row = SubtasksResult['subtasks'][number];

/** How a child ended, in the words of Seed. */
function outcomeOf(row: Row | undefined, wait: 'all' | 'none') {
  const { status = 'failed', text, message } = row ?? {};
  if (status === 'running' && wait === 'none') return { outcome: 'Pending' };
  const outcome = status === 'done' ? 'Success' : status === 'cancelled' ? 'Cancel' : 'Error';
  const reason =
    status === 'running' ? `The subtask timed out after ${subtaskWaitMs} ms and is still running.` : message;
  return {
    outcome,
    ...(text !== undefined && { summary: text.split('\n', 1)[0], finalAssistantMessage: text }),
    ...(outcome !== 'Success' && { failureReason: inWords(reason ?? `It ended as ${status}.`) }),
  };
}

/** What the subtasks of this one stand at, and who could take more. */
export const listSubtask = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'listSubtask',
    description: 'Lists the subtasks of this task with their statuses, and the agents that can take subtasks.',
    parameters: openParameters([], {}),
    toArguments: () => ({}),
    toResult(list: SubtaskList) {
      const tasks = list.subtasks.map(({ session, agent, title, status, text, message }) => ({
        taskId: session,
        agentId: agent,
        title,
        status: taskStatuses[status] ?? 'failed',
        ...defined({ finalAssistantMessage: text }),
        ...(message !== undefined && { failureReason: inWords(message) }),
      }));
      const statusCounts: Record<string, number> = {};
      for (const [status, count] of Object.entries(list.counts)) {
        const name = taskStatuses[status] ?? 'failed';
        statusCounts[name] = (statusCounts[name] ?? 0) + count;
      }
      return {
        total: Object.values(statusCounts).reduce((sum, one) => sum + one, 0),
        statusCounts,
        tasks,
        agents: agentRows(list.agents),
      };
    },
  });

const taskStatuses: Readonly<Record<string, string>> = {
  running: 'in_progress',
  done: 'done',
  paused: 'paused',
  cancelled: 'canceled',
  limit: 'failed',
  failed: 'failed',
  unknown: 'failed',
};

function agentRows(agents: readonly AgentInfo[]) {
  return agents
    .filter(({ name }) => name !== generalInfo.name)
    .map(({ name, description }) => {
      const known = findSeedAgent(name);
      return {
        agentId: name,
        displayName: known?.displayName ?? name,
        description,
        ...(known !== undefined && { toolGroups: known.toolGroups.filter((group) => group !== 'subtask') }),
        isDefault: name === defaultSeedAgent,
        isCurrent: name === defaultSeedAgent,
      };
    });
}
