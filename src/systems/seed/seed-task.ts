import type { TurnEnd } from '../../agent/event.js';
import { ToolwrightError } from '../../base/error.js';
import { answerOfSeed, type SeedRequest, type SeedResponse, seedRequest } from '../../profile/seed/seed-interaction.js';
import { refusalOf, type SeedTaskEvent, type SeedTaskStatus } from '../../profile/seed/task-state.js';
import type { SessionEvent } from '../../session/event.js';
import type { Session } from '../../session/session.js';
import { createTaskView, type SeedTaskRow } from './task-view.js';

/** A session as a task of Seed: what a task refuses in its status is refused, with `bad-option`. */
export interface SeedTask {
  readonly taskId: string;
  readonly session: Session;
  readonly status: SeedTaskStatus;
  /** What has happened to it. */
  readonly events: readonly SeedTaskRow[];
  /** The interaction that waits for the user. */
  readonly pending: SeedRequest | undefined;
  /** Begins it, or a done one anew. */
  start(intent: string): Promise<TurnEnd>;
  /** Says more: while it runs it is taken in at a safe point, when it is done it starts again. */
  instruct(text: string): Promise<void>;
  pause(): void;
  resume(): Promise<TurnEnd>;
  cancel(): void;
  /** Answers the interaction that waits; one for another is refused. */
  respond(response: SeedResponse): void;
}

/** `past`: of a session that is gone on with, what is stored of it. */
export function createSeedTask(session: Session, past: readonly SessionEvent[] = []): SeedTask {
  const view = createTaskView(session.id);
  for (const event of past) view.take(event);
  session.on(view.take);
  const check = (event: SeedTaskEvent): void => {
    const refusal = refusalOf(view.status, event);
    if (refusal !== undefined) throw new ToolwrightError('bad-option', refusal);
  };
  const pending = (): SeedRequest | undefined => view.pending && seedRequest(view.pending);
  const send = (text: string): Promise<TurnEnd> => session.send(text).result;
  return {
    get taskId() {
      return view.taskId;
    },
    session,
    get status() {
      return view.status;
    },
    events: view.rows,
    get pending() {
      return pending();
    },
    async start(intent) {
      check('TaskStarted');
      return send(intent);
    },
    async instruct(text) {
      check('TaskInstructionAdded');
      if (view.status === 'in_progress' || view.status === 'awaiting_user') await session.steer(text);
      else await send(text);
    },
    pause() {
      check('TaskPaused');
      session.pause();
    },
    async resume() {
      check('TaskResumed');
      return session.resume().result;
    },
    cancel() {
      check('TaskCanceled');
      session.cancel();
    },
    respond(response) {
      const { pending: question } = view;
      const answered = answerOfSeed(response, pending());
      if (answered.type === 'refused' || question === undefined)
        throw new ToolwrightError('bad-option', answered.type === 'refused' ? answered.message : 'Nothing is asked.');
      session.answer(question.id, answered.answer);
    },
  };
}
