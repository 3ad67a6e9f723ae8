import { defined } from '../../base/defined.js';
import type { Child, ChildEnd, ChildPort } from '../../tool/child.js';
import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { boundTexts } from './bound-texts.js';
import { noChildren } from './no-children.js';
import type { SubtasksArguments, SubtasksResult } from './subtasks-schema.js';

type Subtask = SubtasksArguments['subtasks'][number];
type Row = SubtasksResult['subtasks'][number];

/** Starts them all, then waits for each; the waits run side by side. */
export async function runSubtasks(
  args: SubtasksArguments,
  ctx: RunContext,
  waitMs: number,
): Promise<SubtasksResult | ToolFailure> {
  const { children } = ctx;
  if (children === undefined) return noChildren;
  const { subtasks, wait = 'all' } = args;
  const started: (Child | ToolFailure)[] = [];
  for (const [index, one] of subtasks.entries()) {
    const { title, prompt, agent, rounds, allowed_tools: tools } = one;
    started.push(await children.start({ index, title, agent, tools, rounds, prompt: () => prompt }));
  }
  const onNews = (line: string): void => ctx.progress(`${line}\n`);
  const waiting = { waitMs: wait === 'all' ? waitMs : 0, onNews };
  const ends = await Promise.all(
    started.map((child) => (wait === 'none' || isFailure(child) ? undefined : children.wait(child.id, waiting))),
  );
  const rows = await boundTexts(
    subtasks.map((one, at) => rowOf(one, started[at], ends[at], waitMs)),
    ctx,
  );
  const count = (status: string): number => rows.filter((row) => row.status === status).length;
  const summary = { total: rows.length, done: count('done'), running: count('running') };
  return { wait, summary: { ...summary, other: summary.total - summary.done - summary.running }, subtasks: rows };
}

type Waited = Awaited<ReturnType<ChildPort['wait']>> | undefined;

function rowOf({ title }: Subtask, child: Child | ToolFailure | undefined, end: Waited, waitMs: number): Row {
  if (child === undefined || isFailure(child))
    return { title, status: 'failed' as const, message: child?.message ?? 'It was not started.' };
  const { agent, warnings } = child;
  const head = { title, agent, ...(warnings.length > 0 && { warnings: [...warnings] }) };
  if (end === undefined) return { ...head, status: 'running' as const };
  if (end === 'running') {
    const message = `It has not ended within ${waitMs / 1000} s, and goes on: list_subtasks tells how it ends.`;
    return { ...head, status: 'running' as const, message };
  }
  return { ...head, ...endRow(end) };
}

export function endRow({ status, text, rounds, calls, message }: ChildEnd) {
  return {
    status,
    rounds,
    calls,
    ...(text !== '' && { text }),
    ...defined({ message }),
  };
}
