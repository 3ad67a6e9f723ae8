import { defined } from '../base/defined.js';
import { createId } from '../base/id.js';
import { admit, type Call } from '../run/call.js';
import type { RunEvent } from '../run/event.js';
import type { AgentEvent } from './event.js';
import type { MeantCall } from './through-door.js';

/** Gives each call of a message an id no other call of the session has, and reports where that changed one. */
export function admitCalls(
  calls: readonly MeantCall[],
  { round, isTaken }: { readonly round: number; isTaken(id: string): boolean },
): {
  readonly admitted: { readonly calls: readonly Call[]; readonly events: readonly RunEvent[] };
  readonly problems: readonly AgentEvent[];
} {
  const taken = new Set<string>();
  const problems: AgentEvent[] = [];
  const admitted: Call[] = [];
  const events: RunEvent[] = [];
  for (const [index, given] of calls.entries()) {
    const free = given.id !== '' && !taken.has(given.id) && !isTaken(given.id);
    const id = free ? given.id : createId('call');
    if (!free) {
      const message = given.id === '' ? `call ${index} had no id` : `the call id ${given.id} was used before`;
      problems.push({
        type: 'message-problem',
        body: { round, code: 'call-id-replaced', message: `${message}; it is ${id} now` },
      });
    }
    taken.add(id);
    const { name, arguments: args, through } = given;
    const call: Call = { id, index, name, arguments: args, attempt: 1, ...defined({ through }) };
    admitted.push(call);
    events.push(...admit(call).events);
  }
  return { admitted: { calls: admitted, events }, problems };
}
