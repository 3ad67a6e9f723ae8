import type { Group } from '../requirements.js';

/** What is promised of what requests to a model begin with. */
// biome-ignore format: one line a requirement
export const prefix = {
  'prefix.requests.begin': { says: 'a request begins with all of the one before, byte for byte, for every API and in text: tools, system message and each message' },
  'prefix.requests.resumed': { says: 'a session that is resumed after a kill sends the same bytes' },
  'prefix.requests.exceptions': { says: 'only a compaction, another model, a rewind or fork, a secret that became known and a profile that wants it break what requests begin with' },
  'prefix.notes.once': { says: 'what changes is told once, at the end, as part of the record: mode, instructions, skills, todos, tools that came, changed or went' },
  'prefix.notes.definition': { says: 'a tool that was defined otherwise meanwhile is told with its new definition' },
  'prefix.door.resolved': { says: 'rules, grants, hooks, questions, the loop watch and the record see a call through the door as a call of the tool it means' },
  'prefix.door.refused': { says: 'a call of the door that cannot be read, or that calls the door, is refused with words that say what it takes' },
  'prefix.door.text': { says: 'arguments may come through the door as JSON text, and are declared so where an API takes no open object' },
  'prefix.door.kept': { says: 'the model reads its calls as it wrote them, through the door or by name' },
  'prefix.door.own-name': { says: 'where a model writes its calls as text no door is declared, and found tools are called by their names' },
  'prefix.door.served': { says: 'MCP clients are not offered the door' },
  'prefix.tools.stale': { says: 'a call to a tool whose definition is another than the model was given is answered with the one it has' },
  'prefix.tools.compacted': { says: 'a compaction has the tools declared that are in use' },
  'prefix.choice.declared': { says: 'how many built-in tools are declared goes by the context and the cache of the model, and by a setting' },
  'prefix.shown.requests': { says: 'explain --requests shows of each request what was read, reused and new, why it began anew, and what it cost' },
  'prefix.shown.sessions': { says: 'sessions show tells how many tokens were read, how many of them from a cache, and what that cost' },
  'prefix.shown.context': { says: '/context shows what the model is sent, part by part, how tools are declared and why, and what was used' },
  'prefix.shown.turn': { says: 'the end of a turn tells what its answers used, cached tokens included' },
} as const satisfies Group;
