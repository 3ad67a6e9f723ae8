import type { Group } from '../requirements.js';

/** What is promised of running a recorded session again. */
// biome-ignore format: one line a requirement
export const replay = {
  'replay.same.turns': { says: 'a recorded session that is run again brings the same events, apart from ids, times and hashes, and does so each time' },
  'replay.same.calls': { says: 'calls that were unknown, invalid, impossible, denied, asked about, failed or broken come to the same ends' },
  'replay.same.order': { says: 'calls that ran together are settled in the order they were settled in' },
  'replay.same.stopped': { says: 'a turn that was cancelled or paused is stopped where it was' },
  'replay.same.resumed': { says: 'a session that was parked, paused, steered or killed at any event and gone on with is run again as it was' },
  'replay.same.model': { says: 'a model that failed, was cut off or gave ids twice does so again' },
  'replay.same.limits': { says: 'a session is held to the limits it was held to, not to those of today' },
  'replay.told.sides': { says: 'of each event that differs the first difference is told, with its place and both sides' },
  'replay.told.turn': { says: 'an event that is another altogether ends the comparison of its turn; the next begins from the record' },
  'replay.left.said': { says: 'events that are not known, and what tools did, are left out and said' },
  'replay.touch.nothing': { says: 'a replay runs nothing, and reads and writes nothing outside the record' },
  'replay.command.exits': { says: 'toolwright replay ends with 0 without a difference, with 1 with one, with 2 for bad usage' },
  'replay.command.json': { says: 'toolwright replay --json prints the whole report' },
  'replay.redact.words': { says: 'a redacted session holds no path, content, argument or secret of the original; the same word is the same word everywhere' },
  'replay.redact.form': { says: 'a redacted session has the events, the lengths and the form of the original' },
  'replay.redact.replays': { says: 'a redacted session is replayed from its file as the original is' },
} as const satisfies Group;
