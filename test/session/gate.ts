import { defineTool } from '../../src/tool/define-tool.js';

/** A tool whose runs end when they are let. */
export function gate(options: { readonly name?: string; readonly concurrency?: 'parallel' | 'exclusive' } = {}) {
  const { name = 'gate', concurrency = 'exclusive' } = options;
  const waiting: (() => void)[] = [];
  const aborted: string[] = [];
  let ran = 0;
  const tool = defineTool({
    name,
    description: 'waits',
    parameters: { type: 'object' },
    effects: 'none',
    concurrency,
    run: (_, ctx) => {
      ran += 1;
      const { callId } = ctx.session;
      return new Promise<string>((resolve) => {
        const stopped = (): void => void aborted.push(callId);
        ctx.signal.addEventListener('abort', stopped);
        waiting.push(() => {
          ctx.signal.removeEventListener('abort', stopped);
          resolve('let through');
        });
      });
    },
  });
  return {
    tool,
    /** Calls that were told to stop while they ran. */
    aborted,
    get ran() {
      return ran;
    },
    open(): void {
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** A model that says this and then nothing more, until it is cancelled; with `deaf` not even then. */
export const unending = (text: string, { deaf = false } = {}) => ({
  name: 'unending',
  stream: ({ signal }: { readonly signal: AbortSignal }, emit: (event: never) => void): Promise<void> =>
    new Promise((resolve) => {
      emit({ type: 'text', text } as never);
      emit({ type: 'call-open', index: 0, name: 'writer' } as never);
      emit({ type: 'call-arguments', index: 0, text: '{"path":"x"}' } as never);
      signal.addEventListener('abort', () => {
        if (deaf) return;
        emit({ type: 'failure', failure: { kind: 'cancelled', message: 'cancelled' } } as never);
        resolve();
      });
    }),
});
