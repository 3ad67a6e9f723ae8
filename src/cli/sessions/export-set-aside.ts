import { plural } from '../../base/text.js';
import { findSession, readSession, summarizeSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { trustedExitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { writeExport } from './write-export.js';

/** What repairs took out of a session, a row a line, as it was found. */
export async function exportSetAside(invocation: Invocation, host: Host): Promise<number> {
  return withStore(invocation, host, async (store) => {
    const id = await findSession(store, invocation.arguments[0] ?? '');
    const { workspace } = summarizeSession(await readSession(store, id));
    const rows = (await trustedExitMask(store, host, workspace)).value(await store.setAside(id));
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeExport(text, `${plural(rows.length, 'event')} set aside of ${id}`, { invocation, host });
    return exitCodes.answered;
  });
}
