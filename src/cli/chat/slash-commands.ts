import { nearest } from '../../base/nearest.js';
import { plural } from '../../base/text.js';
import { unwrap } from '../../client/reply.js';
import { type Mode, modes } from '../../policy/policy.js';
import { maxImages } from '../../session/images.js';
import { checkFile } from '../check-file.js';
import { readImage } from '../read-image.js';
import { safeLine } from '../safe-text.js';
import { renderSessions } from '../view/session-lines.js';
import { todoLines } from '../view/todo-lines.js';
import { type Chat, stateOf } from './chat-state.js';
import { changeSession, instructionWords, profileWords, showEnd } from './current-session.js';
import { modelUsage } from './model-words.js';
import { resumeTurn } from './take-turn.js';

interface SlashCommand {
  readonly name: string;
  readonly arguments?: string;
  readonly help: string;
  run(chat: Chat, words: readonly string[]): Promise<void> | void;
}

const slashCommands: readonly SlashCommand[] = [
  { name: 'help', help: 'this list', run: ({ screen }) => screen.line(renderSlashHelp()) },
  {
    name: 'exit',
    help: 'leave; so do Ctrl+D and Ctrl+C twice',
    run: (chat) => {
      chat.leaving = true;
    },
  },
  {
    name: 'pause',
    help: 'in a turn: stop it where it is; what runs goes on to its end',
    run: ({ screen }) => screen.line('No turn is running. Type /pause while one does.'),
  },
  { name: 'resume', help: 'go on with a turn that was paused or cut off; so does Enter alone', run: resume },
  { name: 'new', help: 'start a new session', run: startNew },
  { name: 'sessions', arguments: '[ID]', help: 'list the sessions, or go on with one', run: showSessions },
  { name: 'tools', help: 'list the tools, which of them are sent, and what that costs', run: tools },
  { name: 'context', help: 'show what the model is sent, part by part, and what that has used', run: context },
  { name: 'servers', help: 'list the MCP servers, and how they stand', run: servers },
  { name: 'model', arguments: '[NAME [BASE_URL] [KEY_VAR]]', help: 'show or choose the model', run: changeModel },
  { name: 'image', arguments: '[FILE]', help: 'send a picture with the next message', run: attachImage },
  {
    name: 'active',
    arguments: '[FILE|none]',
    help: 'show or set the file you have open, for active_file',
    run: active,
  },
  { name: 'mode', arguments: `[${modes.join('|')}]`, help: 'show or choose what runs unasked', run: changeMode },
  {
    name: 'risk',
    arguments: '[NAME]',
    help: 'in a profile with risk modes of its own: show or choose which one',
    run: changeRiskMode,
  },
  { name: 'changes', arguments: '[diff]', help: 'list what this session did to files', run: listChanges },
  {
    name: 'undo',
    arguments: '[call|turn|session]',
    help: 'take back the last of these; turn by default',
    run: undo,
  },
  { name: 'redo', help: 'make again what was undone last', run: redo },
  { name: 'commands', arguments: '[stop ID]', help: 'list commands in the background, or end one', run: commands },
  { name: 'terminals', arguments: '[ID]', help: 'list the terminals, or show the screen of one', run: terminals },
  { name: 'todos', help: "show the model's own list", run: showTodos },
  { name: 'compact', help: 'have the earlier part of the conversation summarised', run: compact },
  { name: 'taint', arguments: '[clear]', help: 'show text from outside that came in, or vouch for it', run: taint },
  {
    name: 'verbose',
    help: 'show ids, times, warnings, which instructions were loaded and what tools cost, or not',
    run: toggleVerbose,
  },
];

/** Runs `/name words…`. */
export async function runSlashCommand(chat: Chat, line: string): Promise<void> {
  const [name = '', ...words] = line.slice(1).split(/\s+/);
  const wanted = aliases[name] ?? name.toLowerCase();
  const command = slashCommands.find((one) => one.name === wanted);
  if (command !== undefined) return command.run(chat, words);
  const near = nearest(
    name,
    slashCommands.map((one) => one.name),
  );
  const hint = near === undefined ? '' : ` Did you mean /${near}?`;
  chat.screen.line(`There is no command /${safeLine(name)}.${hint} /help lists them.`);
}

