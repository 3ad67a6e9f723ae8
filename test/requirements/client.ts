import type { Group } from '../requirements.js';

/** What is promised of the port that faces use. */
// biome-ignore format: one line a requirement
export const client = {
  'client.port.json': { says: 'every request, reply and event of the port is JSON: the whole suite passes through text' },
  'client.port.failures': { says: 'an expected failure is a value with a code and a message, and a session that is not open says so' },
  'client.port.only': { says: 'chat, run and the MCP server reach sessions by the port alone' },
  'client.events.replay': { says: 'whoever watches from a seq gets each record after it once, in order, and then what happens' },
  'client.events.join': { says: 'whoever joins in the middle of an answer gets its text so far, the output of running calls, open questions and the queue' },
  'client.events.slow': { says: 'a slow subscriber costs bounded memory, loses no record and is told anew how the session stands' },
  'client.events.several': { says: 'one subscription tells of several sessions, of those opened later too, and of their closing' },
  'client.turn.settled': { says: 'whoever was told that a turn ended can start the next at once' },
  'client.queue.next': { says: 'a message queued for the next turn is taken in by a turn of its own when this one was answered' },
  'client.queue.edit': { says: 'a message that waits can be changed, steered in or taken back; one that was taken in cannot' },
  'client.queue.recorded': { says: 'what was queued, changed and taken back is on record and outlives the process' },
  'client.answer.once': { says: 'a question is answered once, for the digest that was shown, and who comes later is told who did' },
  'client.answer.unattended': { says: 'once nobody answers any more, questions that wait and those to come are denied for want of a person' },
  'client.questions.store': { says: 'questions are listed over all sessions of a store, also those parked by processes that ended' },
  'client.rewind.before': { says: 'a rewind takes the conversation back to before a message, which the person gets back' },
  'client.rewind.files': { says: 'with files what was changed since is undone, all of it or nothing at all' },
  'client.rewind.back': { says: 'a rewind can be taken back: the line that was left is reachable, with its files' },
  'client.rewind.open-calls': { says: 'open calls are settled before a rewind, and nothing runs for it' },
  'client.rewind.kept': { says: 'a session that was rewound is the same when it is opened again, forked, shown and replayed' },
  'client.command.unasked': { says: 'a command of the person runs unasked in any mode, confined and recorded with who ran it; what rules deny stays denied' },
  'client.command.told': { says: 'the model reads of a command of the person only where they want it, also after the session is opened again' },
  'client.sessions.search': { says: 'stored sessions are listed in pages, by folder and by words in what was said' },
  'client.undo.approved': { says: 'undo and redo show what they would do, and do exactly what was approved' },
  'client.commands.read': { says: 'the person reads what a background command printed without taking it from the model' },
} as const satisfies Group;
