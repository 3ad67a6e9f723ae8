/**
 * Files that take 20 s or more, the longest first. Where nothing is known of earlier runs vitest goes by the size of a
 * file, and one that is short to read and long to run, begun last, has one worker busy while the other has nothing left.
 */
export const longestTests: readonly string[] = [
  'test/reliability/crash.test.ts',
  'test/pack/pack.deep.ts',
  'test/pack/start.deep.ts',
  'test/bench/smoke.deep.ts',
  'test/extend/mcp/conformance.test.ts',
  'test/store/stress/io-faults.test.ts',
  'test/dialect/bounds.test.ts',
  'test/dialect/cases.test.ts',
  'test/pack/ci.deep.ts',
  'test/cli/chat/chat.test.ts',
  'test/docs/code-blocks.test.ts',
  'test/change/undo-random.test.ts',
  'test/sandbox/exhausted.test.ts',
  'test/dialect/round-trip.test.ts',
  'test/policy/cases/commands.test.ts',
  'test/mcp-server/stdio.test.ts',
];
