import type { TurnEnd } from '../../agent/event.js';
import type { Model } from '../../model/model.js';
import type { Mode } from '../../policy/policy.js';
import { openSession, type Session } from '../../session/session.js';
import { findSession, readSession, unfinishedTurn } from '../../session/sessions.js';
import type { Store } from '../../store/store.js';
import { checkFolder } from '../check-folder.js';
import { chooseModel, howToChoose, type ModelFlags, modelFlags, namesModel } from '../choose-model.js';
import type { Invocation } from '../command.js';
import { exitCodeOf } from '../exit-code.js';
import { goOnLine } from '../go-on-line.js';
import type { Host } from '../host.js';
import { openUserStore } from '../open-user-store.js';
import { sessionLog } from '../session-log.js';
import { usageError } from '../usage-error.js';
import { createStyle, wantsColours } from '../view/style.js';
import { cancelOnSignals } from './cancel-on-signals.js';
import { readJsonAnswers } from './json-answers.js';
import { parseOnAsk } from './on-ask.js';
import { readPrompt } from './read-prompt.js';
import { jsonOutput, type RunOutput, textOutput } from './run-output.js';

interface Request {
  readonly prompt: string | undefined;
  readonly model: Model;
  readonly flags: ModelFlags;
  readonly folder: string | undefined;
  readonly onAsk: ReturnType<typeof parseOnAsk>;
  readonly session: string | undefined;
}

/** One turn without a terminal. */
export async function runCommand(invocation: Invocation, host: Host): Promise<number> {
  const request = await readRequest(invocation, host);
  const store = await openUserStore(invocation, host);
  try {
    const session = await open(request, { invocation, host, store });
    try {
      return await oneTurn(session, request, { invocation, host });
    } finally {
      await session.close();
    }
  } finally {
    await store.close();
  }
}

/** Everything that can be wrong with the command line is found before anything is opened. */
async function readRequest(invocation: Invocation, host: Host): Promise<Request> {
  const onAsk = parseOnAsk(invocation.text('on-ask') ?? 'deny');
  const flags = modelFlags(invocation);
  // A program that forgot to name its model is told so, not answered by the guide.
  if (!namesModel(flags))
    throw usageError(
      howToChoose.replaceAll('toolwright --', 'toolwright run --').replaceAll(/(--model \S+)/g, '$1 "…"'),
      'run',
    );
  const model = chooseModel(flags, host.env);
  const folder = checkFolder(invocation.text('directory'), host.cwd);
  const given = invocation.arguments[0];
  const session = invocation.text('session');
  const fromStdin = given === '-' || (given === undefined && session === undefined);
  if (fromStdin && typeof onAsk === 'object')
    throw usageError('With --on-ask wait answers are read from stdin: give the prompt as an argument.', 'run');
  const prompt = await readPrompt(given, { hasSession: session !== undefined, stdin: host.stdin });
  return { prompt, model, flags, folder, onAsk, session };
}

async function open(
  request: Request,
  { invocation, host, store }: { readonly invocation: Invocation; readonly host: Host; readonly store: Store },
): Promise<Session> {
  const session = request.session === undefined ? undefined : await findSession(store, request.session);
  if (session !== undefined && request.prompt === undefined) {
    const { events } = await readSession(store, session);
    if (unfinishedTurn(events) === undefined)
      throw usageError(`The last turn of ${session} was answered: give a prompt to go on.`, 'run');
  }
  // A session that is gone on with keeps its folder unless -C names another.
  const workspace = request.folder ?? (session === undefined ? host.cwd : undefined);
  const mode = invocation.text('mode') as Mode | undefined;
  const sandbox = invocation.text('sandbox') as 'required' | 'off' | undefined;
  return openSession({
    model: request.model,
    store,
    onAsk: request.onAsk,
    env: host.env,
    log: sessionLog({
      debug: host.env['TOOLWRIGHT_DEBUG'] === '1',
      warns: () => true,
      write: (line) => host.stderr.write(`toolwright: ${line}\n`),
    }),
    ...(workspace !== undefined && { workspace }),
    ...(session !== undefined && { session }),
    ...(mode !== undefined && { mode }),
    ...(sandbox !== undefined && { sandbox }),
  });
}

async function oneTurn(
  session: Session,
  { prompt, onAsk, flags }: Request,
  { invocation, host }: { readonly invocation: Invocation; readonly host: Host },
): Promise<number> {
  const style = createStyle(wantsColours(host.stderr, host.env));
  const goOn = goOnLine(session.id, { flags, store: invocation.text('store') });
  const output: RunOutput = invocation.flag('json')
    ? jsonOutput(host)
    : textOutput(host, { style, onAsk, workspace: session.workspace, goOn });
  const stopShowing = session.on(output.show);
  const stopSignals = cancelOnSignals(() => session.cancel());
  host.onOutputGone(() => session.cancel());
  const stopAnswers = typeof onAsk === 'object' ? readJsonAnswers(session, host) : () => {};
  try {
    const turn = prompt === undefined ? session.resume() : session.send(prompt);
    const end: TurnEnd = await turn.result;
    output.end(end, session.id);
    return exitCodeOf(end);
  } finally {
    stopAnswers();
    stopSignals();
    stopShowing();
  }
}
