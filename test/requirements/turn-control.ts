import type { Group } from '../requirements.js';

/** What is promised of stopping a turn, going on with it, and saying something in it. */
// biome-ignore format: one line a requirement
export const turnControl = {
  'turn-control.pause.nothing-starts': { says: 'after a pause no call, no request to the model and no question starts in the turn' },
  'turn-control.pause.at-once': { says: 'a pause is on record at once, with who asked for it, also while calls still run' },
  'turn-control.pause.running': { says: 'calls that run at a pause are told of nothing, go on to their end and are settled' },
  'turn-control.pause.waiting': { says: 'calls not started stay open at a pause; going on runs them, or asks about them, by the same rules' },
  'turn-control.pause.question': { says: 'a question is withdrawn by a pause, takes no answer any more, and is asked afresh on going on' },
  'turn-control.pause.answer': { says: 'an answer on its way is cut by a pause; its text is kept, no call of it runs, and the model is asked to go on' },
  'turn-control.pause.kept': { says: 'a paused turn can be gone on with by another process' },
  'turn-control.pause.cancelled': { says: 'a cancel after a pause ends what runs and leaves no call open' },
  'turn-control.cancel.any-state': { says: 'a cancel, and a pause, are honoured within 200 ms in every state of a turn' },
  'turn-control.process.kept': { says: 'a turn that runs keeps the process although nobody awaits it; one that has ended or was cancelled does not' },
  'turn-control.steer.recorded': { says: 'a message sent in a turn is on record before anything is done with it, and outlives a kill' },
  'turn-control.steer.safe-point': { says: 'a message sent in a turn is taken in before the next request, never between a call and its result' },
  'turn-control.steer.order': { says: 'messages sent in a turn are taken in once each, in the order they came, pictures or not' },
  'turn-control.steer.goes-on': { says: 'a turn whose answer comes with messages waiting goes on with another round' },
  'turn-control.steer.next-turn': { says: 'what waits at a cancel, failure, limit or kill is taken in by the next turn, ahead of its own message' },
  'turn-control.steer.masked': { says: 'a secret in a message sent in a turn is masked before it is stored' },
  'turn-control.steer.busy': { says: 'sending while a turn runs names the way to say it, and so does steering while none does' },
  'turn-control.chat.steer': { says: 'a line typed in the chat while a turn runs is shown as queued, then as taken in' },
  'turn-control.chat.pause': { says: '/pause in the chat pauses the turn; /resume, or Enter alone, goes on with it' },
} as const satisfies Group;
