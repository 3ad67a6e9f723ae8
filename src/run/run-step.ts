import { createId } from '../base/id.js';
import { fail, type ToolFailure, type ToolResult } from '../tool/outcome.js';
import type { Step, StepEnd } from '../tool/step.js';
import type { Call } from './call.js';
import { createCancellation } from './cancellation.js';
import { finishCall, settleNotRun } from './drive-call.js';
import type { Nesting, RunEnv, StepContext } from './env.js';
import type { Settlement } from './event.js';
import { offerTools, withCurrentName } from './find-tool.js';

/** How deep calls may make calls, and how many a call of the model may lead to in all. */
export const stepLimits = { depth: 3, steps: 100, textBytes: 1_000_000 } as const;

/** Takes a call that a running tool makes along the whole road, from its admission to its settlement. */
export async function runStep(step: Step, { env, call, ctx }: StepContext): Promise<StepEnd> {
  const { nesting } = env;
  nesting.count.steps += 1;
  // Never one that a model could have chosen for a call of its own.
  const id = createId('step');
  const refusal = whyNot(nesting, env, ctx.signal);
  if (refusal !== undefined) {
    const { errorType, message: text } = refusal;
    return { callId: id, outcome: errorType === 'cancelled' ? 'cancelled' : 'error', errorType, text };
  }
  const { name } = withCurrentName({ name: step.tool }, env.tools);
  const made: Call = { id, index: call.index, name, arguments: JSON.stringify(step.arguments), attempt: 1 };
  const body = { callId: id, parent: call.id, name: made.name, arguments: made.arguments };
  env.recorder.record([{ type: 'step-admitted', body }]);
  const { inner, close } = innerEnv(env, { depth: nesting.depth + 1, count: nesting.count }, ctx.signal);
  try {
    const { state, halt } = await finishCall({ stage: 'resolve', call: made }, inner);
    if (halt !== undefined) ctx.halt(halt);
    if (state.stage === 'done') return await endOf(state.settlement, env);
    await settleNotRun(state, 'Not run: the call that made it was ended.', inner);
    return { callId: id, outcome: 'cancelled', errorType: 'cancelled', text: 'It was not run.' };
  } finally {
    close();
  }
}

function whyNot({ depth, count }: Nesting, env: RunEnv, signal: AbortSignal): ToolFailure | undefined {
  if (depth >= stepLimits.depth)
    return fail('rate_limited', `Not run: tools call tools only ${stepLimits.depth} deep. Call it yourself.`);
  if (count.steps > stepLimits.steps)
    return fail('rate_limited', `Not run: one call leads to ${stepLimits.steps} others at most. Do less in one call.`);
  if (env.cancellation.stop !== undefined || signal.aborted)
    return fail('cancelled', 'Not run: the call that made it was ended.');
  return undefined;
}

/**
 * What a step is run with. A pause lets it go on to its end once it has started and takes it back before: the call that made
 * it has begun and cannot wait for another day.
 */
function innerEnv(env: RunEnv, nesting: Nesting, signal: AbortSignal): { readonly inner: RunEnv; close(): void } {
  const cancellation = createCancellation();
  let started = false;
  const cancel = (): void => cancellation.cancel();
  const forgetStop = env.cancellation.onStop(() => {
    if (!started) cancel();
  });
  const forgetCancel = env.cancellation.onCancel(cancel);
  signal.addEventListener('abort', cancel);
  const inner: RunEnv = {
    ...env,
    nesting,
    cancellation,
    // Found whether or not the model was shown it in this request.
    round: { offer: offerTools(env.tools), callsBefore: env.round.callsBefore },
    pace: env.pace.order === 'ticked' ? { ...env.pace, order: 'sequential' } : env.pace,
    words: { ...env.words, renderResult: plainResult, renderMessage: undefined },
    recorder: {
      record(events) {
        for (const { type } of events)
          if (type === 'call-started' || type === 'call-stopped') started = type === 'call-started';
        return env.recorder.record(events);
      },
      flush: () => env.recorder.flush(),
    },
  };
  return {
    inner,
    close() {
      forgetStop();
      forgetCancel();
      signal.removeEventListener('abort', cancel);
    },
  };
}

/** A step is read by the tool that made it: it needs no words around. */
function plainResult({ data, error_message }: ToolResult): string {
  const text = data === null || data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(data);
  return [error_message ?? '', text].filter((part) => part !== '').join('\n');
}

/** Of a result that is too long for a message the whole is kept. */
async function endOf({ callId, outcome, errorType, content, blob }: Settlement, env: RunEnv): Promise<StepEnd> {
  if (blob === undefined || outcome !== 'ok') return { callId, outcome, errorType, text: content };
  const bytes = await env.ports.blobs.read(blob);
  if (bytes !== undefined && bytes.length <= stepLimits.textBytes)
    return { callId, outcome, errorType, text: Buffer.from(bytes).toString() };
  const text = `Its result is larger than the ${stepLimits.textBytes} bytes that are passed on. Ask for less.`;
  return { callId, outcome: 'error', errorType: 'io_error', text };
}
