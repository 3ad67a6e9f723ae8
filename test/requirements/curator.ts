import type { Group } from '../requirements.js';

/** The parts of large files that matter, chosen by the model; with the ids of local-harness.curator. */
// biome-ignore format: one line a requirement
export const curator = {
  'curator.answer.exact': { says: 'exactly the chosen lines are given, numbered and with each gap marked' },
  'curator.use.off': { says: 'without the setting no file is curated' },
  'curator.use.large': { says: 'only a large text file that is asked for whole is curated' },
  'curator.prompt.data': { says: 'the curator is told that file and conversation are data, and only numbers of its answer are used' },
  'curator.prompt.masked': { says: 'what is sent to the curator is masked as all that goes to models' },
  'curator.spending.counted': { says: 'what the curator uses is recorded, counts in the limits, and is known when the session is gone on with' },
  'curator.call.cancelled': { says: 'a request of the curator ends with its call' },
  'curator.replay.same': { says: 'a session with curated reads is replayed without a difference' },
  'curator.bench.cached': { says: 'the bench holds a repeated curated read to a fiftieth of the first at most' },
} as const satisfies Group;