const aliases: Readonly<Record<string, string>> = { '': 'help', '?': 'help', quit: 'exit' };

function renderSlashHelp(): string {
  const rows = slashCommands.map((one) => [`/${one.name} ${one.arguments ?? ''}`.trimEnd(), one.help] as const);
  const width = Math.max(...rows.map(([form]) => form.length));
  return [
    ...rows.map(([form, help]) => `  ${form.padEnd(width)}  ${help}`),
    '  Anything else is sent to the model, also while a turn runs. Ctrl+C stops a turn; Up and Down go through what you sent.',
  ].join('\n');
}

async function resume(chat: Chat): Promise<void> {
  if (!(await resumeTurn(chat))) chat.screen.line('There is nothing to go on with: the last turn ended.');
}

async function startNew(chat: Chat): Promise<void> {
  await changeSession(chat, undefined);
  chat.screen.line('A new session.');
  if (chat.log.verbose) chat.screen.line(instructionWords(await stateOf(chat)));
}

async function showSessions(chat: Chat, [given]: readonly string[]): Promise<void> {
  const { screen, port, host } = chat;
  if (given === undefined) {
    const { sessions } = unwrap(await port.listSessions({ limit: 20 }));
    if (sessions.length === 0) return screen.line('There are no sessions yet.');
    return screen.line(`${renderSessions(sessions, host.env)}\n/sessions ID goes on with one.`);
  }
  const { session: id } = unwrap(await port.findSession({ id: given }));
  if (id === chat.session.id) return screen.line('That is this session.');
  screen.line(`Going on with ${id}.`);
  await changeSession(chat, id);
  const state = await stateOf(chat);
  for (const words of profileWords(state)) screen.line(`It has the ${words}.`);
  if (chat.log.verbose) screen.line(instructionWords(state));
  await showEnd(chat);
}

async function listChanges(chat: Chat, words: readonly string[]): Promise<void> {
  const { showChanges } = await import('./change-commands.js');
  return showChanges(chat, words);
}

async function undo(chat: Chat, words: readonly string[]): Promise<void> {
  const { undoInChat } = await import('./change-commands.js');
  return undoInChat(chat, words);
}

async function redo(chat: Chat): Promise<void> {
  const { redoInChat } = await import('./change-commands.js');
  return redoInChat(chat);
}

async function commands(chat: Chat, words: readonly string[]): Promise<void> {
  const { showCommands } = await import('./background-command.js');
  return showCommands(chat, words);
}

async function terminals(chat: Chat, words: readonly string[]): Promise<void> {
  const { showTerminals } = await import('./terminal-command.js');
  return showTerminals(chat, words);
}

async function showTodos(chat: Chat): Promise<void> {
  const { screen, style } = chat;
  const lines = todoLines((await stateOf(chat)).todos, style, { all: true });
  screen.line(lines.length === 0 ? 'The model has no todos.' : lines.join('\n'));
}

async function compact(chat: Chat): Promise<void> {
  const { compactInChat } = await import('./compact-command.js');
  return compactInChat(chat);
}

async function taint(chat: Chat, words: readonly string[]): Promise<void> {
  const { showTaint } = await import('./taint-command.js');
  return showTaint(chat, words);
}

async function tools(chat: Chat): Promise<void> {
  const { showTools } = await import('./tools-command.js');
  return showTools(chat);
}

async function context(chat: Chat): Promise<void> {
  const { showContext } = await import('./context-command.js');
  return showContext(chat);
}

async function servers(chat: Chat): Promise<void> {
  const { showServers } = await import('./servers-command.js');
  return showServers(chat);
}

async function changeModel(chat: Chat, [name, baseUrl, keyVar]: readonly string[]): Promise<void> {
  const { screen, port, session } = chat;
  if (name === undefined) {
    const { model } = await stateOf(chat);
    return screen.prose(`The model is ${safeLine(model.name)}. ${safeLine(model.why ?? '')}\n${modelUsage}`);
  }
  // A name alone is one of the same server, unless it tells itself whose it is.
  const stays = baseUrl === undefined && chat.flags.baseUrl !== undefined && name !== 'guide' && !name.includes('/');
  const flags = stays ? { ...chat.flags, model: name } : { model: name, baseUrl, apiKeyEnv: keyVar };
  if (chat.said) unwrap(await port.changeSettings({ session: session.id, model: flags }));
  else await changeSession(chat, undefined, { flags });
  chat.flags = flags;
  const { model } = await stateOf(chat);
  screen.line(`The model is now ${safeLine(model.name)}.`);
}

