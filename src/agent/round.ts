import { addUsage } from '../model/add-usage.js';
import { type Answer, collectAnswer, type Unanswered } from '../model/collect.js';
import type { ModelCall } from '../model/message.js';
import type { ModelFailure } from '../model/model.js';
import { offerTools, withCurrentName } from '../run/find-tool.js';
import type { AnswerOrigin } from '../run/question.js';
import { stored } from '../run/recorder.js';
import { runCalls } from '../run/run-calls.js';
import type { Offer } from '../tool/registry.js';
import { admitCalls } from './admit-calls.js';
import { listenToAnswer, maskAnswer } from './answer-listener.js';
import { answerOrCancel } from './answer-or-cancel.js';
import { afterAnswer, beforeRequest } from './ask-chains.js';
import type { AgentEvent, TurnEnd } from './event.js';
import { type MeantCall, throughDoor } from './through-door.js';
import type { TurnEnv } from './turn-env.js';
import { endAfterCalls, endOf, endOfStop, record, type Turn } from './turn-state.js';

type AnsweredBody = Extract<AgentEvent, { type: 'model-answered' }>['body'];

/** One model request and its calls. Answers nothing when there is to be another. */
export async function runRound(turn: Turn, env: TurnEnv): Promise<TurnEnd | undefined> {
  const model = env.model();
  const { definitions, found } = startRound(turn, { model: model.name, offer: env.tools.exposed.offer() }, env);
  const { answerTokens: maxTokens } = env.profile;
  const { chains } = env;
  const sent = chains && (await beforeRequest(env.conversation.history.messages, chains, env));
  if (sent !== undefined && 'refused' in sent) return notSent(turn, sent.refused);
  const messages = sent?.messages ?? env.conversation.history.messages;
  const plain = {
    messages,
    tools: definitions,
    session: env.session.id,
    signal: env.cancellation.signal,
    ...(found !== undefined && { found }),
  };
  const request = maxTokens === undefined ? plain : { ...plain, maxTokens };
  const listener = listenToAnswer(env);
  const given = await answerOrCancel(collectAnswer(model, request, listener.take), env.cancellation);
  listener.end();
  const heard = maskAnswer(given ?? listener.cut(), env.secrets.mask);
  if (heard.failure !== undefined) return failed(turn, heard, env);
  const answer = orEmptyWords(heard, env);
  const toldFirst = answer.calls.length === 0 && env.profile.unreadable === 'ends';
  if (toldFirst) recordProblems(turn, answer, env);

  const { text, reasoning, calls, stop, carry } = answer;
  const usage = answer.usage ?? turn.budget.estimate(request.messages, answer);
  const body: { -readonly [Key in keyof AnsweredBody]: AnsweredBody[Key] } = {
    round: turn.rounds,
    text,
    calls: calls.length,
    stop,
  };
  if (reasoning !== '') body.reasoning = reasoning;
  if (usage !== undefined) body.usage = usage;
  if (carry !== undefined) body.carry = carry;
  record(env, { type: 'model-answered', body });
  turn.budget.spend(model.name, usage);
  turn.usage = addUsage(turn.usage, usage);
  if (chains !== undefined) await afterAnswer(answer, chains, env);
  if (text !== '') turn.text = text;
  if (calls.length === 0 && !toldFirst) recordProblems(turn, answer, env);
  if (calls.length === 0) return withoutCalls(turn, answer, env);
  return settleCalls(turn, meantCalls(answer, env), env);
}

/** The calls of an answer by the names their tools have now. */
interface MeantCalls extends Pick<Answer, 'problems'> {
  readonly calls: readonly MeantCall[];
}

/** A model that says a name which a tool had before means that tool, and is told so. */
function meantCalls(answer: Answer, { tools }: TurnEnv): MeantCalls {
  const meant = answer.calls.map(throughDoor);
  const calls = meant.map((call) => withCurrentName(call, tools));
  const renamed = meant.flatMap(({ name }, at) => {
    const current = calls[at]?.name;
    if (current === name) return [];
    return { type: 'problem', code: 'tool-renamed', message: `${name} is called ${current} now` } as const;
  });
  return { calls, problems: [...answer.problems, ...renamed] };
}

function notSent(turn: Turn, why: string): TurnEnd {
  return modelFailed(turn, { kind: 'bad-request', message: `The request was not sent to the model: ${why}` });
}

/** What a profile has in the place of an answer without words and calls. */
function orEmptyWords(answer: Answer, { profile, emit }: TurnEnv): Answer {
  const { emptyAnswer: text } = profile;
  if (text === undefined || answer.calls.length > 0 || answer.text.trim() !== '') return answer;
  emit({ type: 'text-delta', text });
  return { ...answer, text };
}

