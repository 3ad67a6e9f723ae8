import { isToolwrightError, ToolwrightError } from '../base/error.js';
import type { Call, Reply } from './client-port.js';

/** What some work comes to: what it throws as an expected failure is a value. */
export async function replyOf<T>(work: () => T | Promise<T>): Call<T> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    const { code, message, details } = error;
    return { ok: false, error: { code, message, ...(Object.keys(details).length > 0 && { details }) } };
  }
}

/** The value of a reply; throws a failure, for those who tell of all failures in one place. */
export function unwrap<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value;
  const { code, message, details } = reply.error;
  throw new ToolwrightError(code, message, { ...(details !== undefined && { details }) });
}

/** The value of what has nothing to tell. */
export const nothing = (_?: unknown): null => null;
