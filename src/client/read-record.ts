import type { SessionRecord } from '../session/event.js';
import type { ClientPort } from './client-port.js';
import { unwrap } from './reply.js';

/** All that is recorded of a session, page by page. */
export async function readRecord(
  port: Pick<ClientPort, 'readEvents'>,
  session: string,
): Promise<readonly SessionRecord[]> {
  const events: SessionRecord[] = [];
  for (let more = true; more; ) {
    const page = unwrap(await port.readEvents({ session, after: events.at(-1)?.seq ?? 0 }));
    events.push(...page.events);
    more = page.more;
  }
  return events;
}
