import { nearest } from '../../base/nearest.js';
import { unwrap } from '../../client/reply.js';
import { riskProblem } from '../../session/session-risk.js';
import { safeLine } from '../safe-text.js';
import { type Chat, stateOf } from './chat-state.js';
import { changeSession } from './current-session.js';

/** `/risk [NAME]`: shows the risk modes of the profile, or puts the session into one of them. */
export async function changeRisk(chat: Chat, [given]: readonly string[]): Promise<void> {
  const { screen, session, port } = chat;
  const { name: profile, riskModes: modes } = session.profile;
  if (given === undefined && modes !== undefined) return screen.line(await modeRows(chat, modes));
  const problem = riskProblem(given ?? '', { name: profile, ...(modes !== undefined && { riskModes: { modes } }) });
  if (given === undefined || problem !== undefined) {
    const near = given === undefined ? undefined : nearest(given, Object.keys(modes ?? {}));
    return screen.line(safeLine(`${problem}${near === undefined ? '' : ` Did you mean ${near}?`}`));
  }
  if (chat.said) unwrap(await port.changeSettings({ session: session.id, riskMode: given }));
  else await changeSession(chat, undefined, { riskMode: given });
  chat.riskMode = given;
  screen.line(`The risk mode is now ${safeLine(given)}: ${safeLine(modes?.[given] ?? '')}.`);
}

async function modeRows(chat: Chat, modes: Readonly<Record<string, string>>): Promise<string> {
  const { riskMode: now } = await stateOf(chat);
  const width = Math.max(...Object.keys(modes).map((name) => name.length));
  return Object.entries(modes)
    .map(([name, words]) => `${name === now ? '*' : ' '} ${safeLine(name).padEnd(width)} ${safeLine(words)}`)
    .join('\n');
}