/** What a program calls in the place of a model. */
export interface Called {
  readonly calls: readonly ModelCall[];
  readonly caller: AnswerOrigin;
}

/** A round that no model is asked in: every tool is on offer, and the calls are there. */
export async function runCalledRound(
  turn: Turn,
  { calls, caller }: Called,
  env: TurnEnv,
): Promise<TurnEnd | undefined> {
  startRound(turn, { model: caller.who, offer: offerTools(env.tools) }, env);
  const body: AnsweredBody = { round: turn.rounds, text: '', calls: calls.length, stop: 'calls' };
  record(env, { type: 'model-answered', body });
  return settleCalls(turn, { calls: calls.map((call) => withCurrentName(call, env.tools)), problems: [] }, env);
}

function startRound(
  turn: Turn,
  { model, offer }: { readonly model: string; readonly offer: Offer },
  env: TurnEnv,
): Offer {
  turn.run.round = { offer, callsBefore: turn.calls - turn.budget.moreCalls };
  const body = { turnId: turn.id, round: turn.rounds, model, tools: offer.definitions.length };
  record(env, { type: 'round-started', body });
  // Written while the model answers; no call starts before it is.
  void env.recorder.flush();
  return offer;
}

async function settleCalls(turn: Turn, answer: MeantCalls, env: TurnEnv): Promise<TurnEnd | undefined> {
  const { calls } = answer;
  const { admitted, problems } = admitCalls(calls, { round: turn.rounds, isTaken: env.conversation.history.hasCall });
  env.recorder.record([...problems, ...admitted.events]);
  recordProblems(turn, answer, env);
  const end = await runCalls(admitted.calls, turn.run);
  turn.calls += calls.length;
  // With a store that fails nothing would run: end here rather than ask the model again and again.
  if (env.recorder.failing) await stored(env.recorder);
  return endAfterCalls(turn, end, env);
}

/** How often a turn goes on although the calls of a message could all not be read. */
const maxRejections = 3;

/** The end of a turn, unless calls were meant that could not be read: then the model is told and asked again. */
function withoutCalls(turn: Turn, answer: Answer, env: TurnEnv): TurnEnd | undefined {
  if (!answer.problems.some(({ rejected }) => rejected === true)) return answered(turn, answer);
  const { unreadable = 'asks-again' } = env.profile;
  if (unreadable !== 'asks-again') return answered(turn, answer);
  turn.rejections += 1;
  if (turn.rejections <= maxRejections) return undefined;
  const message = `The model wrote calls that cannot be read, ${turn.rejections} times in this turn. Ask in other words, or try another model; \`toolwright probe\` tells what a model can do.`;
  return modelFailed(turn, { kind: 'protocol', message });
}

/** Of calls that were admitted behind them, so that what the model is told follows their results. */
function recordProblems(turn: Turn, { problems }: Pick<Answer, 'problems'>, env: TurnEnv): void {
  for (const { code, message, rejected } of problems) {
    // What only the person is told of is no message to the model.
    const told = rejected === true && env.profile.unreadable !== 'answers';
    const body = { round: turn.rounds, code, message, ...(told && { rejected }) };
    record(env, { type: 'message-problem', body });
  }
}

function answered(turn: Turn, { text, stop }: Answer): TurnEnd {
  const said = text.trim() !== '';
  if (stop === 'length') {
    const message = 'The answer stops at the output limit of the model: raise it, or ask for less.';
    return { ...endOf(turn, said ? 'limit' : 'empty'), message };
  }
  if (!said) return { ...endOf(turn, 'empty'), message: 'The model gave no answer. Ask again, or try another model.' };
  if (stop === 'refused') return { ...endOf(turn, 'answered'), message: 'The model, or a filter before it, declined.' };
  return endOf(turn, 'answered');
}

function failed(turn: Turn, { failure, text, reasoning }: Unanswered, env: TurnEnv): TurnEnd {
  if (text !== '' || reasoning !== '') {
    const body = { round: turn.rounds, text, calls: 0, stop: 'cut' as const, ...(reasoning !== '' && { reasoning }) };
    record(env, { type: 'model-answered', body });
    if (text !== '') turn.text = text;
  }
  const { stop } = env.cancellation;
  return stop === undefined ? modelFailed(turn, failure) : endOfStop(turn, stop);
}

function modelFailed(turn: Turn, failure: ModelFailure): TurnEnd {
  return { ...endOf(turn, 'model-failed'), message: failure.message, failure };
}
