import { firstLine } from '../../base/text.js';
import type { SessionRecord } from '../../session/event.js';
import { sessionStreams, summarizeSession } from '../../session/sessions.js';
import type { Store } from '../../store/store.js';
import { exitMask } from '../exit-mask.js';
import { withStore } from '../open-user-store.js';
import { shortTime } from '../view/session-lines.js';
import type { CompletionValue, ValueRequest } from './completion-value.js';

const maxSessions = 100;
/** The first message stands among the first events. */
const eventsToRead = 10;

/** `last` and the ids of the newest sessions, each with its time and its first words. */
export function sessionValues({ host, invocation }: ValueRequest): Promise<readonly CompletionValue[]> {
  return withStore(invocation, host, async (store) => {
    const newest = (await sessionStreams(store)).slice(0, maxSessions);
    const values: CompletionValue[] = newest.length > 0 ? [{ value: 'last', says: 'the newest' }] : [];
    const exit = exitMask(host);
    for (const { id, lastAt } of newest) {
      const words = firstLine(exit.text(await firstMessage(store, id)), 60);
      values.push({ value: id, says: `${shortTime(lastAt)} ${words}`.trimEnd() });
    }
    return values;
  });
}

/** Empty where the session cannot be read: its id is worth offering all the same. */
async function firstMessage(store: Store, id: string): Promise<string> {
  try {
    const events = (await store.read(id, { limit: eventsToRead })) as readonly SessionRecord[];
    return summarizeSession({ id, events }).firstMessage ?? '';
  } catch {
    return '';
  }
}
