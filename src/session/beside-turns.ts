import type { UndoEnd, UndoPreview } from '../change/undo.js';
import type { HistoryCompacted } from '../history/event.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { type Cancellation, createCancellation } from '../run/cancellation.js';
import { stored } from '../run/recorder.js';
import { byProgram } from './by-program.js';
import type { RewindEnd, RewindOptions } from './rewind-session.js';
import type { SessionCore } from './session-core.js';
import type { Revert } from './undo-changes.js';
import { assertIdle } from './usable.js';

/** Takes changes of files back, or makes them again. */
export const revertBesideTurns = (core: SessionCore, wanted: Revert): Promise<UndoEnd> =>
  whileIdle(core, ({ signal }) => revert(core, wanted, signal));

/** Makes what the model reads of the conversation shorter. */
export const compactBesideTurns = (core: SessionCore): Promise<HistoryCompacted | undefined> =>
  whileIdle(core, async (cancellation) => {
    const { compactSession } = await import('./compact-session.js');
    return compactSession(core, cancellation);
  });

export const rewindBesideTurns = (core: SessionCore, options: RewindOptions): Promise<RewindEnd> =>
  whileIdle(core, async ({ signal }) => {
    const { rewindSession } = await import('./rewind-session.js');
    return rewindSession(core, options, (wanted) => revert(core, wanted, signal));
  });

/** Does what no turn, and nothing else, may happen beside. */
async function whileIdle<T>(core: SessionCore, work: (cancellation: Cancellation) => Promise<T>): Promise<T> {
  assertIdle(core);
  const cancellation = createCancellation();
  const done = work(cancellation).finally(() => {
    core.state.running = undefined;
  });
  core.state.running = { cancellation, done };
  return done;
}

async function revert(core: SessionCore, wanted: Revert, signal: AbortSignal): Promise<UndoEnd> {
  const { store, id, place, stream } = core;
  const { mask } = place;
  const { approve } = wanted;
  if (stream.used) await stored(stream.recorder);
  const { revertChanges } = await import('./undo-changes.js');
  const shown = approve && ((preview: UndoPreview) => approve(maskValue(preview, mask).value));
  const end = await revertChanges(shown === undefined ? wanted : { ...wanted, approve: shown }, {
    store,
    session: id,
    fsync: place.fsync,
    signal,
    origin: byProgram(place.session),
    async record(event) {
      stream.record(event);
      await stored(stream.recorder);
    },
  });
  if (end.type === 'done') await core.hooks?.reverted(end.event);
  return maskValue(end, mask).value;
}
