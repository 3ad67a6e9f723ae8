import { humanSize } from '../../base/text.js';
import { type KeptCommand, listKeptCommands, readKeptOutput, stopKeptCommand } from '../../session/kept-commands.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeLine, safeText } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { endedWords, minuteOf, shortCommand } from '../view/command-lines.js';

/** `toolwright commands`: what goes on after its session, or did, oldest first. */
export async function listCommand(invocation: Invocation, host: Host): Promise<number> {
  const kept = exitMask(host).value(await withStore(invocation, host, async (store) => listKeptCommands(store)));
  if (invocation.flag('json')) host.stdout.write(`${renderJson(kept)}\n`);
  else if (kept.length > 0) host.stdout.write(`${kept.map(keptLines).join('\n')}\n`);
  else host.stderr.write('No command was kept after its session.\n');
  return exitCodes.answered;
}

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

/** A kept command for a person: its name and what it is, how it stands, and where it works. */
function keptLines(kept: KeptCommand): string {
  const { command, workspace, startedAt, until, bytes, end } = kept;
  const state =
    end === undefined ? `runs since ${minuteOf(startedAt)}, until ${minuteOf(until)} at most` : endedWords(end);
  return [
    `${safeLine(keptName(kept))}  ${shortCommand(command)}`,
    `  ${state}; ${humanSize(bytes)} of output`,
    `  in ${safeLine(workspace)}`,
  ].join('\n');
}

/** A kept command by its whole name, as `toolwright commands` shows it. */
const keptName = ({ sessionId, id }: KeptCommand): string => `${sessionId}/${id}`;

/** The one that is meant: its name, with as much of the session as tells it from others; without any, where it is the only one. */
function findKept(known: readonly KeptCommand[], given: string, command: string): KeptCommand {
  const cut = given.lastIndexOf('/');
  const [session, wanted] = cut === -1 ? ['', given] : [given.slice(0, cut), given.slice(cut + 1)];
  const found = known.filter(
    ({ sessionId, id }) => id === wanted && (sessionId.startsWith(session) || sessionId.startsWith(`ses_${session}`)),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const names = (found.length === 0 ? known : found).slice(0, maxNamed).map((one) => safeLine(keptName(one)));
  const problem =
    found.length === 0 ? `There is no kept command ${safeLine(given)}` : `${safeLine(given)} may be several`;
  throw usageError(`${problem}. ${names.length === 0 ? 'None is kept' : `Known are ${names.join(', ')}`}.`, command);
}

const maxNamed = 5;
