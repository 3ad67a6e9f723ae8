import type { Group } from '../requirements.js';

/** What is promised of text from outside: that it is noticed, remembered, and cannot steer what leaves. */
// biome-ignore format: one line a requirement
export const taint = {
  'taint.raised.network': { says: 'what a call with a connection among its facts brings in taints the session, by any tool and any command' },
  'taint.raised.connected': { says: 'what a confined command was connected to taints the session, whatever its plan said' },
  'taint.raised.mcp': { says: 'the result of a tool of an MCP server taints the session with the name of the server' },
  'taint.raised.file': { says: 'reading a file marked untrusted taints, by a tool or a command, through a folder or a link' },
  'taint.raised.fetched-file': { says: 'a file that a call with a connection wrote is untrusted from then on, also after taint was cleared' },
  'taint.raised.not': { says: 'what did not run, reads only names or the workspace, or runs confined without a connection does not taint' },
  'taint.raised.before-model': { says: 'taint-raised is recorded with the end of its call, before the model can read the result' },
  'taint.raised.excerpt': { says: 'the beginning of what came in is recorded on one line of at most 200 characters, with secrets masked' },
  'taint.raised.once': { says: 'a source is recorded once; at most 50 are listed, and the others counted' },
  'taint.kept.resume': { says: 'taint outlives the process, also one that is killed, and a shortened history: it is told from the events' },
  'taint.kept.fork': { says: 'a forked session is tainted as the other was' },
  'taint.clear.person': { says: 'a person clears taint, which is recorded with who did and from where; no tool can' },
  'taint.policy.sends': { says: 'while tainted no mode, allow rule or grant lets a connection, or a call of an MCP server, pass unasked' },
  'taint.policy.unconfined': { says: 'while tainted no unproved command and no signal passes unasked outside the sandbox, also with sandbox off' },
  'taint.policy.goes-on': { says: 'while tainted, reading, editing and confined commands without a connection are decided as before' },
  'taint.policy.nobody': { says: 'with nobody there what taint asks about is denied' },
  'taint.policy.rule': { says: 'an allow rule counts while tainted when it says so; one of a workspace cannot say so' },
  'taint.policy.vocabularies': { says: 'the policies in the words of other systems ask for taint too' },
  'taint.grant.holds': { says: 'a grant given at a question that named taint holds while tainted; other grants do not' },
  'taint.grant.told': { says: 'an offer says that it holds while tainted too, and the list of grants marks it' },
  'taint.shown.question': { says: 'a question for taint names what came in last and quotes its beginning, escaped and in the gutter' },
  'taint.shown.told': { says: 'the chat and a run tell when text from outside came in; /taint shows it, and /taint clear clears it' },
  'taint.record.audit': { says: 'the record lists what tainted a session and who cleared it' },
  'taint.config.untrusted': { says: 'the untrusted files of all config files count; a workspace can add some and take none away' },
} as const satisfies Group;
