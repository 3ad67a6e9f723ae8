import { listKeptCommands } from '../../session/kept-commands.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { keptLines } from './kept-lines.js';

/** `toolwright commands`: what goes on after its session, or did, oldest first. */
export async function listCommand(invocation: Invocation, host: Host): Promise<number> {
  const kept = exitMask(host).value(await withStore(invocation, host, async (store) => listKeptCommands(store)));
  if (invocation.flag('json')) host.stdout.write(`${renderJson(kept)}\n`);
  else if (kept.length > 0) host.stdout.write(`${kept.map(keptLines).join('\n')}\n`);
  else host.stderr.write('No command was kept after its session.\n');
  return exitCodes.answered;
}
