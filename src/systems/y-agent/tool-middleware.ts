import { defined } from '../../base/defined.js';
import type { Middleware } from '../../run/middleware.js';

/** What a middleware of y-agent sees, and may change: setting `aborted` before a call keeps it from being run. */
export interface MiddlewareContext {
  readonly chain_type: 'Tool';
  readonly payload: Readonly<Record<string, unknown>>;
  /** `phase` is `pre` or `post`. */
  readonly metadata: { readonly phase: 'pre' | 'post'; readonly session_id: string; readonly call_id: string };
  aborted: boolean;
  abort_reason?: string;
}

export interface ToolMiddleware {
  readonly name: string;
  readonly priority?: number;
  /** Before a call and after it. What it throws keeps a call from being run; afterwards it is only recorded. */
  execute(context: MiddlewareContext): void | Promise<void>;
}

/** A middleware of the tool chain as a session takes it. */
export const toolMiddleware = ({ name, priority, execute }: ToolMiddleware): Middleware => ({
  name,
  ...defined({ priority }),
  async before({ id, tool, arguments: args, session }) {
    const context: MiddlewareContext = {
      chain_type: 'Tool',
      payload: { tool_name: tool, arguments: args },
      metadata: { phase: 'pre', session_id: session.id, call_id: id },
      aborted: false,
    };
    await execute(context);
    return context.aborted ? { refuse: context.abort_reason ?? `${name} has aborted the call.` } : undefined;
  },
  async after({ id, tool, arguments: args, session, outcome, result }) {
    await execute({
      chain_type: 'Tool',
      payload: { tool_name: tool, arguments: args, outcome, result },
      metadata: { phase: 'post', session_id: session.id, call_id: id },
      aborted: false,
    });
    return undefined;
  },
});
