import { resolve } from 'node:path';
import { plural } from '../../base/text.js';
import { rescueStore } from '../../store/rescue-store.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { storeFlag, userStorePath } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';

/** `toolwright sessions rescue FILE`: what can be read of a damaged store, in a new one. */
export async function rescueCommand(invocation: Invocation, host: Host): Promise<number> {
  const from = userStorePath(storeFlag(invocation, host), host);
  const to = resolve(host.cwd, invocation.arguments[0] ?? '');
  const rescued = await rescueStore(from, to);
  for (const { stream, events, damage, lostBlobs } of rescued) {
    const parts = [
      plural(events, 'event'),
      ...(damage === undefined ? [] : [safeLine(damage)]),
      ...(lostBlobs === 0 ? [] : [`${plural(lostBlobs, 'blob')} lost`]),
    ];
    host.stdout.write(`${safeLine(stream)}: ${parts.join('; ')}\n`);
  }
  host.stderr.write(`${safeLine(to)} holds what is whole; ${safeLine(from)} stays as it is.\n`);
  host.stderr.write(`To go on with it, put it in its place, or use --store ${safeLine(to)}\n`);
  return rescued.some(({ damage, lostBlobs }) => damage !== undefined || lostBlobs > 0)
    ? exitCodes.failed
    : exitCodes.answered;
}
