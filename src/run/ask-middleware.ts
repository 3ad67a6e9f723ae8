import { messageOf } from '../base/error.js';
import { endInTime } from './in-time.js';
import { type Middleware, type MiddlewareCall, timeOf } from './middleware.js';

/** What came of asking a middleware. */
export type Asked<Answer> =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'failed'; readonly late: boolean; readonly message: string }
  | { readonly type: 'stopped' };

interface Asking extends Pick<Parameters<typeof endInTime>[1], 'call' | 'env' | 'until'> {
  readonly args: unknown;
}

/** Asks a middleware about a call, within its time; never rejects. */
export function askMiddleware<Answer>(
  middleware: Middleware,
  { call, args, env, until }: Asking,
  put: (seen: MiddlewareCall) => Answer | Promise<Answer>,
): Promise<Asked<Answer>> {
  const controller = new AbortController();
  if (env.cancellation.cancelled) controller.abort();
  const timeoutMs = timeOf(middleware);
  const work = (async (): Promise<Asked<Answer>> => {
    try {
      const seen: MiddlewareCall = {
        id: call.id,
        tool: call.name,
        arguments: structuredClone(args) as MiddlewareCall['arguments'],
        session: env.session,
        signal: controller.signal,
      };
      return { type: 'answered', answer: await put(seen) };
    } catch (error) {
      return { type: 'failed', late: false, message: `it failed: ${messageOf(error)}` };
    }
  })();
  return endInTime(work, {
    call,
    env,
    timeoutMs,
    until,
    late: () => ({ type: 'failed', late: true, message: `it did not end within ${timeoutMs} ms` }),
    stopped: () => ({ type: 'stopped' }),
    onStop: () => {
      controller.abort();
      env.trackDetached(work);
    },
  });
}
