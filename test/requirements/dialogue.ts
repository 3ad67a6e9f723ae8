import type { Group } from '../requirements.js';

/** What is promised of todos, of questions that tools ask, and of plans. */
// biome-ignore format: one line a requirement
export const dialogue = {
  'dialogue.todos.one-list': { says: 'all todo tools of a session work on one list, and no other session sees it' },
  'dialogue.todos.record': { says: 'each change of the list is an event with the whole list and the call that made it' },
  'dialogue.todos.kept': { says: 'the list survives a kill, going on, a fork and a compaction' },
  'dialogue.todos.once': { says: 'a todo is not added twice when its call runs again after a crash' },
  'dialogue.todos.bounds': { says: 'a list has at most 100 todos of at most 500 characters, and more is refused with what to do' },
  'dialogue.todos.injected': { says: 'where the profile says so, requests after calls tell the todos; nothing of that is stored' },
  'dialogue.todos.room': { says: 'what requests tell of todos counts towards the context, and no request goes over it' },
  'dialogue.todos.shown': { says: 'the chat shows the list once for the calls of a message, and /todos lists it; every text stays one harmless line' },
  'dialogue.todos.masked': { says: 'a secret in a todo is masked in the record, for the model and for those who watch' },
  'dialogue.ask.answers': { says: 'ask_user gives each question with its answers, several where multi_select says so, and own words always' },
  'dialogue.ask.checked': { says: 'empty or doubled questions and options are refused before anyone is asked' },
  'dialogue.ask.partly': { says: 'what was answered before a question was denied or waited too long reaches the model' },
  'dialogue.ask.deadline': { says: 'a question with a deadline is withdrawn at its end, and the record says that nobody answered' },
  'dialogue.ask.recorded': { says: 'who answered is recorded, and a session with such questions replays without a difference' },
  'dialogue.ask.parked': { says: 'a parked question of a tool is asked again by another process, and its answer reaches the model' },
  'dialogue.ask.faces': { says: 'chat and JSON lines take a number, several numbers, several texts or own words' },
  'dialogue.plan.review': { says: 'a plan is accepted, rejected or sent back with what shall be changed, by the person alone' },
  'dialogue.plan.todos': { says: 'the steps of an accepted plan are the todos' },
  'dialogue.plan.mode': { says: 'mode plan is left only by the answer of a person, for a mode that was offered, and recorded in their name' },
  'dialogue.plan.locked': { says: 'where the mode is managed, accepting a plan does not change it' },
  'dialogue.plan.no-person': { says: 'a plan with nobody there follows the rule for that, and auto review asks nobody and leaves no mode' },
  'dialogue.plan.shown': { says: 'a plan is shown whole, in the gutter, escaped, page by page, with warnings for what can be misread' },
  'dialogue.plan.resumed': { says: 'a review that was paused or cut off by a kill is asked again' },
  'dialogue.fuzz.typed': { says: 'random arguments of the dialogue and todo tools give results or typed errors only' },
  'dialogue.show.titles': { says: 'every built-in tool has a short title and calls of one line' },
  'dialogue.show.compact': { says: 'every built-in tool tells people a short result apart from what the model reads' },
  'dialogue.show.harmless': { says: 'no control character of a call or a result reaches the screen' },
} as const satisfies Group;
