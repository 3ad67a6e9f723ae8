import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { succeeds } from '../../base/attempt.js';
import { isToolwrightError, messageOf } from '../../base/error.js';
import { plural } from '../../base/text.js';
import type { LoadedConfig } from '../../config/open-config.js';
import type { HealthItem } from '../../session/health/health-item.js';
import { listSessions } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { openStoreToRead, storePlace } from '../open-user-store.js';

const part = 'store';

/** Whether the sessions can be read, and where they are. Looking makes no store. */
export async function checkStore(invocation: Invocation, host: Host, config: LoadedConfig): Promise<HealthItem> {
  try {
    const place = storePlace(invocation, host, config);
    const { path } = place;
    const store = await openStoreToRead(place);
    try {
      const sessions = await listSessions(store);
      const damaged = sessions.filter(({ damage }) => damage !== undefined);
      const says = `${path}, ${plural(sessions.length, 'session')}`;
      if (path !== 'memory' && !writable(path)) {
        const todo = 'Change the rights of the file and its folder, or use another: --store PATH';
        return { part, state: 'bad', says: `${path} cannot be written`, todo };
      }
      if (damaged.length === 0) return { part, state: 'ok', says };
      const todo = `Damaged: ${damaged.map(({ id }) => id).join(', ')}. What can be read of one: toolwright sessions export ID`;
      return { part, state: 'warn', says, todo };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    return { part, state: 'bad', says: messageOf(error).replace(/\nSee: .*$/, '') };
  }
}

/** Whether the file, or the nearest folder above it that is there, can be written to. */
function writable(path: string): boolean {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return succeeds(() => accessSync(place, constants.W_OK));
}
