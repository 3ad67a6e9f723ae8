import type { Group } from '../requirements.js';

/** What is promised of long conversations. */
// biome-ignore format: one line a requirement
export const compaction = {
  'compaction.room.limit': { says: '300 rounds at a context of 8k go through with no request over the limit, whatever the results hold' },
  'compaction.kept.pairs': { says: 'a call and its result stay together, and roles alternate as providers want it' },
  'compaction.kept.requests': { says: 'the first request, the current one, denials, undo notes, pictures of the request and the last rounds stay' },
  'compaction.kept.taint': { says: 'taint is not lost by a compaction' },
  'compaction.room.shorten': { says: 'old results are shortened first, and what was shortened can be read again' },
  'compaction.summary.model': { says: 'the model summarises without tools, reads the past as data, in pieces where it is too long' },
  'compaction.summary.digest': { says: 'where the model fails, says nothing, calls tools or says too much, a digest from the record takes its place' },
  'compaction.summary.cancel': { says: 'a compaction is cancelled within 200 ms and leaves everything as it was' },
  'compaction.summary.usage': { says: 'what the requests for a summary used is recorded and counts' },
  'compaction.room.overflow': { says: 'a request the server refuses as too long is made shorter and sent again, a few times at most, also where the context is unknown' },
  'compaction.record.reload': { says: 'a session that is gone on with, or forked, gives the model exactly the same messages' },
  'compaction.record.originals': { says: 'the events before a compaction stay as they were: exports and the audit tell all of it' },
  'compaction.record.asked': { says: 'a person or a program can ask for it, and everyone who watches is told of it' },
  'compaction.room.estimate': { says: 'tokens are estimated with care, without a tokenizer, and corrected by what the server counts' },
  'compaction.room.tools': { says: 'the definitions of the default profile leave a small context for the conversation' },
  'compaction.room.context': { says: 'the size of the context comes from the settings, the server or the name of the model' },
  'compaction.record.repair': { says: 'from any events, cut off or out of order, no request with an unanswered call is made, and nothing throws' },
} as const satisfies Group;
