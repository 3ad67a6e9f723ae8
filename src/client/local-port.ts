import { isToolwrightError, ToolwrightError } from '../base/error.js';
import type { AnswerOrigin, Question } from '../run/question.js';
import { startCall } from '../session/called-turn.js';
import { checkMessage } from '../session/images.js';
import { queueMessage } from '../session/queued-messages.js';
import { turnOf } from '../session/session-state.js';
import { readSession } from '../session/sessions.js';
import { startTurn, type Turn } from '../session/start-turn.js';
import type { Call, ClientPort, InSession, QuestionAnswer, StartedTurn } from './client-port.js';
import type { Entry, HostTable, PortContext } from './host-table.js';
import type { LaterName, laterCalls } from './later-calls.js';
import { nothing, replyOf } from './reply.js';
import { readSessionState } from './session-state.js';

/** The port over sessions of this process, for one person. */
export function createLocalPort(table: HostTable, origin: AnswerOrigin): ClientPort {
  const { entries } = table;
  const entryOf = async ({ session: id }: InSession): Promise<Entry> => {
    const entry = entries.get(id);
    if (entry === undefined)
      throw new ToolwrightError('session-closed', `The session ${id} is not open here: open it first.`);
    const { running } = entry.core.state;
    // A turn whose end was told is over for whoever was told.
    if (running?.turnId !== undefined && running.turnId === entry.live.over) await running.done.catch(() => {});
    return entry;
  };
  const started = (entry: Entry, turn: Turn): StartedTurn => ({ turnId: table.follow(entry, turn).turnId });
  const context: PortContext = { table, origin, entryOf, started };
  const within =
    <Params extends InSession, T>(work: (entry: Entry, params: Params) => T | Promise<T>) =>
    (params: Params): Call<T> =>
      replyOf(async () => work(await entryOf(params), params));

  return {
    ...laterPort(context),
    openSession: (wanted) => replyOf(async () => readSessionState(await table.open(wanted))),
    closeSession: ({ session }) => replyOf(() => table.close(session).then(nothing)),
    readState: within(readSessionState),
    readEvents: ({ session, after = 0, limit }) => replyOf(() => table.readEvents(session, { after, limit })),
    send: within((entry, { text, images = [] }) =>
      started(entry, startTurn(entry.core, checkMessage({ text, images }))),
    ),
    queue: within(({ core }, { text, images = [], when }) =>
      queueMessage(core, checkMessage({ text, images }), when === 'next' ? when : undefined),
    ),
    resume: within((entry) => started(entry, startTurn(entry.core, undefined))),
    // An undo is done wholly or not at all.
    pause: within(({ core }) => nothing(turnOf(core.state)?.pause(origin))),
    stop: within(({ session }) => nothing(session.cancel())),
    callTool: within((entry, { name, args }) => {
      const turn = startCall(entry.core, { name, args, caller: origin });
      return { ...started(entry, turn), callId: turn.callId };
    }),
    answer: within((entry, given) => answer(entry, given, origin)),
    // Not among the later calls: where stdin has ended, a turn begins with it.
    unattend: within(({ session }) => nothing(session.unattend())),
    watch: table.watch,
  };
}

/** What most faces never call is loaded when it is. */
function laterPort(context: PortContext): Pick<ClientPort, LaterName> {
  const call = (name: LaterName) => (params: never) =>
    replyOf(async () => {
      const { laterCalls: calls } = await import('./later-calls.js');
      return (calls[name] as (context: PortContext, params: never) => unknown)(context, params);
    });
  return Object.fromEntries(laterNames.map((name) => [name, call(name)])) as unknown as Pick<ClientPort, LaterName>;
}

/** The compiler holds this list and the calls together. */
const later: Readonly<Record<keyof typeof laterCalls, true>> = {
  listSessions: true,
  findSession: true,
  forkSession: true,
  rewind: true,
  readBlob: true,
  changeSettings: true,
  editQueued: true,
  takeBack: true,
  runCommand: true,
  compact: true,
  listQuestions: true,
  listChanges: true,
  undo: true,
  redo: true,
  listTools: true,
  readContext: true,
  listServers: true,
  listGrants: true,
  revokeGrants: true,
  clearTaint: true,
  readCommand: true,
  stopCommand: true,
  readTerminal: true,
};
const laterNames = Object.keys(later) as readonly LaterName[];

async function answer(
  entry: Entry,
  { question: id, digest, answer: given, unattended = false }: QuestionAnswer,
  origin: AnswerOrigin,
): Promise<null> {
  const asked = entry.session.questions.find((one) => one.id === id);
  if (asked !== undefined && digest !== undefined && !isDigestOf(asked, digest))
    throw new ToolwrightError('question-unknown', `The answer is for something else: its digest is not that of ${id}.`);
  const by = unattended ? { ...origin, who: 'nobody' } : origin;
  try {
    entry.session.answer(id, given, by);
    entry.answered.set(id, by);
    return null;
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'question-unknown') throw error;
    throw (await answeredBefore(entry, id)) ?? error;
  }
}

/** The digest may be given as short as it is shown. */
const isDigestOf = (question: Question, digest: string): boolean =>
  question.kind === 'approval' && digest.length >= 12 && question.digest.startsWith(digest);

/** Who has answered a question that waits no longer. */
async function answeredBefore({ core, answered }: Entry, id: string): Promise<ToolwrightError | undefined> {
  const origin = answered.get(id) ?? (await recordedAnswer(core, id));
  if (origin === undefined) return undefined;
  return new ToolwrightError(
    'question-answered',
    `No open question has the id ${id}: ${origin.who} has answered it, by ${origin.from}.`,
    { details: { origin } },
  );
}

async function recordedAnswer({ store, id: session }: Entry['core'], id: string): Promise<AnswerOrigin | undefined> {
  const { events } = await readSession(store, session);
  const answered = events.findLast((event) => event.type === 'approval-answered' && event.body.questionId === id);
  return answered?.type === 'approval-answered' ? answered.body.origin : undefined;
}
