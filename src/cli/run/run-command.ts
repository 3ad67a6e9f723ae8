import { realpathSync } from 'node:fs';
import type { TurnEnd } from '../../agent/event.js';
import type { NoPerson } from '../../agent/profile.js';
import { defined } from '../../base/defined.js';
import type { ModelFlags } from '../../config/model-choice/model-spec.js';
import type { Image } from '../../model/message.js';
import { maxImages } from '../../session/images.js';
import { openSession, type Session } from '../../session/session.js';
import { readSession } from '../../session/sessions.js';
import { unfinishedTurn } from '../../session/transcript.js';
import { chooseModel, howToChoose } from '../choose-model.js';
import type { Invocation } from '../command.js';
import { exitCodeOf } from '../exit-code.js';
import { goOnLine } from '../go-on-line.js';
import type { Host } from '../host.js';
import { readImage } from '../read-image.js';
import { safeLine } from '../safe-text.js';
import { sessionLog } from '../session-log.js';
import { openStart, type Start } from '../start.js';
import { usageError } from '../usage-error.js';
import { createStyle, wantsColours } from '../view/style.js';
import { cancelOnSignals } from './cancel-on-signals.js';
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
    const session = await open(request, start, host);
    if (start.session !== undefined && start.givenFolder === undefined && session.workspace !== realpathSync(host.cwd))
      host.stderr.write(`toolwright: the session works in ${safeLine(session.workspace)}\n`);
    try {
      const onAsk = onAskOf(request, start.profile);
      return await oneTurn(session, { ...request, onAsk }, { invocation, host, flags: start.flags });
    } finally {
      if (session.commands.some(({ running }) => running)) {
        const { endingLine } = await import('../view/command-lines.js');
        host.stderr.write(`toolwright: ${endingLine(session)}\n`);
      }
      await session.close();
    }
  } finally {
    await start.store.close();
  }
}

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

async function open(request: Request, start: Start, host: Host): Promise<Session> {
  const { store, session, config, flags, mode, givenFolder, settings, profile } = start;
  if (session !== undefined && request.prompt === undefined) {
    const { events } = await readSession(store, session);
    if (unfinishedTurn(events) === undefined)
      throw usageError(`The last turn of ${session} was answered: give a prompt to go on.`, 'run');
  }
  const { model, choice } = await chooseModel(flags, { config, env: host.env });
  // A program that has no model is told so, not answered by the guide.
  if (choice.how === 'nothing-found') throw usageError(`${choice.why}\n${forRun(howToChoose)}`, 'run');
  if (choice.how !== 'flag' && choice.how !== 'guide-named')
    host.stderr.write(`toolwright: ${safeLine(model.name)}. ${safeLine(choice.why)}\n`);
  // A session that is gone on with keeps its folder unless -C names another.
  const workspace = givenFolder ?? (session === undefined ? host.cwd : undefined);
  return openSession({
    model,
    store,
    onAsk: onAskOf(request, profile),
    env: host.env,
    ...settings,
    log: sessionLog({
      debug: host.env['TOOLWRIGHT_DEBUG'] === '1',
      warns: () => true,
      write: (line) => host.stderr.write(`toolwright: ${line}\n`),
    }),
    ...defined({ workspace, session, mode, profile }),
  });
}

/** The rule of the flag, else that of the profile. Who has read the prompt from stdin cannot wait for answers there. */
function onAskOf({ onAsk, stdinRead }: Pick<Request, 'onAsk' | 'stdinRead'>, profile: Start['profile']): NoPerson {
  if (onAsk !== undefined) return onAsk;
  const rule = profile?.noPerson ?? 'deny';
  return typeof rule === 'object' && stdinRead ? 'deny' : rule;
}

const forRun = (text: string): string =>
  text.replaceAll('toolwright --', 'toolwright run --').replaceAll(/(--model \S+)/g, '$1 "…"');

async function oneTurn(
  session: Session,
  { prompt, images, onAsk }: Pick<Request, 'prompt' | 'images'> & { readonly onAsk: NoPerson },
  { invocation, host, flags }: { readonly invocation: Invocation; readonly host: Host; readonly flags: ModelFlags },
): Promise<number> {
  const style = createStyle(wantsColours(host.stderr, host.env));
  const goOn = goOnLine(session.id, { flags, store: invocation.text('store') });
  const output: RunOutput = invocation.flag('json')
    ? jsonOutput(host)
    : textOutput(host, { style, onAsk, workspace: session.workspace, approval: session.profile.approval, goOn });
  const stopAnswers = typeof onAsk === 'object' ? await readAnswers(session, host) : () => {};
  const stopShowing = session.on(output.show);
  const stopSignals = cancelOnSignals(() => session.cancel());
  host.onOutputGone(() => session.cancel());
  try {
    const turn = prompt === undefined ? session.resume() : session.send({ text: prompt, images });
    const end: TurnEnd = await turn.result;
    output.end(end, session.id);
    return exitCodeOf(end);
  } finally {
    stopAnswers();
    stopSignals();
    stopShowing();
  }
}

/** Loaded by those who wait for answers: reading lines takes what else only a terminal does. */
async function readAnswers(session: Session, host: Host): Promise<() => void> {
  const { readJsonAnswers } = await import('./json-answers.js');
  return readJsonAnswers(session, host);
}
