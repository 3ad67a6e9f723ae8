import { listKeptCommands, readKeptOutput } from '../../session/kept-commands.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeText } from '../safe-text.js';
import { findKept } from './find-kept.js';
import { keptLines } from './kept-lines.js';

/** `toolwright commands show ID`: the output of a kept command, on stdout alone; how it stands, beside that. */
export async function showCommand(invocation: Invocation, host: Host): Promise<number> {
  return withStore(invocation, host, async (store) => {
    const wanted = findKept(listKeptCommands(store), invocation.arguments[0] ?? '', 'commands show');
    const told = { ...wanted, output: await readKeptOutput(store, wanted) };
    const { output, ...kept } = exitMask(host, wanted.workspace).value(told);
    if (invocation.flag('json')) {
      host.stdout.write(`${renderJson({ ...kept, output })}\n`);
      return exitCodes.answered;
    }
    host.stderr.write(`${keptLines(kept)}\n`);
    if (output !== '') host.stdout.write(`${safeText(output.replace(/\n$/, ''))}\n`);
    return exitCodes.answered;
  });
}
