import { realpathSync } from 'node:fs';
import type { TurnEnd } from '../../agent/event.js';
import type { NoPerson } from '../../agent/profile.js';
import { defined } from '../../base/defined.js';
import type { ClientPort, SessionState } from '../../client/client-port.js';
import { readRecord } from '../../client/read-record.js';
import { unwrap } from '../../client/reply.js';
import type { Image } from '../../model/message.js';
import { maxImages } from '../../session/images.js';
import { unfinishedTurn } from '../../session/transcript.js';
import type { LogPort } from '../../tool/port.js';
import { commandOrigin } from '../answer-origin.js';
import { type ChosenModel, chooseModel, howToChoose } from '../choose-model.js';
import type { Invocation } from '../command.js';
import { exitCodeOf, exitCodes } from '../exit-code.js';
import { goOnLine } from '../go-on-line.js';
import type { Host } from '../host.js';
import { type LocalClient, openClient } from '../local-client.js';
import { readImage } from '../read-image.js';
import { safeLine } from '../safe-text.js';
import { sessionLog } from '../session-log.js';
import { openStart, type Start } from '../start.js';
import { usageError } from '../usage-error.js';
import { createStyle, wantsColours } from '../view/style.js';
import { cancelOnSignals } from './cancel-on-signals.js';
import type { AskedSession, JsonAnswers } from './json-answers.js';
import { parseOnAsk } from './on-ask.js';
import { readPrompt } from './read-prompt.js';
import { jsonOutput, type RunOutput, textOutput } from './run-output.js';

interface Request {
  readonly prompt: string | undefined;
  readonly images: readonly Image[];
  /** Undefined: as the profile says. */
  readonly onAsk: NoPerson | undefined;
  /** Nobody can answer on stdin: the prompt came from there. */
  readonly stdinRead: boolean;
}

/** One turn without a terminal. */
export async function runCommand(invocation: Invocation, host: Host): Promise<number> {
  const request = await readRequest(invocation, host);
  const start = await openStart(invocation, host, async (inspection) => {
    const { untrustedNote } = await import('../trust/render-trust.js');
    const note = untrustedNote(inspection);
    if (note !== undefined) host.stderr.write(`toolwright: ${note}\n`);
    return inspection;
  });
  try {
    const chosen = await choose(start, host);
    const onAsk = onAskOf(request, start.profile);
    const client = openClient({
      start,
      host,
      chosen,
      origin: { ...commandOrigin(host), from: 'stdin' },
      session: { onAsk, log: logTo(host) },
    });
    try {
      return await oneTurn({ ...request, onAsk }, { invocation, host, start, client });
    } finally {
      await client.close();
    }
  } finally {
    await start.store.close();
  }
}

const logTo = ({ env, stderr }: Host): LogPort =>
  sessionLog({
    debug: env['TOOLWRIGHT_DEBUG'] === '1',
    warns: () => true,
    write: (line) => stderr.write(`toolwright: ${line}\n`),
  });

/** What can be wrong with the command line is found before anything is opened. */
async function readRequest(invocation: Invocation, host: Host): Promise<Request> {
  const rule = invocation.text('on-ask');
  const onAsk = rule === undefined ? undefined : parseOnAsk(rule);
  const given = invocation.arguments[0];
  const session = invocation.text('session');
  const fromStdin = invocation.arguments.includes('-') || (given === undefined && session === undefined);
  if (fromStdin && typeof onAsk === 'object')
    throw usageError('With --on-ask wait answers are read from stdin: give the prompt as an argument.', 'run');
  const pictures = invocation.texts('image');
  if (pictures.length > maxImages) throw usageError(`A prompt has at most ${maxImages} pictures.`, 'run');
  const images: Image[] = [];
  for (const path of pictures) images.push(await readImage(path, host.cwd));
  const prompt = await readPrompt(invocation.arguments, { hasSession: session !== undefined, stdin: host.stdin });
  if (prompt === undefined && images.length > 0) throw usageError('A picture needs a prompt to go with.', 'run');
  return { prompt, images, onAsk, stdinRead: fromStdin };
}

