import { ToolwrightError } from '../base/error.js';
import { type GrantOffer, type GrantScope, grantScopes } from '../policy/grant/grant.js';
import type { Level } from '../policy/policy.js';
import type { Taint } from '../policy/taint/taint.js';
import type { Fact } from '../tool/fact.js';
import type { Preview, Undoable } from '../tool/plan.js';
import type { FormRequest } from '../tool/port.js';

/** The subagent a question comes from. */
export interface AskingChild {
  readonly sessionId: string;
  readonly name: string;
}

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
      readonly child?: AskingChild;
    }
  | {
      readonly kind: 'input';
      readonly id: string;
      readonly callId: string;
      readonly tool: string;
      readonly text: string;
      readonly options: readonly string[];
      /** More than one answer may be given. */
      readonly several?: true;
      /** How long an answer is waited for. */
      readonly waitMs?: number;
      /** `text` is a plan: what is no option says what shall be changed in it. */
      readonly review?: true;
      /** It is a form: the text of the answer is a JSON object with what was filled in. Only where `forms` is told of. */
      readonly form?: Pick<FormRequest, 'properties' | 'required'>;
      readonly child?: AskingChild;
    };

export type Answer =
  | { readonly choice: 'once' }
  /** Also from now on: `rules` are those of one of the offers. */
  | { readonly choice: GrantScope; readonly rules: readonly string[] }
  | { readonly choice: 'deny'; readonly reason?: string }
  | { readonly choice: 'text'; readonly text: string }
  /** Where several answers may be given. */
  | { readonly choice: 'several'; readonly texts: readonly string[] };

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
  /** `late`: the question itself waited no longer. */
  | { readonly type: 'nobody'; readonly rule: 'deny' | 'abort' | 'park' | 'late' }
  | { readonly type: 'cancelled' };

/** The open questions of a session, each answered once. */
export interface OpenQuestions {
  /** Whether somebody may be there to answer. */
  readonly present: boolean;
  /** Whether they can be shown a form. */
  readonly forms?: boolean | undefined;
  /** The question is open from this call on; it may be answered once it was put. */
  ask(question: Question, signal?: AbortSignal): Promise<AskOutcome>;
  /** The question has been told: from now on it may be answered. */
  put(id: string): void;
  answer(id: string, answer: Answer, origin: AnswerOrigin): void;
  /** Takes a question back. */
  withdraw(id: string): void;
  /** Nobody answers any more: what is open, and what is asked from now on, is denied as when the time to wait is over. */
  unattend(): void;
  readonly open: readonly Question[];
}

/** A timer set for longer would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

function fits(question: Question, answer: Answer | undefined): boolean {
  if (answer?.choice === 'deny') return true;
  if (question.kind === 'input') return fitsInput(question, answer);
  if (answer === undefined || answer.choice === 'text' || answer.choice === 'several') return false;
  if (answer.choice === 'once') return true;
  return grantScopes.includes(answer.choice) && question.offers.some(({ rules }) => sameRules(rules, answer.rules));
}

function fitsInput({ several }: Extract<Question, { kind: 'input' }>, answer: Answer | undefined): boolean {
  if (answer?.choice === 'text') return typeof answer.text === 'string';
  if (several !== true || answer?.choice !== 'several' || !Array.isArray(answer.texts)) return false;
  const { texts } = answer;
  return texts.length > 0 && texts.length <= maxTexts && texts.every((text) => typeof text === 'string');
}

/** Nobody gives more answers to one question. */
const maxTexts = 20;

const sameRules = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  Array.isArray(b) && a.length === b.length && a.every((rule, at) => rule === b[at]);

export interface OpenQuestionsOptions {
  readonly forms?: boolean | undefined;
  /** What an answer that fits is taken for; for what it is when absent. */
  readonly taken?: (answer: Answer, question: Question) => Answer;
}

export function createOpenQuestions(
  onAsk: OnAsk,
  { forms, taken = (answer) => answer }: OpenQuestionsOptions = {},
): OpenQuestions {
  const open = new Map<string, OpenQuestion>();
  const present = onAsk === 'person' || typeof onAsk === 'object';
  let attended = present;

  const wait = (question: Question, signal: AbortSignal | undefined): Promise<AskOutcome> =>
    new Promise((resolve) => {
      const cancel = (): void => finish({ type: 'cancelled' });
      const { waitMs, rule } = deadlineOf(question, onAsk);
      const timer =
        waitMs === undefined
          ? undefined
          : setTimeout(() => finish({ type: 'nobody', rule }), Math.min(waitMs, maxTimerMs));
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
    present,
    forms,
    ask(question, signal) {
      if (attended) return wait(question, signal);
      const rule = onAsk === 'abort' || onAsk === 'park' ? onAsk : 'deny';
      return Promise.resolve({ type: 'nobody', rule });
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
          found.question.kind === 'input' ? inputForms(found.question) : "{choice: 'once'}, one of the offers";
        throw new ToolwrightError(
          'bad-option',
          `That answer does not fit the question: give ${wanted} or {choice: 'deny'}.`,
        );
      }
      found.resolve({ type: 'answered', answer: taken(answer, found.question), origin });
    },
    withdraw: (id) => open.get(id)?.resolve({ type: 'cancelled' }),
    unattend() {
      attended = false;
      for (const question of [...open.values()]) question.resolve({ type: 'nobody', rule: 'deny' });
    },
    get open() {
      return [...open.values()].map(({ question }) => question);
    },
  };
}

const inputForms = ({ several }: Extract<Question, { kind: 'input' }>): string =>
  several === true ? "{choice: 'text', text}, {choice: 'several', texts}" : "{choice: 'text', text}";

/** Who waits no longer first: the question, or the rule for when nobody is there. */
function deadlineOf(
  question: Question,
  onAsk: OnAsk,
): { readonly waitMs: number | undefined; readonly rule: 'deny' | 'late' } {
  const own = question.kind === 'input' ? question.waitMs : undefined;
  const rules = typeof onAsk === 'object' ? onAsk.waitMs : undefined;
  if (own === undefined || (rules !== undefined && rules <= own)) return { waitMs: rules, rule: 'deny' };
  return { waitMs: own, rule: 'late' };
}

interface OpenQuestion {
  readonly question: Question;
  /** An answer to what nobody was shown yet was meant for something else. */
  isPut: boolean;
  resolve(outcome: AskOutcome): void;
}
