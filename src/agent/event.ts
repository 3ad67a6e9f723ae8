import type { ConversationEvent, ReceivedMessage } from '../history/event.js';
import type { ModelFailure, Progress, Usage } from '../model/model.js';
import type { Mode } from '../policy/policy.js';
import type { RunDelta, RunEvent } from '../run/event.js';
import type { AnswerOrigin } from '../run/question.js';
import type { ChildEnd } from '../tool/child.js';
import type { LimitName } from './limits.js';
import type { Spent } from './meter.js';

/** Why a turn ended. `empty`: the model said nothing and asked for nothing. */
export type TurnReason =
  | 'answered'
  | 'empty'
  | 'limit'
  | 'failed'
  | 'aborted'
  | 'parked'
  | 'paused'
  | 'cancelled'
  | 'model-failed'
  | 'store-failed';

export interface TurnEnd {
  readonly turnId: string;
  readonly reason: TurnReason;
  /** The last text of the model in this turn. */
  readonly text: string;
  readonly rounds: number;
  readonly calls: number;
  /** What the answers of the turn used together, as far as servers told. */
  readonly usage?: Usage;
  /** Questions of this turn that were denied because nobody was there. */
  readonly deniedUnasked: number;
  /** The limit the turn ended at. */
  readonly limit?: string;
  /** With `model-failed`, `failed` and `limit`: what happened and what to do. */
  readonly message?: string;
  readonly failure?: ModelFailure;
}

export type AgentEvent =
  | ConversationEvent
  | RunEvent
  | {
      readonly type: 'turn-started';
      readonly body: {
        readonly turnId: string;
        readonly resumed?: true;
        /** A program, or the person, makes the calls of this turn, and no model is asked: who, and by which channel. */
        readonly caller?: AnswerOrigin;
        /** No model is ever told of them. */
        readonly aside?: true;
      };
    }
  | {
      readonly type: 'round-started';
      readonly body: {
        readonly turnId: string;
        readonly round: number;
        readonly model: string;
        readonly tools: number;
      };
    }
  /** A tool asked the model something, beside the conversation. */
  | { readonly type: 'model-asked'; readonly body: ModelAsked }
  | { readonly type: 'history-repaired'; readonly body: { readonly calls: readonly Repair[] } }
  /** A message that came while a turn ran: it is taken in, as `message-received`, when its time comes. */
  | { readonly type: 'message-queued'; readonly body: QueuedMessage }
  /** The person changed a message that waits: what it is now, whole. */
  | { readonly type: 'message-edited'; readonly body: QueuedMessage & { readonly origin: AnswerOrigin } }
  /** The person took a message back that waited. */
  | { readonly type: 'message-withdrawn'; readonly body: { readonly messageId: string; readonly origin: AnswerOrigin } }
  /** Nothing more starts in this turn; it ends when the calls that run have. */
  | { readonly type: 'turn-paused'; readonly body: { readonly turnId: string; readonly origin: AnswerOrigin } }
  /** What a session that this one started has used: it counts here too. */
  | { readonly type: 'child-spent'; readonly body: Spent }
  /** A call has started a subagent: recorded before its session is opened. */
  | { readonly type: 'child-started'; readonly body: ChildStarted }
  | { readonly type: 'child-ended'; readonly body: ChildEnded }
  /** A limit of the session was reached, and a person gave `amount` more. */
  | { readonly type: 'limit-extended'; readonly body: { readonly limit: LimitName; readonly amount: number } }
  | { readonly type: 'turn-ended'; readonly body: TurnEnd };

/** A message that waits: for the next request to the model, or with `turn` until this turn has ended. */
export interface QueuedMessage extends ReceivedMessage {
  readonly turn?: 'next';
}

export interface ChildStarted {
  /** The id of its session. */
  readonly childId: string;
  /** The call that started it, and which of that call's children it is. */
  readonly callId: string;
  readonly index: number;
  /** The agent it is. */
  readonly name: string;
  readonly title: string;
  readonly warnings?: readonly string[];
  /** What its system message tells of its scope, where that is not the usual. */
  readonly scope?: string;
  /** What it is held to beside what holds for its caller. */
  readonly rounds: number;
  readonly tools?: readonly string[];
  readonly mode?: Mode;
  readonly model?: string;
}

export interface ChildEnded {
  readonly childId: string;
  readonly callId: string;
  readonly name: string;
  readonly status: ChildEnd['status'];
  readonly rounds: number;
  readonly calls: number;
  readonly message?: string;
}

export interface ModelAsked {
  readonly callId: string;
  readonly model: string;
  readonly usage: Usage;
}

/** What was done with a call an earlier process left open. */
export interface Repair {
  readonly callId: string;
  readonly name: string;
  readonly repair: 'run' | 'run-again' | 'stopped' | 'tool-gone' | 'dropped' | 'unknown';
}

export type AgentDelta =
  | RunDelta
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  /** All text of this answer so far was reasoning, as its end told only now. */
  | { readonly type: 'text-was-reasoning' }
  /** The conversation is being made shorter, which may take the model a while. */
  | { readonly type: 'history-compacting' }
  /** A turn is over, and its end could not be recorded. */
  | { readonly type: 'turn-lost'; readonly turnId: string; readonly message: string; readonly end?: TurnEnd }
  /** What the server of the model does before it answers. */
  | ({ readonly type: 'model-progress' } & Progress)
  /** A request gave nothing and is sent again after `waitMs`. */
  | { readonly type: 'model-retry'; readonly attempt: number; readonly waitMs: number; readonly failure: ModelFailure };
