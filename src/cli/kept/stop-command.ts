import { listKeptCommands, stopKeptCommand } from '../../session/kept-commands.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { findKept } from './find-kept.js';
import { keptLines } from './kept-lines.js';

/** `toolwright commands stop ID …`: ends kept commands with all they started. One that has ended is told as it is. */
export async function stopCommand(invocation: Invocation, host: Host): Promise<number> {
  return withStore(invocation, host, async (store) => {
    const known = listKeptCommands(store);
    const wanted = invocation.arguments.map((given) => findKept(known, given, 'commands stop'));
    for (const one of wanted) {
      const ended = await stopKeptCommand(store, one);
      host.stderr.write(`${keptLines(exitMask(host, one.workspace).value(ended))}\n`);
    }
    return exitCodes.answered;
  });
}