/** A program that has no model is told so, not answered by the guide. */
async function choose({ config, flags }: Start, { env, stderr }: Host): Promise<ChosenModel> {
  const chosen = await chooseModel(flags, { config, env });
  const { model, choice } = chosen;
  if (choice.how === 'nothing-found') throw usageError(`${choice.why}\n${forRun(howToChoose)}`, 'run');
  if (choice.how !== 'flag' && choice.how !== 'guide-named')
    stderr.write(`toolwright: ${safeLine(model.name)}. ${safeLine(choice.why)}\n`);
  return chosen;
}

/** The rule of the flag, else that of the profile. Who has read the prompt from stdin cannot wait for answers there. */
function onAskOf({ onAsk, stdinRead }: Pick<Request, 'onAsk' | 'stdinRead'>, profile: Start['profile']): NoPerson {
  if (onAsk !== undefined) return onAsk;
  const rule = profile?.noPerson ?? 'deny';
  return typeof rule === 'object' && stdinRead ? 'deny' : rule;
}

const forRun = (text: string): string =>
  text.replaceAll('toolwright --', 'toolwright run --').replaceAll(/(--model \S+)/g, '$1 "…"');

interface Running {
  readonly invocation: Invocation;
  readonly host: Host;
  readonly start: Start;
  readonly client: LocalClient;
}

async function oneTurn(
  request: Pick<Request, 'prompt' | 'images'> & { readonly onAsk: NoPerson },
  { invocation, host, start, client }: Running,
): Promise<number> {
  const { port } = client;
  const { prompt, images, onAsk } = request;
  const state = await open(request, { host, start, port });
  const { session, workspace, profile } = state;
  const style = createStyle(wantsColours(host.stderr, host.env));
  const goOn = goOnLine(session, { flags: start.flags, store: invocation.text('store') });
  const output: RunOutput = invocation.flag('json')
    ? jsonOutput(host)
    : textOutput(host, { style, onAsk, workspace, approval: profile.approval, goOn });
  const watch = client.watch(state);
  watch.on((told) => {
    if ('event' in told) output.show(told.event);
  });
  const cancel = (): void => void port.stop({ session });
  const answers = typeof onAsk === 'object' ? await readAnswers({ port, session, watch }, host) : undefined;
  const stopSignals = cancelOnSignals(cancel);
  host.onOutputGone(cancel);
  try {
    const turn =
      prompt === undefined ? await port.resume({ session }) : await port.send({ session, text: prompt, images });
    const end: TurnEnd = await watch.turnEnd(unwrap(turn).turnId);
    output.end(end, session);
    return end.reason === 'answered' && answers?.unanswered === true ? exitCodes.unanswered : exitCodeOf(end);
  } finally {
    answers?.stop();
    stopSignals();
    await watch.close();
    await tellWhatEnds(port, session, host);
  }
}

async function open(
  { prompt }: Pick<Request, 'prompt'>,
  { host, start, port }: Pick<Running, 'host' | 'start'> & { readonly port: ClientPort },
): Promise<SessionState> {
  const { session, mode, riskMode, givenFolder } = start;
  if (session !== undefined && prompt === undefined && unfinishedTurn(await readRecord(port, session)) === undefined)
    throw usageError(`The last turn of ${session} was answered: give a prompt to go on.`, 'run');
  // A stored session keeps its folder unless -C names another.
  const workspace = givenFolder ?? (session === undefined ? host.cwd : undefined);
  const state = unwrap(await port.openSession(defined({ session, workspace, mode, riskMode })));
  if (session !== undefined && givenFolder === undefined && state.workspace !== realpathSync(host.cwd))
    host.stderr.write(`toolwright: the session works in ${safeLine(state.workspace)}\n`);
  return state;
}

/** Background commands that end with the session, and those that are kept. */
async function tellWhatEnds(port: ClientPort, session: string, { stderr }: Host): Promise<void> {
  const state = await port.readState({ session });
  if (!state.ok || !state.value.commands.some(({ running }) => running)) return;
  const { endingLine } = await import('../view/command-lines.js');
  stderr.write(`toolwright: ${endingLine(state.value.commands)}\n`);
}

/** Loaded by those who wait for answers: reading lines takes what else only a terminal does. */
async function readAnswers(asked: AskedSession, host: Host): Promise<JsonAnswers> {
  const { readJsonAnswers } = await import('./json-answers.js');
  return readJsonAnswers(asked, host);
}
