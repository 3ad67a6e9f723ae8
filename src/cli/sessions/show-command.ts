import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { safeText } from '../safe-text.js';
import { createStyle, wantsColours } from '../view/style.js';
import { renderTranscript } from '../view/transcript-text.js';
import { readMaskedSession } from './read-masked-session.js';

/** `toolwright sessions show ID`: the conversation, for reading. */
export async function showCommand(invocation: Invocation, host: Host): Promise<number> {
  const session = await readMaskedSession(invocation.arguments[0] ?? '', invocation, host);
  const style = createStyle(wantsColours(host.stdout, host.env));
  host.stdout.write(`${renderTranscript(session, style)}\n`);
  if (session.damage === undefined) return exitCodes.answered;
  host.stderr.write(`toolwright: ${safeText(session.damage)}\n`);
  return exitCodes.failed;
}
