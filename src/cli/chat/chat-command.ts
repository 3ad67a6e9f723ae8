import { version } from '../../base/version.js';
import type { Mode } from '../../policy/policy.js';
import { findSession } from '../../session/sessions.js';
import { checkFolder } from '../check-folder.js';
import { chooseModel, modelFlags, namesModel } from '../choose-model.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { goOnLine } from '../go-on-line.js';
import { type Host, isTerminal } from '../host.js';
import { openUserStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { shortFolder } from '../view/session-lines.js';
import { createStyle, wantsColours } from '../view/style.js';
import { runChat } from './chat.js';
import type { Chat } from './chat-state.js';
import { openChatSession, showEnd } from './current-session.js';
import { noModel } from './model-words.js';
import { openInput } from './open-input.js';
import { createScreen } from './screen.js';

/** `toolwright`: the plain chat. */
export async function chatCommand(invocation: Invocation, host: Host): Promise<number> {
  const flags = modelFlags(invocation);
  const model = chooseModel(flags, host.env);
  const givenFolder = checkFolder(invocation.text('directory'), host.cwd);
  const given = invocation.text('session');
  const store = await openUserStore(invocation, host);
  try {
    const wanted = given === undefined ? undefined : await findSession(store, given);
    const colours = isTerminal(host.stdin) && wantsColours(host.stdout, host.env);
    const base: Omit<Chat, 'input' | 'session'> = {
      host,
      store,
      flags,
      model,
      givenFolder,
      folder: givenFolder ?? host.cwd,
      style: createStyle(colours),
      screen: createScreen(host),
      mode: invocation.text('mode') as Mode | undefined,
      sandbox: invocation.text('sandbox') as Chat['sandbox'],
      givenStore: invocation.text('store'),
      said: wanted !== undefined,
      resumable: false,
      verbose: false,
      interruptedAt: Number.NEGATIVE_INFINITY,
      leaving: false,
    };
    return await converse(base, wanted);
  } finally {
    await store.close();
  }
}

async function converse(base: Omit<Chat, 'input' | 'session'>, wanted: string | undefined): Promise<number> {
  const session = await openChatSession(base, wanted);
  const input = openInput(base.host);
  // The same object: the log of the session that is open looks at it.
  const chat: Chat = Object.assign(base, { input, session });
  const signals = onSignals(chat);
  try {
    greet(chat);
    await showEnd(chat);
    await runChat(chat);
  } finally {
    signals.stop();
    input.close();
    await chat.session.close();
  }
  if (chat.said) chat.screen.line(farewell(chat.session.id, chat));
  return signals.signalled ? exitCodes.interrupted : exitCodes.answered;
}

function greet(chat: Chat): void {
  const { screen, style, model, session, host } = chat;
  const parts = [safeLine(model.name), safeLine(shortFolder(session.workspace, host.env)), `mode ${session.mode}`];
  screen.line(`${style.bold(`Toolwright ${version}`)} · ${parts.join(' · ')}`);
  if (!namesModel(chat.flags)) screen.line(noModel);
  screen.line(style.dim('/help lists the commands. Ctrl+C stops a turn, twice leaves.'));
}

function farewell(id: string, { style, flags, givenStore }: Chat): string {
  return `${style.dim('To go on with this session:')} ${goOnLine(id, { flags, store: givenStore })}`;
}

/** Ctrl+C as a signal is the key; the others, and an output nobody reads, end the chat with its session closed. */
function onSignals(chat: Chat): { readonly signalled: boolean; stop(): void } {
  let signalled = false;
  const interrupt = (): void => chat.input.interrupt();
  const leave = (): void => {
    chat.leaving = true;
    chat.session.cancel();
    chat.input.close();
  };
  const end = (): void => {
    if (signalled) process.exit(exitCodes.interrupted);
    signalled = true;
    leave();
  };
  chat.host.onOutputGone(leave);
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  return {
    get signalled() {
      return signalled;
    },
    stop() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', end);
      process.off('SIGHUP', end);
    },
  };
}
