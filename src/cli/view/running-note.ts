/** Says that a call still runs, ever more rarely, where nothing else does. */
export type RunningNote = ReturnType<typeof createRunningNote>;

const afterMs = 3500;

export function createRunningNote(note: (callId: string, words: string) => void) {
  const calls = new Map<string, { dueMs: number; heard: boolean }>();
  const known = (callId: string) => {
    const call = calls.get(callId) ?? { dueMs: afterMs, heard: false };
    calls.set(callId, call);
    return call;
  };
  return {
    beat(callId: string, elapsedMs: number) {
      const call = known(callId);
      const due = elapsedMs >= call.dueMs;
      if (due) call.dueMs = elapsedMs * 1.9;
      if (due && !call.heard) note(callId, `still running, ${Math.round(elapsedMs / 1000)} s`);
      call.heard = false;
    },
    /** It has just said something itself. */
    heard: (callId: string) => {
      known(callId).heard = true;
    },
    stop: (callId: string) => void calls.delete(callId),
  };
}
