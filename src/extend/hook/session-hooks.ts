import { firstLine } from '../../base/text.js';
import type { ChangeBody, ChangeEvent, UndoEvent } from '../../change/event.js';
import type { BeforeAnswer, CallResult, EndedCall, Middleware, MiddlewareCall } from '../../run/middleware.js';
import type { Question } from '../../run/question.js';
import type { NewEvent } from '../../store/store.js';
import { type Hook, type HookPoint, isAbout, timeOfHook } from './hook.js';
import { boundResult } from './hook-input.js';
import { type HookHost, runHook } from './run-hook.js';
import { writtenFiles } from './written-files.js';

/** The hooks of a session. */
export type SessionHooks = ReturnType<typeof createSessionHooks>;

/** How long a hook that runs may go on when the session closes: one that notes the opening of a short one gets done. */
const graceMs = 1000;

export function createSessionHooks(hooks: readonly Hook[], host: HookHost) {
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
    /** Those around calls. */
    middleware: callHooks(hooks, host, (callId) => changes.get(callId) ?? []),
    /** Takes note of what calls do to files. */
    apply(event: NewEvent) {
      if (!watchesFiles) return;
      const { type, body } = event as ChangeEvent | Settled;
      if (type === 'change-applied') changes.set(body.callId, [...(changes.get(body.callId) ?? []), body]);
      if (type === 'call-settled') changes.delete(body.callId);
    },
    /** The session is open. Not waited for. */
    opened(data: object) {
      for (const hook of at('session-opened')) start(hook, data);
    },
    /** A question waits for a person. Not waited for. */
    asked(question: Question) {
      const { id, kind, callId, tool } = question;
      const more =
        question.kind === 'approval'
          ? { level: question.level, reasons: question.reasons }
          : { text: question.text, options: question.options };
      for (const hook of at('person-needed'))
        if (isAbout(hook, tool)) start(hook, { questionId: id, kind, callId, tool, ...more });
    },
    /** Changes were taken back, or made again, by no call. Answers when the hooks have ended. */
    async reverted({ type, body }: UndoEvent): Promise<void> {
      const data = { by: type === 'change-undone' ? 'undo' : 'redo', ...writtenFiles(body.paths) };
      // One that names tools is about what those write.
      for (const hook of at('file-written')) if (hook.tools === undefined) await runHook(hook, { data }, host);
    },
    /** Ends what still runs, then runs those for the end of the session. */
    async close(): Promise<void> {
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

/** What a hook may take beyond its time: until it and all it started were killed. */
const killMs = 5000;

/** The hooks around calls, as middleware: for every tool, whoever brings it. `changesOf` tells what a call did to files. */
function callHooks(
  hooks: readonly Hook[],
  host: HookHost,
  changesOf: (callId: string) => readonly ChangeBody[],
): readonly Middleware[] {
  return hooks.flatMap((hook, at): readonly Middleware[] => {
    const name = `hook ${at + 1} (${firstLine(hook.command, 60)})`;
    // Last: a hook looks at what would really be done.
    const known = { name, priority: Number.POSITIVE_INFINITY, timeoutMs: timeOfHook(hook) + killMs };
    if (hook.on === 'before-call') return [{ ...known, before: (call) => before(hook, call, host) }];
    if (hook.on === 'after-call') return [{ ...known, after: (call) => after(hook, call, host) }];
    if (hook.on !== 'file-written') return [];
    return [{ ...known, after: (call) => written(hook, call, { host, changes: changesOf(call.id) }) }];
  });
}

async function before(hook: Hook, call: MiddlewareCall, host: HookHost): Promise<BeforeAnswer | undefined> {
  if (!isAbout(hook, call.tool)) return undefined;
  const { signal } = call;
  const end = await runHook(hook, { data: dataOf(call), signal }, host);
  if (end.refused !== undefined) return { refuse: end.refused };
  // Thrown, it keeps the call from running: a hook that could not look has not let it pass.
  if (end.status !== 'ok') throw new Error(end.message);
  const { refuse, arguments: given } = end.answer ?? {};
  if (refuse !== undefined) return { refuse };
  if (given === undefined) return undefined;
  if (end.masked > 0 && JSON.stringify(given).includes(mark))
    throw new Error('it handed back arguments with a secret that it was shown masked');
  return { arguments: given };
}

/** What stands in the place of a secret begins with it. */
const mark = '[masked:';

async function after(hook: Hook, call: EndedCall, host: HookHost): Promise<CallResult | undefined> {
  if (!isAbout(hook, call.tool)) return undefined;
  const { outcome, result, signal } = call;
  const data = { ...dataOf(call), outcome, ...('value' in result ? boundResult(result.value) : errorOf(result)) };
  const { answer } = await runHook(hook, { data, signal }, host);
  return answer !== undefined && Object.hasOwn(answer, 'result') ? { value: answer.result } : undefined;
}

const errorOf = ({ failure }: Extract<CallResult, { failure: unknown }>) => ({
  error: { type: failure.errorType, message: failure.message, ...boundResult(failure.data) },
});

interface Written {
  readonly host: HookHost;
  readonly changes: readonly ChangeBody[];
}

async function written(hook: Hook, call: EndedCall, { host, changes }: Written): Promise<undefined> {
  if (changes.length === 0 || !isAbout(hook, call.tool)) return;
  const data = { callId: call.id, tool: call.tool, ...writtenFiles(changes.flatMap(({ paths }) => paths)) };
  await runHook(hook, { data, signal: call.signal }, host);
}

const dataOf = ({ id, tool, arguments: given }: MiddlewareCall) => ({ callId: id, tool, arguments: given });
