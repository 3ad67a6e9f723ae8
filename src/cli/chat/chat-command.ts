import { version } from '../../base/version.js';
import { commandOrigin } from '../answer-origin.js';
import { chooseModel } from '../choose-model.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { goOnLine } from '../go-on-line.js';
import { type Host, isTerminal } from '../host.js';
import { openClient } from '../local-client.js';
import { safeLine } from '../safe-text.js';
import { openStart, type Start } from '../start.js';
import { shortFolder } from '../view/session-lines.js';
import { createStyle, wantsColours } from '../view/style.js';
import { askTrustIn } from './ask-trust.js';
import { runChat } from './chat.js';
import { createChatLog } from './chat-log.js';
import { type Chat, stateOf } from './chat-state.js';
import { endSession, openChatSession, profileWords, showEnd } from './current-session.js';
import type { ChatInput } from './input.js';
import { choiceWords } from './model-words.js';
import { openInput } from './open-input.js';
import { createScreen } from './screen.js';
import { runSlashCommand } from './slash-commands.js';

/** `toolwright`: the plain chat. */
export async function chatCommand(invocation: Invocation, host: Host): Promise<number> {
  const input = openInput(host);
  try {
    return await openChat(invocation, host, input);
  } finally {
    input.close();
  }
}

async function openChat(invocation: Invocation, host: Host, input: ChatInput): Promise<number> {
  const style = createStyle(isTerminal(host.stdin) && wantsColours(host.stdout, host.env));
  const screen = createScreen(host);
  const start = await openStart(invocation, host, askTrustIn({ input, screen, style, host }));
  const { store, config, flags, session: wanted, givenFolder, mode, riskMode } = start;
  try {
    const log = createChatLog({ screen, style, env: host.env });
    const chosen = await chooseModel(flags, { config, env: host.env });
    const client = openClient({
      start,
      host,
      chosen,
      origin: { ...commandOrigin(host), from: input.interactive ? 'terminal' : 'stdin' },
      session: { onAsk: 'person', log: log.port },
    });
    const base: BareChat = {
      host,
      port: client.port,
      watch: client.watch,
      input,
      flags,
      images: [],
      typedAhead: [],
      givenFolder,
      folder: givenFolder ?? host.cwd,
      style,
      screen,
      activeFile: undefined,
      mode,
      riskMode,
      hasRiskMode: (id, name) => hasRiskMode(start, id, name),
      givenStore: invocation.text('store'),
      said: wanted !== undefined,
      resumable: false,
      log,
      interruptedAt: Number.NEGATIVE_INFINITY,
      inTurn: false,
      leaving: false,
    };
    return await converse(base, wanted);
  } finally {
    await store.close();
  }
}

type BareChat = Omit<Chat, 'session' | 'command'>;

async function hasRiskMode({ profileOf }: Start, session: string | undefined, name: string): Promise<boolean> {
  const { modes = {}, now } = (await profileOf(session))?.riskModes ?? {};
  return now === undefined && Object.hasOwn(modes, name);
}

async function converse(base: BareChat, wanted: string | undefined): Promise<number> {
  const session = await openChatSession(base, wanted);
  const command = (line: string): Promise<void> => runSlashCommand(chat, line);
  const chat: Chat = Object.assign(base, { session, command });
  const signals = onSignals(chat);
  try {
    await greet(chat);
    await showEnd(chat);
    await runChat(chat);
  } finally {
    signals.stop();
    await endSession(chat, chat.session);
  }
  chat.input.close();
  if (chat.said) chat.screen.line(farewell(chat.session.id, chat));
  return signals.signalled ? exitCodes.interrupted : exitCodes.answered;
}

async function greet(chat: Chat): Promise<void> {
  const { screen, style, host } = chat;
  const state = await stateOf(chat);
  const { model, workspace, mode } = state;
  const parts = [
    safeLine(model.name),
    safeLine(shortFolder(workspace, host.env)),
    `mode ${mode}`,
    ...profileWords(state),
  ];
  screen.line(`${style.bold(`Toolwright ${version}`)} · ${parts.join(' · ')}`);
  for (const line of choiceWords(model)) screen.prose(line);
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
    void chat.port.stop({ session: chat.session.id });
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
