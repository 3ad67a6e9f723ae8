import { randomUUID } from 'node:crypto';
import type { TurnEnd } from '../agent/event.js';
import { messageOf } from '../base/error.js';
import { firstLine } from '../base/text.js';
import type { ClientPort, Told } from '../client/client-port.js';
import { unwrap } from '../client/reply.js';
import type { SessionWatch } from '../client/watch-session.js';
import type { Settlement } from '../run/event.js';
import type { Answer, Question } from '../run/question.js';
import type { ClientLink, SampleParams } from './client-link.js';

/** What a call waits for, of the client. */
export type Ask =
  | { readonly type: 'question'; readonly question: Question }
  /** Its model is to answer; undefined when it does not. */
  | { readonly type: 'sample'; readonly params: SampleParams; readonly reply: (response: unknown) => void };

/** What a call comes to: something that the client has to do first, or its end. */
export type Step =
  | Ask
  | { readonly type: 'ended'; readonly settlement: Settlement }
  /** It has no end to tell of; the message says why. */
  | { readonly type: 'unended'; readonly message: string };

/** A call of a client on its way. */
export interface QueuedCall {
  /** What nobody can guess: who knows it may answer the questions of the call. */
  readonly key: string;
  /** The next step. To be asked for again after an `Ask` only. Who waits no longer, by `signal`, cancels the call. */
  next(signal: AbortSignal): Promise<Step>;
  /** What waits for the client. */
  readonly asked: Ask | undefined;
  /** Answers the question that waits. */
  answer(answer: Answer): void;
  /** Answers for the model that is asked. */
  reply(response: unknown): void;
  /** Ends it where it is, or keeps it from starting. */
  cancel(): void;
  /** Who is told how it goes on, from now on. */
  onProgress: ((message: string) => void) | undefined;
  /** Who is told what is logged, from now on. */
  onLog: ClientLink['log'];
}

/** The calls of one connection, one after the other: a session has one turn at a time. */
export interface CallQueue {
  /** Undefined when too many wait. */
  begin(name: string, args: unknown): QueuedCall | undefined;
  /** A call whose question waits for an answer. */
  find(key: string): QueuedCall | undefined;
}

/** More at once than any client has reason for. */
export const maxCalls = 64;

/** The session that is called, and the client it is called for. */
export interface CalledSession {
  readonly port: ClientPort;
  readonly session: string;
  readonly watch: SessionWatch;
  readonly link: ClientLink;
}

export function createCallQueue(called: CalledSession): CallQueue {
  const { port, session } = called;
  const calls = new Map<string, QueuedCall>();
  /** Those whose end nobody has asked for yet. */
  const over = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  const drop = (key: string): void => {
    calls.delete(key);
    over.delete(key);
  };
  return {
    begin(name, args) {
      const [forgotten] = over;
      if (calls.size >= maxCalls && forgotten !== undefined) drop(forgotten);
      if (calls.size >= maxCalls) return undefined;
      const steps = createSteps();
      let asked: Ask | undefined;
      const course: Course = { cancelled: false, running: false };
      const call: QueuedCall = {
        key: randomUUID(),
        onProgress: undefined,
        onLog: undefined,
        async next(signal) {
          signal.addEventListener('abort', call.cancel);
          if (signal.aborted) call.cancel();
          const step = await steps.take();
          signal.removeEventListener('abort', call.cancel);
          if (step.type === 'question' || step.type === 'sample') asked = step;
          else drop(call.key);
          return step;
        },
        cancel() {
          course.cancelled = true;
          if (course.running) void port.stop({ session });
        },
        get asked() {
          return asked;
        },
        answer(answer) {
          const question = asked?.type === 'question' ? asked.question.id : '';
          asked = undefined;
          // Where it waits no longer, or was answered, the call has gone on by itself.
          void port.answer({ session, question, answer });
        },
        reply(response) {
          const waiting = asked;
          asked = undefined;
          if (waiting?.type === 'sample') waiting.reply(response);
        },
      };
      calls.set(call.key, call);
      last = last.then(async () => {
        const end = await run({ ...called, name, args, course, call, ask: steps.put });
        over.add(call.key);
        steps.put(end);
      });
      return call;
    },
    find(key) {
      const call = calls.get(key);
      return call?.asked === undefined ? undefined : call;
    },
  };
}

interface Course {
  cancelled: boolean;
  /** Its turn runs now: what is cancelled is that one. */
  running: boolean;
}

interface Running extends CalledSession {
  readonly name: string;
  readonly args: unknown;
  readonly course: Course;
  readonly call: QueuedCall;
  ask(step: Step): void;
}

/** Makes the call once it is its turn. Must not throw. */
async function run({ port, session, watch, name, args, link, course, call, ask }: Running): Promise<Step> {
  if (course.cancelled) return { type: 'unended', message: 'Not run: the request was cancelled.' };
  link.log = (level, message) => call.onLog?.(level, message);
  link.sample = (params, signal) =>
    new Promise((reply) => {
      signal.addEventListener('abort', () => reply(undefined), { once: true });
      ask({ type: 'sample', params, reply });
    });
  let callId: string | undefined;
  const early: Told[] = [];
  const take = (told: Told): void => {
    if (!('event' in told)) return;
    const { event } = told;
    if (event.type === 'approval-requested' && event.body.callId === callId)
      ask({ type: 'question', question: event.body });
    const message = progressOf(told, callId);
    if (message !== undefined) call.onProgress?.(message);
  };
  const stop = watch.on((told) => (callId === undefined ? void early.push(told) : take(told)));
  try {
    course.running = true;
    const started = unwrap(await port.callTool({ session, name, args }));
    callId = started.callId;
    early.forEach(take);
    if (course.cancelled) void port.stop({ session });
    const { end, settlement } = await watch.callEnd(started);
    return settlement === undefined ? { type: 'unended', message: whyUnended(end) } : { type: 'ended', settlement };
  } catch (error) {
    return { type: 'unended', message: messageOf(error) };
  } finally {
    course.running = false;
    link.log = undefined;
    link.sample = undefined;
    stop();
  }
}

/** The last line that was printed, or how long nothing was. */
function progressOf({ event }: Extract<Told, { event: unknown }>, callId: string | undefined): string | undefined {
  if (event.type === 'output-delta' && event.callId === callId) {
    const line = event.text.trimEnd().split('\n').at(-1) ?? '';
    return line === '' ? undefined : firstLine(line, 200);
  }
  if (event.type !== 'call-heartbeat' || event.callId !== callId) return undefined;
  return `${event.name} has run for ${Math.round(event.elapsedMs / 1000)} s`;
}

const whyUnended = ({ reason, message }: TurnEnd): string => message ?? `The call has no end: ${reason}.`;

interface Steps {
  put(step: Step): void;
  take(): Promise<Step>;
}

function createSteps(): Steps {
  const there: Step[] = [];
  let taker: ((step: Step) => void) | undefined;
  return {
    put(step) {
      if (taker === undefined) there.push(step);
      else taker(step);
      taker = undefined;
    },
    take() {
      const step = there.shift();
      if (step !== undefined) return Promise.resolve(step);
      return new Promise((resolve) => {
        taker = resolve;
      });
    },
  };
}
