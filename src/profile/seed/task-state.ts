/** What happens to a task of Seed. */
export const seedTaskEvents = [
  'TaskCreated',
  'TaskStarted',
  'TaskCompleted',
  'TaskFailed',
  'TaskCanceled',
  'TaskPaused',
  'TaskResumed',
  'TaskInstructionAdded',
  'TaskTodoUpdated',
  'UserInteractionRequested',
  'UserInteractionResponded',
] as const;
export type SeedTaskEvent = (typeof seedTaskEvents)[number];

export const seedTaskStatuses = [
  'open',
  'in_progress',
  'awaiting_user',
  'paused',
  'done',
  'failed',
  'canceled',
] as const;
export type SeedTaskStatus = (typeof seedTaskStatuses)[number];

type Transitions = Partial<Readonly<Record<SeedTaskEvent, SeedTaskStatus>>>;

/** Where each event leads from each status; what is not listed is refused. */
const transitions: Readonly<Record<SeedTaskStatus, Transitions>> = {
  open: { TaskStarted: 'in_progress', TaskCanceled: 'canceled' },
  in_progress: {
    UserInteractionRequested: 'awaiting_user',
    TaskCompleted: 'done',
    TaskFailed: 'failed',
    TaskCanceled: 'canceled',
    TaskPaused: 'paused',
    TaskStarted: 'in_progress',
  },
  awaiting_user: { UserInteractionResponded: 'in_progress', TaskCanceled: 'canceled' },
  paused: { TaskResumed: 'in_progress', TaskCanceled: 'canceled', TaskFailed: 'failed' },
  done: { TaskStarted: 'in_progress' },
  failed: {},
  canceled: {},
};

const refusesInstructions: ReadonlySet<SeedTaskStatus> = new Set(['paused', 'canceled']);

/** The status after an event; undefined where it is not allowed. A task begins with `TaskCreated`, and only so. */
export function nextStatus(status: SeedTaskStatus | undefined, event: SeedTaskEvent): SeedTaskStatus | undefined {
  if (status === undefined) return event === 'TaskCreated' ? 'open' : undefined;
  if (event === 'TaskInstructionAdded') return refusesInstructions.has(status) ? undefined : status;
  if (event === 'TaskTodoUpdated') return status === 'canceled' ? undefined : status;
  return transitions[status][event];
}

/** Why an event is refused in a status, in words; undefined where it is allowed. */
export function refusalOf(status: SeedTaskStatus, event: SeedTaskEvent): string | undefined {
  if (nextStatus(status, event) !== undefined) return undefined;
  const what = status === 'paused' && event === 'TaskInstructionAdded' ? ': resume it first' : '';
  return `A task that is ${status} takes no ${event}${what}.`;
}
