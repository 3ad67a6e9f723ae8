import { defined } from '../../base/defined.js';
import { plural } from '../../base/text.js';
import { openSession, type Session } from '../../session/session.js';
import { readSession } from '../../session/sessions.js';
import { transcriptOf, unfinishedTurn } from '../../session/transcript.js';
import { safeLine } from '../safe-text.js';
import { sessionLog } from '../session-log.js';
import { renderEntry } from '../view/transcript-text.js';
import type { Chat } from './chat-state.js';

/** Opens a new session, or the one with this id, in the place of the current one. The old one stays when that fails. */
export async function changeSession(chat: Chat, id: string | undefined): Promise<void> {
  const old = chat.session;
  chat.session = await openChatSession(chat, id);
  chat.said = id !== undefined;
  chat.resumable = false;
  await endSession(chat, old);
}

/** Closes a session, and says what ends with it. */
export async function endSession({ screen, style }: Pick<Chat, 'screen' | 'style'>, session: Session): Promise<void> {
  const ending =
    session.commands.length === 0 ? undefined : (await import('../view/command-lines.js')).endingLine(session);
  if (ending !== undefined) screen.line(style.dim(ending));
  await session.close();
}

/** Opens what the chat talks in: a new session in its folder, or the one with this id. */
export async function openChatSession(
  chat: Omit<Chat, 'session' | 'command'>,
  id: string | undefined,
): Promise<Session> {
  const { model, store, mode, host, screen, style, settings } = chat;
  const workspace = id === undefined ? chat.folder : chat.givenFolder;
  const profile = await chat.profileOf(id);
  const session = await openSession({
    model,
    store,
    onAsk: 'person',
    env: host.env,
    ...settings,
    log: sessionLog({
      debug: host.env['TOOLWRIGHT_DEBUG'] === '1',
      warns: () => chat.verbose,
      write: (line) => screen.line(style.dim(`  ${line}`)),
      keep: (line) => {
        chat.unseen = [...chat.unseen, line].slice(-maxUnseen);
      },
    }),
    ...defined({ workspace, session: id, mode, profile }),
  });
  session.on((event) => {
    // A subagent may go on between turns.
    if (event.type !== 'approval-requested' || event.body.child === undefined || chat.inTurn) return;
    screen.line(style.yellow(`The subagent ${safeLine(event.body.child.name)} asks something: Enter alone shows it.`));
  });
  return session;
}

const maxUnseen = 20;

/** The last exchange of a session that is gone on with, and how it was left. */
export async function showEnd(chat: Chat): Promise<void> {
  const { screen, style, store, session, host } = chat;
  if (!chat.said) return;
  const { exitMask } = await import('../exit-mask.js');
  const { events } = exitMask(host, session.workspace).value(await readSession(store, session.id));
  const entries = transcriptOf(events);
  const from = entries.findLastIndex(({ kind }) => kind === 'person');
  for (const entry of entries.slice(Math.max(0, from)).slice(-8)) screen.line(renderEntry(entry, style));
  if (session.damage !== undefined) screen.line(style.red(safeLine(session.damage)));
  if (session.taint.sources.length > 0) screen.line(style.yellow('Text from outside has come in: /taint shows it.'));
  const opened = events.findLastIndex(({ type }) => type === 'session-opened');
  for (const event of events.slice(opened)) {
    if (event.type !== 'command-ended') continue;
    const { endedLine } = await import('../view/command-lines.js');
    screen.line(style.yellow(`${endedLine(event.body)}.`));
  }
  const left = unfinishedTurn(events);
  const waiting = session.queued.length;
  chat.resumable = left === 'parked' || left === 'paused' || left === 'interrupted' || waiting > 0;
  if (left === 'parked') screen.line(style.yellow('A question waits for you: press Enter to be asked.'));
  if (left === 'paused') screen.line(style.yellow('The last turn was paused: press Enter to go on with it.'));
  if (left === 'interrupted') screen.line(style.yellow('The last turn was interrupted: press Enter to go on with it.'));
  if (waiting > 0)
    screen.line(style.yellow(`${plural(waiting, 'message')} of yours will go with the next; Enter alone sends them.`));
}

/** How the session behaves, where it is not as usual. */
export const profileWords = ({ session: { profile } }: Pick<Chat, 'session'>): readonly string[] =>
  profile.name === 'toolwright' ? [] : [`profile ${safeLine(profile.name)}`];

/** Which instruction files the session goes by. */
export function instructionWords({ session }: Pick<Chat, 'session'>): string {
  const { instructions: files, instructionNotes: notes } = session;
  const words = (path: string): string => {
    const note = notes.get(path);
    return note === undefined ? safeLine(path) : `${safeLine(path)} (${safeLine(note)})`;
  };
  const unused = [...notes.keys()].filter((path) => !files.includes(path)).map(words);
  const loaded =
    files.length === 0
      ? 'No instruction files were loaded.'
      : `${plural(files.length, 'instruction file')} loaded: ${files.map(words).join(', ')}`;
  return unused.length === 0 ? loaded : `${loaded.replace(/\.$/, '')}; ${unused.join(', ')}`;
}
