import type { RunContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Captured, Place, ProcessEnd, ProcessPort } from '../../tool/port.js';

export interface CapturedRun
  extends Pick<Parameters<ProcessPort['run']>[0], 'command' | 'timeoutMs' | 'input' | 'onOutput'> {
  readonly place: Place;
  readonly facts: readonly Fact[];
  /** It was said that it can be undone. */
  readonly undoable: boolean;
}

/** Runs a process and waits for its end, with what it changes captured: nothing is run that could no longer be undone as said. */
export async function runCaptured(
  { place, facts, undoable, ...run }: CapturedRun,
  ctx: RunContext,
): Promise<{ readonly end: ProcessEnd; readonly captured: Captured } | ToolFailure> {
  const folder = ctx.workspace.hold(place);
  if (isFailure(folder)) return folder;
  const capture = await ctx.change.capture(facts, { signal: ctx.signal });
  if (undoable && capture.missing !== undefined) {
    folder.close();
    await capture.end();
    return fail(
      'stale',
      `Not run: it was said that it can be undone, and now it cannot: ${capture.missing}. Repeat the call.`,
    );
  }
  let captured: Captured | undefined;
  let end: ProcessEnd;
  try {
    end = await ctx.process.run({ ...run, cwd: folder.path, signal: ctx.signal, facts });
  } finally {
    folder.close();
    captured = await capture.end();
  }
  return { end, captured };
}
