import { seedRequest } from '../../profile/seed/seed-interaction.js';
import { nextStatus, type SeedTaskEvent, type SeedTaskStatus } from '../../profile/seed/task-state.js';
import type { Question } from '../../run/question.js';
import type { SessionEvent, SessionRecord } from '../../session/event.js';
import type { StoredSession } from '../../session/sessions.js';

/** A row of Seed's store of events. */
export interface SeedTaskRow {
  /** Counted over all tasks. */
  readonly id: number;
  /** The task. */
  readonly streamId: string;
  /** Counted in the task. */
  readonly seq: number;
  readonly type: SeedTaskEvent;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
}

/** Sessions as the tasks they are, in the order things happened. */
export function seedTaskRows(sessions: readonly StoredSession[]): readonly SeedTaskRow[] {
  const rows = sessions.flatMap(({ id, events }) => {
    const view = createTaskView(id);
    for (const event of events) view.take(event);
    return view.rows;
  });
  const ordered = rows.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));
  return ordered.map((row, at) => ({ ...row, id: at + 1 }));
}

export interface TaskView {
  /** The task the session is at now. */
  readonly taskId: string;
  readonly status: SeedTaskStatus;
  readonly rows: readonly SeedTaskRow[];
  /** The question that waits. */
  readonly pending: Question | undefined;
  readonly take: (event: SessionEvent) => void;
}

/**
 * One session as a task. A task that has failed or was canceled is final: what goes on in its session then is a task of its
 * own, `<session>.2` and so on.
 */
export function createTaskView(sessionId: string): TaskView {
  const rows: SeedTaskRow[] = [];
  const questions: Question[] = [];
  let status: SeedTaskStatus | undefined;
  /** Whether it was said what the task is about. */
  let hasIntent = false;
  let count = 1;
  let author: string | null = null;
  let origin: Readonly<Record<string, unknown>> = {};

  const taskId = (): string => (count === 1 ? sessionId : `${sessionId}.${count}`);
  const add = (type: SeedTaskEvent, event: SessionRecord, payload: object = {}): void => {
    const next = nextStatus(status, type);
    if (next === undefined) return;
    status = next;
    const streamId = taskId();
    const seq = rows.filter((row) => row.streamId === streamId).length + 1;
    const createdAt = new Date(event.at).toISOString();
    const body = { taskId: streamId, ...payload, authorActorId: author };
    rows.push({ id: rows.length + 1, streamId, seq, type, payload: body, createdAt });
  };
  const begin = (event: SessionRecord): void => {
    if (status === 'failed' || status === 'canceled') {
      count += 1;
      hasIntent = false;
      status = undefined;
      add('TaskCreated', event, origin);
    }
    add(status === 'paused' ? 'TaskResumed' : 'TaskStarted', event);
  };
  const ask = (event: SessionRecord): void => {
    const [first] = questions;
    if (first !== undefined) add('UserInteractionRequested', event, seedRequest(first));
  };

  const take = (event: SessionEvent): void => {
    if (!('body' in event)) return;
    switch (event.type) {
      case 'session-opened': {
        const { actor, parent, workspace } = event.body;
        author = actor;
        origin = { workspace, ...(parent !== undefined && { parentTaskId: parent.sessionId, agentId: parent.name }) };
        add('TaskCreated', event, origin);
        break;
      }
      case 'message-received':
        // What a task begins with is no further instruction.
        if (hasIntent) add('TaskInstructionAdded', event, { instruction: event.body.text });
        hasIntent = true;
        break;
      case 'turn-started':
        if (status !== 'awaiting_user') begin(event);
        break;
      case 'todos-changed':
        add('TaskTodoUpdated', event, { todos: event.body.todos });
        break;
      case 'approval-requested':
        questions.push(event.body);
        if (questions.length === 1) ask(event);
        break;
      case 'approval-answered': {
        const at = questions.findIndex(({ id }) => id === event.body.questionId);
        const [question] = at === -1 ? [] : questions.splice(at, 1);
        if (question === undefined || at > 0) break;
        const { answer } = event.body;
        const selectedOptionId = answer.choice === 'deny' ? 'reject' : answer.choice === 'text' ? undefined : 'approve';
        const { interactionId } = seedRequest(question);
        const said = answer.choice === 'text' ? { inputValue: answer.text } : { selectedOptionId };
        add('UserInteractionResponded', event, { interactionId, ...said });
        ask(event);
        break;
      }
      case 'turn-ended':
        end(event);
        break;
      default:
        break;
    }
  };

  const end = (event: Extract<SessionRecord, { type: 'turn-ended' }>): void => {
    const { reason, text, message } = event.body;
    if (reason === 'parked') return;
    if (reason !== 'paused') questions.splice(0);
    if (reason === 'paused') add('TaskPaused', event);
    else if (reason === 'cancelled') add('TaskCanceled', event);
    else if (reason === 'answered') add('TaskCompleted', event, { summary: text });
    else add('TaskFailed', event, { reason: message ?? reason });
  };

  return {
    get taskId() {
      return taskId();
    },
    get status() {
      return status ?? 'open';
    },
    rows,
    get pending() {
      return questions[0];
    },
    take,
  };
}
