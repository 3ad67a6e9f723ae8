import { plural } from '../../base/text.js';
import { unwrap } from '../../client/reply.js';
import { safeLine } from '../safe-text.js';
import { taintLines } from '../view/taint-lines.js';
import { type Chat, stateOf } from './chat-state.js';

/** `/taint [clear]`: what has come in from outside, or that the person vouches for it. */
export async function showTaint(chat: Chat, [given]: readonly string[]): Promise<void> {
  const { screen, port, session, style } = chat;
  if (given !== undefined && given !== 'clear')
    return screen.line(`There is no /taint ${safeLine(given)}: use /taint or /taint clear.`);
  const { sources, more } = (await stateOf(chat)).taint;
  if (sources.length === 0) return screen.line('The session is not tainted: no text from outside has come in.');
  if (given === undefined) {
    screen.line(taintLines({ sources, more }, style.dim('  │'), style).join('\n'));
    return screen.prose(
      'What sends data out or runs without a sandbox is asked about. /taint clear, when you have looked and trust it.',
    );
  }
  unwrap(await port.clearTaint({ session: session.id }));
  screen.line(`Cleared: ${plural(sources.length + more, 'source')} of text from outside no longer counts.`);
}
