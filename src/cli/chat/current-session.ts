import { defined } from '../../base/defined.js';
import { plural } from '../../base/text.js';
import type { SessionState } from '../../client/client-port.js';
import { readRecord } from '../../client/read-record.js';
import { unwrap } from '../../client/reply.js';
import { transcriptOf, unfinishedTurn } from '../../session/transcript.js';
import { safeLine } from '../safe-text.js';
import { renderEntry } from '../view/transcript-text.js';
import { type Chat, type ChatSession, stateOf } from './chat-state.js';

/** What another session is opened with. */
type Choice = Partial<Pick<Chat, 'flags' | 'mode' | 'riskMode' | 'activeFile'>>;

/** Opens a new session, or the one with this id, in the place of the current one. The old one stays when that fails. */
export async function changeSession(chat: Chat, id: string | undefined, choice: Choice = {}): Promise<void> {
  const old = chat.session;
  chat.session = await openChatSession(chat, id, choice);
  chat.said = id !== undefined;
  chat.resumable = false;
  await endSession(chat, old);
}

/** Closes a session, and says what ends with it. */
export async function endSession(chat: Pick<Chat, 'port' | 'screen' | 'style'>, session: ChatSession): Promise<void> {
  const { port, screen, style } = chat;
  const { commands } = await stateOf({ port, session });
  const ending = commands.length === 0 ? undefined : (await import('../view/command-lines.js')).endingLine(commands);
  if (ending !== undefined) screen.line(style.dim(ending));
  await session.watch.close();
  unwrap(await port.closeSession({ session: session.id }));
}

/** Opens what the chat talks in: a new session in its folder, or the one with this id. */
export async function openChatSession(
  chat: Omit<Chat, 'session' | 'command'>,
  id: string | undefined,
  choice: Choice = {},
): Promise<ChatSession> {
  const { port, screen, style } = chat;
  const { mode, riskMode: risk, flags, activeFile } = { ...chat, ...choice };
  const workspace = id === undefined ? chat.folder : chat.givenFolder;
  // What was chosen for one profile says nothing of another.
  const riskMode = risk !== undefined && (await chat.hasRiskMode(id, risk)) ? risk : undefined;
  const wanted = defined({ session: id, workspace, mode, riskMode, activeFile });
  const state = unwrap(await port.openSession({ model: flags, ...wanted }));
  const watch = chat.watch(state);
  watch.on((told) => {
    // A subagent may continue between turns.
    if (!('event' in told) || told.event.type !== 'approval-requested' || chat.inTurn) return;
    const { child } = told.event.body;
    if (child !== undefined)
      screen.line(style.yellow(`The subagent ${safeLine(child.name)} asks something: Enter alone shows it.`));
  });
  return { id: state.session, workspace: state.workspace, profile: state.profile, watch };
}

/** The last exchange of a stored session, and how it was left. */
export async function showEnd(chat: Chat): Promise<void> {
  const { screen, style, port, session } = chat;
  if (!chat.said) return;
  const [state, events] = await Promise.all([stateOf(chat), readRecord(port, session.id)]);
  const entries = transcriptOf(events);
  const from = entries.findLastIndex(({ kind }) => kind === 'person');
  for (const entry of entries.slice(Math.max(0, from)).slice(-8)) screen.line(renderEntry(entry, style));
  if (state.damage !== undefined) screen.line(style.red(safeLine(state.damage)));
  if (state.taint.sources.length > 0) screen.line(style.yellow('Text from outside has come in: /taint shows it.'));
  const opened = events.findLastIndex(({ type }) => type === 'session-opened');
  for (const event of events.slice(opened)) {
    if (event.type !== 'command-ended') continue;
    const { endedLine } = await import('../view/command-lines.js');
    screen.line(style.yellow(`${endedLine(event.body)}.`));
  }
  const left = unfinishedTurn(events);
  const waiting = state.queued.length;
  chat.resumable = left === 'parked' || left === 'paused' || left === 'interrupted' || waiting > 0;
  if (left === 'parked') screen.line(style.yellow('A question waits for you: press Enter to be asked.'));
  if (left === 'paused') screen.line(style.yellow('The last turn was paused: press Enter to go on with it.'));
  if (left === 'interrupted') screen.line(style.yellow('The last turn was interrupted: press Enter to go on with it.'));
  if (waiting > 0)
    screen.line(style.yellow(`${plural(waiting, 'message')} of yours will go with the next; Enter alone sends them.`));
}

/** How the session behaves, where it is not as usual. */
export const profileWords = ({ profile, riskMode }: Pick<SessionState, 'profile' | 'riskMode'>): readonly string[] => [
  ...(profile.name === 'toolwright' ? [] : [`profile ${safeLine(profile.name)}`]),
  ...(riskMode === undefined ? [] : [`risk ${safeLine(riskMode)}`]),
];

/** Which instruction files the session goes by. */
export function instructionWords({ instructions }: Pick<SessionState, 'instructions'>): string {
  const words = (given: boolean): readonly string[] =>
    instructions
      .filter(({ used }) => used === given)
      .map(({ path, note }) => (note === undefined ? safeLine(path) : `${safeLine(path)} (${safeLine(note)})`));
  const [files, unused] = [words(true), words(false)];
  const loaded =
    files.length === 0
      ? 'No instruction files were loaded.'
      : `${plural(files.length, 'instruction file')} loaded: ${files.join(', ')}`;
  return unused.length === 0 ? loaded : `${loaded.replace(/\.$/, '')}; ${unused.join(', ')}`;
}
