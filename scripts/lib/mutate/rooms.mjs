const inSession = (names) => names.split(' ').map((name) => `session/${name}.test.ts`);

/** The rooms that can be broken, each with the test folders and files that know it; `test/ROOM` always counts. */
export const rooms = {
  policy: [],
  run: [
    ...['agent/chains.test.ts', 'agent/open-calls.test.ts', 'builtin/showing.test.ts'],
    ...inSession(
      'abandoned active-file bad-tool called-turn child/bounds child/rights child/stop dialogue edge exposure',
    ),
    ...inSession(
      'failing-store grants hostile inactive-calls lifecycle limits loop-watch odd-tool parked pause question',
    ),
    ...inSession(
      'record-rules replay/replay-surroundings result-images road steer store-wait taint todos turn-control web',
    ),
  ],
  change: ['session/undo.test.ts'],
  store: [],
  history: ['agent/context-gauge.test.ts'],
  config: ['extend/custom/custom-tools.test.ts'],
};

/** They break one system call of a process after the other, and take too long to be asked about every mutant. */
export const leftOut = ['test/store/stress/'];
