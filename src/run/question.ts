import { ToolwrightError } from '../base/error.js';
import { type GrantOffer, type GrantScope, grantScopes } from '../policy/grant/grant.js';
import type { Level } from '../policy/policy.js';
import type { Taint } from '../policy/taint/taint.js';
import type { Fact } from '../tool/fact.js';
import type { Preview, Undoable } from '../tool/plan.js';

/** Something only a person can answer. */
export type Question =
  | {
      readonly kind: 'approval';
      readonly id: string;
      readonly callId: string;
      readonly tool: string;
      readonly arguments: unknown;
      readonly preview: Preview;
      readonly facts: readonly Fact[];
      readonly level: Level;
      readonly reasons: readonly string[];
      /** Of exactly what is asked about; the answer counts for nothing else. */
      readonly digest: string;
      readonly sandboxed: boolean;
      /** It has run, and the sandbox kept it from these: with a yes it runs again, with them. */
      readonly again?: { readonly ended: string; readonly refused: readonly Fact[] };
      /** The last that came in from outside and could steer the call, newest first, where that is why it is asked about. */
      readonly taint?: Taint;
      /** Absent when there is nothing to take back. */
      readonly undo?: Undoable;
      /** What may be made lasting with the answer. */
      readonly offers: readonly GrantOffer[];
      /** Why nothing, or not everything, may be made lasting. */
      readonly withheld?: string;
    }
  | {
      readonly kind: 'input';
      readonly id: string;
      readonly callId: string;
      readonly tool: string;
      readonly text: string;
      readonly options: readonly string[];
    };

export type Answer =
  | { readonly choice: 'once' }
  /** Also from now on: `rules` are those of one of the offers. */
  | { readonly choice: GrantScope; readonly rules: readonly string[] }
  | { readonly choice: 'deny'; readonly reason?: string }
  | { readonly choice: 'text'; readonly text: string };

/** Who gave an answer, and by which channel it came. */
export interface AnswerOrigin {
  readonly who: string;
  /** `terminal`, `stdin`, `program`, … */
  readonly from: string;
}

/** Who answers. `person`: someone is there, and a question waits for them. Anything else: nobody is, and this is done. */
export type OnAsk = 'person' | 'deny' | 'abort' | 'park' | { readonly waitMs: number };

/** Why calls of a message are not started: a question nobody can answer, or a pause. `aborted` alone settles them. */
export type Halt = 'parked' | 'aborted' | 'paused';

export type AskOutcome =
  | { readonly type: 'answered'; readonly answer: Answer; readonly origin: AnswerOrigin }
  | { readonly type: 'nobody'; readonly rule: 'deny' | 'abort' | 'park' }
  | { readonly type: 'cancelled' };

/** The open questions of a session, each answered once. */
export interface QuestionDesk {
  /** The question is open from this call on; it may be answered once it was put. */
  ask(question: Question, signal?: AbortSignal): Promise<AskOutcome>;
  /** The question has been told: from now on it may be answered. */
  put(id: string): void;
  answer(id: string, answer: Answer, origin: AnswerOrigin): void;
  /** Takes a question back. */
  withdraw(id: string): void;
  readonly open: readonly Question[];
}

/** A timer set for longer would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

function fits(question: Question, answer: Answer | undefined): boolean {
  if (answer?.choice === 'deny') return true;
  if (question.kind === 'input') return answer?.choice === 'text' && typeof answer.text === 'string';
  if (answer === undefined || answer.choice === 'text') return false;
  if (answer.choice === 'once') return true;
  return grantScopes.includes(answer.choice) && question.offers.some(({ rules }) => sameRules(rules, answer.rules));
}

const sameRules = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  Array.isArray(b) && a.length === b.length && a.every((rule, at) => rule === b[at]);

export function createQuestionDesk(onAsk: OnAsk): QuestionDesk {
  const open = new Map<string, OpenQuestion>();

  const wait = (question: Question, signal: AbortSignal | undefined): Promise<AskOutcome> =>
    new Promise((resolve) => {
      const cancel = (): void => finish({ type: 'cancelled' });
      const timer =
        typeof onAsk === 'object'
          ? setTimeout(() => finish({ type: 'nobody', rule: 'deny' }), Math.min(onAsk.waitMs, maxTimerMs))
          : undefined;
      const finish = (outcome: AskOutcome): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        open.delete(question.id);
        resolve(outcome);
      };
      open.set(question.id, { question, isPut: false, resolve: finish });
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted === true) cancel();
    });

  return {
    ask(question, signal) {
      if (typeof onAsk === 'string' && onAsk !== 'person') return Promise.resolve({ type: 'nobody', rule: onAsk });
      return wait(question, signal);
    },
    put(id) {
      const found = open.get(id);
      if (found !== undefined) found.isPut = true;
    },
    answer(id, answer, origin) {
      const found = open.get(id);
      if (found?.isPut !== true) {
        throw new ToolwrightError(
          'question-unknown',
          `No open question has the id ${id}: it was answered already, or its turn ended.`,
        );
      }
      if (!fits(found.question, answer)) {
        const wanted =
          found.question.kind === 'input' ? "{choice: 'text', text}" : "{choice: 'once'}, one of the offers";
        throw new ToolwrightError(
          'bad-option',
          `That answer does not fit the question: give ${wanted} or {choice: 'deny'}.`,
        );
      }
      found.resolve({ type: 'answered', answer, origin });
    },
    withdraw: (id) => open.get(id)?.resolve({ type: 'cancelled' }),
    get open() {
      return [...open.values()].map(({ question }) => question);
    },
  };
}

interface OpenQuestion {
  readonly question: Question;
  /** An answer to what nobody was shown yet was meant for something else. */
  isPut: boolean;
  resolve(outcome: AskOutcome): void;
}
