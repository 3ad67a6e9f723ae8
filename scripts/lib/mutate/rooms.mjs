/** The rooms that can be broken, each with the test folders and files that know it; `test/ROOM` always counts. */
export const rooms = {
  policy: [],
  run: ['session/road.test.ts', 'session/grants.test.ts', 'session/loop-watch.test.ts'],
  change: ['session/undo.test.ts'],
  store: [],
  history: ['agent/context-gauge.test.ts'],
  config: [],
};

/** Long, at random, of whole processes or of the built program: it takes too long to ask them about every mutant. */
export const leftOut = [
  'test/store/stress/',
  'test/store/mutations.test.ts',
  'test/store/sqlite-crash.test.ts',
  'test/store/sqlite-disk.test.ts',
  'test/store/two-writers.test.ts',
  'test/change/kill.test.ts',
  'test/change/undo-random.test.ts',
  'test/policy/cases/commands.test.ts',
  'test/policy/properties.test.ts',
];
