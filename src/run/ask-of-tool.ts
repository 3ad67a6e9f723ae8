import { defined } from '../base/defined.js';
import { messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';
import type { Answered, AskRequest, Review } from '../tool/port.js';
import { type Asked, askPerson, recordAnswer, recordQuestion, unanswered } from './ask-person.js';
import type { Call } from './call.js';
import type { RunEnv } from './env.js';
import { findTool } from './find-tool.js';
import type { GivenAnswer, GivenAnswers } from './given-answers.js';
import type { Halt, Question } from './question.js';
import { reasonWords } from './reason-words.js';

export interface AskContext {
  readonly env: RunEnv;
  readonly call: Call;
  readonly ctx: {
    readonly signal: AbortSignal;
    /** What was answered to earlier runs of the call. */
    readonly given?: ReturnType<GivenAnswers['of']> | undefined;
    /** A question of the tool met nobody, or a pause, and the turn ends here. */
    halt(why: Halt): void;
  };
}

/** A tool's own question: the same events and the same rule when nobody is there as for an approval. */
export async function askOfTool(request: AskRequest, context: AskContext): Promise<Answered | ToolFailure> {
  const { text, options = [], several, waitMs, review } = request;
  const more = defined({ several: several || undefined, waitMs, review: review || undefined });
  const said = await putInput({ text, options, ...more }, context);
  if (isFailure(said)) return said;
  const { answer } = said;
  return answer.choice === 'text' ? { text: answer.text } : { text: answer.texts.join(', '), texts: answer.texts };
}

/**
 * Has a person decide on a plan. Mode `plan` is left here and nowhere else in the road: by what the person chose, in
 * their name.
 */
export async function reviewOfTool(text: string, context: AskContext): Promise<Review | ToolFailure> {
  const { env } = context;
  const plans = env.judges.mode() === 'plan';
  const modes = env.judges.leavePlan?.modes ?? [];
  const accepts = plans ? [...modes.map(leaves), acceptInPlan] : [accept];
  const said = await putInput({ text, options: [...accepts, reject], review: true }, context);
  if (isFailure(said)) return said;
  const words = said.answer.choice === 'text' ? said.answer.text : '';
  const chosen = words.trim().toLowerCase();
  if (chosen === reject || isNo.test(chosen))
    return fail('permission_denied', `The person rejected the plan.${rejected}`);
  const isOffered = said.options.includes(chosen);
  const mode = isOffered ? modes.find((one) => leaves(one) === chosen) : undefined;
  // The mode may be another by now: then there is nothing to leave.
  if (mode !== undefined && plans && env.judges.mode() === 'plan') env.judges.leavePlan?.change(mode, said.origin);
  if (isOffered || chosen === accept || isYes.test(chosen)) return { verdict: 'accepted', mode: env.judges.mode() };
  return { verdict: 'changed', text: words };
}

const accept = 'accept';
const acceptInPlan = 'accept, and stay in mode plan';
const leaves = (mode: string): string => `accept, and go on in mode ${mode}`;
const reject = 'reject';
const isYes = /^(?:y|yes|ok|okay)$/;
const isNo = /^(?:n|no)$/;
const rejected = ' Do not carry it out: ask what they want, or propose another.';

type Input = Extract<Question, { kind: 'input' }>;

/** Puts a question of a tool, and records what comes of it. */
export async function putInput(
  asking: Omit<Input, 'kind' | 'id' | 'callId' | 'tool'>,
  { env, call, ctx }: AskContext,
): Promise<GivenAnswer | ToolFailure> {
  const whole: Input = { kind: 'input', id: createId('q'), callId: call.id, tool: call.name, ...asking };
  const question = maskValue(whole, env.secrets.mask).value;
  if (ctx.signal.aborted) return fail('cancelled', 'The question was not put: the call was ended.');
  const before = ctx.given?.take(question);
  if (before !== undefined) return before;
  const asked = await put(question, ctx.signal, env);
  if (asked.type === 'cancelled') return fail('cancelled', 'The question was withdrawn: the call was ended.');
  if (asked.type === 'unrecorded') {
    return fail('io_error', `The question could not be recorded and was not put: ${messageOf(asked.failure.error)}`);
  }
  if (asked.type === 'parked' || asked.type === 'paused') {
    if (findTool(call.name, env.tools)?.idempotent === true) {
      ctx.halt(asked.type);
      // The call stays open and its tool runs anew when the session goes on: this run of it must not.
      throw new Error('the question waits for a person');
    }
    if (asked.type === 'paused') return fail('cancelled', 'The question was withdrawn: the turn was paused.');
  }
  // What cannot be run again cannot wait for another day.
  const answered = asked.type === 'parked' ? unanswered : asked;
  const { answer, by, origin, halt, late } = answered;
  recordAnswer(question, answered, env);
  void env.recorder.flush();
  if (halt !== undefined) ctx.halt(halt);
  if ((answer.choice === 'text' || answer.choice === 'several') && origin !== undefined) {
    return { answer, origin, options: question.options };
  }
  if (late === true) return fail('timeout', `No answer came within ${(asking.waitMs ?? 0) / 1000} s. ${goOn}`);
  const why = by === 'person' ? 'The person did not answer.' : 'Nobody is there to answer.';
  return fail('permission_denied', `${why}${reasonWords(answer)} ${goOn}`);
}

const goOn = 'Go on with a sensible assumption, or say what you need.';

async function put(question: Question, signal: AbortSignal, env: RunEnv): Promise<Asked> {
  if (env.cancellation.paused) {
    // Not in the same moment: a call can be left open only once its tool has answered with a promise.
    await env.recorder.flush();
    return { type: 'paused' };
  }
  recordQuestion(question, env);
  return askPerson(question, env, signal);
}
