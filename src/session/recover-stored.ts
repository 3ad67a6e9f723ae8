import { openCaptures } from '../change/capture/open-captures.js';
import { createRecorder, stored } from '../run/recorder.js';
import type { Store } from '../store/store.js';
import type { LogPort } from '../tool/port.js';
import type { SessionRecord } from './event.js';
import { finishChanges } from './finish-changes.js';
import { realFolder } from './real-folder.js';
import { recoverCommand } from './recover-command.js';

/** Puts on record what was being changed when the process of a session was killed. Its lease must be held. */
export async function recoverStored(store: Store, session: string): Promise<void> {
  const past = (await store.read(session)) as readonly SessionRecord[];
  const opened = past.findLast((event) => event.type === 'session-opened');
  if (opened === undefined) return;
  const recorder = createRecorder({ store, stream: session, onRecord: () => {}, onTold: () => {} });
  const captures = openCaptures({
    session,
    storePath: store.path === undefined ? undefined : realFolder(store.path),
    root: opened.body.workspace,
    blobs: store.blobs,
    sandboxed: () => false,
    lease: (other) => store.lease(other),
  });
  if (await finishChanges(past, { recorder, blobs: store.blobs, ports: { log: silent } })) await stored(recorder);
  await recoverCommand(past, { captures, recorder, log: silent });
}

/** What cannot be undone is told by the undo itself, and what was put back stands in the record. */
const silent: LogPort = { debug: () => {}, warn: () => {} };
