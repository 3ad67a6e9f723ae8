import type { Child, ChildPort } from '../../tool/child.js';
import type { RunContext } from '../../tool/context.js';
import type { ToolFailure } from '../../tool/outcome.js';
import { boundTexts } from './bound-texts.js';
import { noChildren } from './no-children.js';
import { endRow } from './run-subtasks.js';
import type { SubtaskList } from './subtask-list-schema.js';

const maxListed = 30;
const maxAgents = 30;

export async function describeSubtasks(ctx: RunContext, waitMs: number): Promise<SubtaskList | ToolFailure> {
  const { children } = ctx;
  if (children === undefined) return noChildren;
  const running = children.list().filter(({ status }) => status === 'running');
  if (waitMs > 0) await Promise.all(running.map(({ id }) => children.wait(id, { waitMs })));
  const all = children.list();
  const counts: Record<string, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  const rows = await Promise.all(all.slice(-maxListed).map((child) => rowOf(child, children)));
  return {
    counts,
    ...(all.length > maxListed && { left_out: all.length - maxListed }),
    subtasks: await boundTexts(rows, ctx),
    agents: children.agents.slice(0, maxAgents).map(({ name, description }) => ({ name, description })),
  };
}

async function rowOf(child: Child, children: ChildPort): Promise<SubtaskList['subtasks'][number]> {
  const { id: session, agent, title, status } = child;
  const head = { session, agent, title, status };
  const end = await children.end(session);
  return end === undefined ? head : { ...head, ...endRow(end) };
}
