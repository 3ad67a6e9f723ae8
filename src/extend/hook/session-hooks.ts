import type { ChangeBody, ChangeEvent, UndoEvent } from '../../change/event.js';
import type { Middleware } from '../../run/middleware.js';
import type { Question } from '../../run/question.js';
import type { NewEvent } from '../../store/store.js';
import { callHooks } from './call-hooks.js';
import type { Hook, HookPoint } from './hook.js';
import { isAbout } from './hook.js';
import { type HookHost, runHook } from './run-hook.js';
import { writtenFiles } from './written-files.js';

/** The hooks of a session. */
export interface SessionHooks {
  /** Those around calls. */
  readonly middleware: readonly Middleware[];
  /** Takes note of what calls do to files. */
  apply(event: NewEvent): void;
  /** The session is open. Not waited for. */
  opened(data: object): void;
  /** A question waits for a person. Not waited for. */
  asked(question: Question): void;
  /** Changes were taken back, or made again, by no call. Answers when the hooks have ended. */
  reverted(event: UndoEvent): Promise<void>;
  /** Ends what still runs, then runs those for the end of the session. */
  close(): Promise<void>;
}

/** How long a hook that runs may go on when the session closes: one that notes the opening of a short one gets done. */
const graceMs = 1000;

export function createSessionHooks(hooks: readonly Hook[], host: HookHost): SessionHooks {
  const changes = new Map<string, readonly ChangeBody[]>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const at = (point: HookPoint): readonly Hook[] => hooks.filter(({ on }) => on === point);
  const start = (hook: Hook, data: object): void => {
    const ended = runHook(hook, { data, signal: closing.signal }, host).finally(() => running.delete(ended));
    running.add(ended);
  };
  const watchesFiles = at('file-written').length > 0;
  return {
    middleware: callHooks(hooks, host, (callId) => changes.get(callId) ?? []),
    apply(event) {
      if (!watchesFiles) return;
      const { type, body } = event as ChangeEvent | Settled;
      if (type === 'change-applied') changes.set(body.callId, [...(changes.get(body.callId) ?? []), body]);
      if (type === 'call-settled') changes.delete(body.callId);
    },
    opened(data) {
      for (const hook of at('session-opened')) start(hook, data);
    },
    asked(question) {
      const { id, kind, callId, tool } = question;
      const more =
        question.kind === 'approval'
          ? { level: question.level, reasons: question.reasons }
          : { text: question.text, options: question.options };
      for (const hook of at('person-needed'))
        if (isAbout(hook, tool)) start(hook, { questionId: id, kind, callId, tool, ...more });
    },
    async reverted({ type, body }) {
      const data = { by: type === 'change-undone' ? 'undo' : 'redo', ...writtenFiles(body.paths) };
      // One that names tools is about what those write.
      for (const hook of at('file-written')) if (hook.tools === undefined) await runHook(hook, { data }, host);
    },
    async close() {
      const late = setTimeout(() => closing.abort(), graceMs);
      await Promise.allSettled(running);
      clearTimeout(late);
      for (const hook of at('session-closed')) await runHook(hook, { data: {} }, host);
    },
  };
}

interface Settled {
  readonly type: 'call-settled';
  readonly body: { readonly callId: string };
}
