import { ToolwrightError } from '../base/error.js';
import type { Level } from '../policy/policy.js';
import type { Fact } from '../tool/fact.js';
import type { Preview } from '../tool/plan.js';

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
  | { readonly choice: 'deny'; readonly reason?: string }
  | { readonly choice: 'text'; readonly text: string };

/** Who answers. `person`: someone is there, and a question waits for them. Anything else: nobody is, and this is done. */
export type OnAsk = 'person' | 'deny' | 'abort' | 'park' | { readonly waitMs: number };

/** Why the calls of a message stop at a question nobody can answer. */
export type Halt = 'parked' | 'aborted';

export type AskOutcome =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'nobody'; readonly rule: 'deny' | 'abort' | 'park' }
  | { readonly type: 'cancelled' };

/** The open questions of a session, each answered once. */
export interface QuestionDesk {
  /** The question is open, and may be answered, from this call on. */
  ask(question: Question, signal: AbortSignal): Promise<AskOutcome>;
  answer(id: string, answer: Answer): void;
  /** Takes a question back. */
  withdraw(id: string): void;
  readonly open: readonly Question[];
}

/** A timer set for longer would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

function fits({ kind }: Question, answer: Answer | undefined): boolean {
  if (answer?.choice === 'deny') return true;
  return kind === 'input' ? answer?.choice === 'text' && typeof answer.text === 'string' : answer?.choice === 'once';
}

export function createQuestionDesk(onAsk: OnAsk): QuestionDesk {
  const open = new Map<string, { readonly question: Question; readonly resolve: (outcome: AskOutcome) => void }>();

  const wait = (question: Question, signal: AbortSignal): Promise<AskOutcome> =>
    new Promise((resolve) => {
      const cancel = (): void => finish({ type: 'cancelled' });
      const timer =
        typeof onAsk === 'object'
          ? setTimeout(() => finish({ type: 'nobody', rule: 'deny' }), Math.min(onAsk.waitMs, maxTimerMs))
          : undefined;
      const finish = (outcome: AskOutcome): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        open.delete(question.id);
        resolve(outcome);
      };
      open.set(question.id, { question, resolve: finish });
      signal.addEventListener('abort', cancel);
      if (signal.aborted) cancel();
    });

  return {
    ask(question, signal) {
      if (typeof onAsk === 'string' && onAsk !== 'person') return Promise.resolve({ type: 'nobody', rule: onAsk });
      return wait(question, signal);
    },
    answer(id, answer) {
      const found = open.get(id);
      if (found === undefined) {
        throw new ToolwrightError(
          'question-unknown',
          `No open question has the id ${id}: it was answered already, or its turn ended.`,
        );
      }
      if (!fits(found.question, answer)) {
        const wanted = found.question.kind === 'input' ? "{choice: 'text', text}" : "{choice: 'once'}";
        throw new ToolwrightError(
          'bad-option',
          `That answer does not fit the question: give ${wanted} or {choice: 'deny'}.`,
        );
      }
      found.resolve({ type: 'answered', answer });
    },
    withdraw: (id) => open.get(id)?.resolve({ type: 'cancelled' }),
    get open() {
      return [...open.values()].map(({ question }) => question);
    },
  };
}