/** A path as people type it: in quotes, with escaped spaces, below ~. */
function typedPath(text: string, env: Chat['host']['env']): string {
  const bare = /^(["'])(.*)\1$/.exec(text)?.[2] ?? text.replaceAll('\\ ', ' ');
  return bare.startsWith('~/') ? `${env['HOME'] ?? '~'}${bare.slice(1)}` : bare;
}

async function attachImage(chat: Chat, words: readonly string[]): Promise<void> {
  const { screen, images, session } = chat;
  const path = typedPath(words.join(' '), chat.host.env);
  if (path === '') return screen.line(`${plural(images.length, 'picture')} will go with the next message.`);
  if (images.length >= maxImages)
    return screen.line(`A message has at most ${maxImages} pictures: send it, then add the next.`);
  images.push(await readImage(path, session.workspace));
  screen.line(`${safeLine(path)} goes with the next message.`);
}

async function active(chat: Chat, words: readonly string[]): Promise<void> {
  const { screen, session, port } = chat;
  const given = typedPath(words.join(' '), chat.host.env);
  const { activeFile } = await stateOf(chat);
  if (given === '') return screen.line(activeWords(activeFile ?? null));
  const path = given === 'none' ? null : (checkFile(given, session.workspace, '/active') ?? null);
  if (!chat.said) await changeSession(chat, undefined, { activeFile: path });
  else if (activeFile !== undefined) unwrap(await port.changeSettings({ session: session.id, activeFile: path }));
  chat.activeFile = path;
  if (chat.said && activeFile === undefined)
    return screen.line('This session has no tool that tells the model. A new one will have it: /new starts one.');
  screen.line(activeWords(path));
}

const activeWords = (path: string | null): string => (path === null ? 'No file is open.' : `Open: ${safeLine(path)}`);

const modeWords: Readonly<Record<Mode, string>> = {
  ask: 'changes and commands are asked about',
  edit: 'files in the workspace are changed unasked, commands are asked about',
  plan: 'only reading',
  auto: 'everything the policy allows runs unasked',
};

async function changeMode(chat: Chat, [given]: readonly string[]): Promise<void> {
  const { screen } = chat;
  if (given === undefined) {
    const { mode: current } = await stateOf(chat);
    const rows = modes.map((mode) => `${mode === current ? '*' : ' '} ${mode.padEnd(5)} ${modeWords[mode]}`);
    return screen.line(rows.join('\n'));
  }
  const mode = modes.find((one) => one === given);
  if (mode === undefined) {
    const near = nearest(given, modes);
    return screen.line(
      `There is no mode ${safeLine(given)}: use ${modes.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
    );
  }
  if (chat.said) unwrap(await chat.port.changeSettings({ session: chat.session.id, mode }));
  else await changeSession(chat, undefined, { mode });
  chat.mode = mode;
  screen.line(`The mode is now ${mode}: ${modeWords[mode]}.`);
}

async function changeRiskMode(chat: Chat, words: readonly string[]): Promise<void> {
  const { changeRisk } = await import('./risk-command.js');
  return changeRisk(chat, words);
}

async function toggleVerbose(chat: Chat): Promise<void> {
  const { screen, log } = chat;
  log.verbose = !log.verbose;
  if (!log.verbose) {
    screen.line('Verbose is off.');
    return;
  }
  const state = await stateOf(chat);
  screen.line(`Verbose is on. ${instructionWords(state)}`);
  screen.line(`session ${state.session}, model ${safeLine(state.model.name)}, profile ${safeLine(state.profile.name)}`);
  const { showToolTokens } = await import('./tools-command.js');
  await showToolTokens(chat);
  for (const line of log.takeUnseen()) screen.line(chat.style.dim(`  ${line}`));
}
