import type { Decision, Mode } from '../policy/policy.js';
import type { Coercion } from '../schema/coerce.js';
import type { EndedBy } from '../tool/background.js';
import type { Fact } from '../tool/fact.js';
import type { ErrorType, Outcome } from '../tool/outcome.js';
import type { SeenFile } from '../tool/port.js';
import type { Todo } from '../tool/todo.js';
import type { Enclosure, ImageRef } from '../tool/tool.js';
import type { Answer, AnswerOrigin, AskingChild, Question } from './question.js';
import type { StoreWaiting } from './store-wait.js';

interface Event<Type extends string, Body> {
  readonly type: Type;
  readonly body: Body;
}

/** What happens to a call. Every admitted call has exactly one `call-settled`. */
export type RunEvent =
  | Event<
      'call-admitted',
      {
        readonly callId: string;
        readonly index: number;
        readonly name: string;
        readonly arguments: string;
        /** The arguments the model wrote, where it called the tool through `call_tool`. */
        readonly through?: string;
      }
    >
  /** A call that another one makes while it runs: it goes the same road, and is no part of the conversation. */
  | Event<
      'step-admitted',
      { readonly callId: string; readonly parent: string; readonly name: string; readonly arguments: string }
    >
  | Event<
      'call-refused',
      {
        readonly callId: string;
        readonly stage: string;
        readonly errorType: ErrorType;
        readonly message: string;
        /** The middleware that refused it. */
        readonly by?: string;
      }
    >
  | Event<
      'call-rewritten',
      {
        readonly callId: string;
        /** The middleware that did. */
        readonly by: string;
        /** The arguments before and after. */
        readonly from: unknown;
        readonly to: unknown;
      }
    >
  | Event<
      'result-rewritten',
      { readonly callId: string; readonly by: string; readonly from: Outcome; readonly to: Outcome }
    >
  | Event<'middleware-failed', { readonly callId: string; readonly by: string; readonly message: string }>
  | Event<'guard-tripped', { readonly callId: string; readonly limit: string; readonly message: string }>
  /** Told to the model, ahead of the next request. */
  | Event<'guard-warned', { readonly code: string; readonly message: string }>
  | Event<
      'call-planned',
      {
        readonly callId: string;
        readonly facts: readonly Fact[];
        readonly coercions?: readonly Coercion[];
        readonly basis?: string;
      }
    >
  | Event<
      'call-decided',
      Decision & {
        readonly callId: string;
        readonly tool: string;
        readonly mode: Mode;
        /** Its processes would be confined. */
        readonly sandboxed?: true;
        readonly digest: string;
      }
    >
  | Event<'approval-requested', Question>
  | Event<
      'approval-answered',
      {
        readonly questionId: string;
        readonly callId: string;
        readonly answer: Answer;
        readonly by: 'person' | 'no-person-rule';
        /** Who answered and from where; absent when nobody did. */
        readonly origin?: AnswerOrigin;
        readonly child?: AskingChild;
      }
    >
  | Event<'call-started', { readonly callId: string; readonly attempt: number }>
  | Event<
      'call-stopped',
      {
        readonly callId: string;
        readonly attempt: number;
        /** How that run ended. */
        readonly message: string;
        readonly refused: readonly Fact[];
      }
    >
  | Event<'todos-changed', TodosChanged>
  /** The definitions of `names` are sent from now on, those of `evicted` no longer. */
  | Event<
      'tools-activated',
      { readonly callId: string; readonly names: readonly string[]; readonly evicted: readonly string[] }
    >
  /** The model was given the definitions of these in the conversation: the digest of each, by its name. */
  | Event<'tools-described', { readonly callId: string; readonly tools: Readonly<Record<string, string>> }>
  | Event<'prefix-fixed', PrefixFixed>
  | Event<'call-settled', Settlement>
  | CommandEvent;

/** What requests begin with from now on. */
export interface PrefixFixed {
  /** `lost`: what they began with cannot be read any more. */
  readonly why: 'opened' | 'model' | 'compacted' | 'lost';
  /** The system message and the definitions of tools. */
  readonly blob: string;
  /** How many definitions. */
  readonly tools: number;
}

/** The model's own list, whole, as a call left it. */
export interface TodosChanged {
  readonly callId: string;
  readonly todos: readonly Todo[];
}

/** The end of a call: what is told to the model, the person and the record. */
export interface Settlement {
  readonly callId: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly errorType: ErrorType;
  /** What the model reads. */
  readonly content: string;
  /** What a person reads, when it is not the same. */
  readonly display?: string;
  /** A message about it for the person, in the words of the profile. */
  readonly message?: string;
  readonly durationMs: number;
  /** How many secrets were masked in it; absent when there were none. */
  readonly masked?: number;
  /** The whole result, when `content` is not all of it. */
  readonly blob?: string;
  /** The pictures a model that sees is shown with it. */
  readonly images?: readonly ImageRef[];
  /** What else goes with it. */
  readonly enclosures?: readonly Enclosure[];
  /** Files whose content the model has read or written by this call. */
  readonly seen?: readonly SeenFile[];
}

/** What is told to those who watch, and never stored. */
export type RunDelta =
  | { readonly type: 'output-delta'; readonly callId: string; readonly text: string }
  /** The beginning of the difference that a call which begins will make, and how many lines of it are left out. */
  | { readonly type: 'diff-delta'; readonly callId: string; readonly diff: string; readonly left: number }
  | StoreWaiting
  | { readonly type: 'call-heartbeat'; readonly callId: string; readonly name: string; readonly elapsedMs: number };

/** What happens to commands that go on after the call that started them. */
export type CommandEvent =
  | { readonly type: 'command-started'; readonly body: CommandStarted }
  | { readonly type: 'command-ended'; readonly body: CommandEnded };

export interface CommandStarted {
  readonly commandId: string;
  readonly callId: string;
  readonly command: string;
  readonly cwd: string;
  /** Until when at most it goes on after its session; absent: it ends with it. */
  readonly keptUntil?: number;
}

export interface CommandEnded {
  readonly commandId: string;
  /** The call that started it. */
  readonly callId: string;
  /** How its text begins. */
  readonly command: string;
  /** `program`: Toolwright itself was killed, or what held it, and it with that. */
  readonly by: EndedBy;
  /** As a shell counts; null when it was ended by force, or its end was not seen. */
  readonly exitCode: number | null;
  readonly ranMs?: number;
  /** Bytes it printed that the model has not read. */
  readonly unread?: number;
  /** A call was waiting for it: its result tells the model. */
  readonly told?: true;
}
