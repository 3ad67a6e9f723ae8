import { createMessageQueue } from '../../agent/message-queue.js';
import type { ReceivedMessage } from '../../history/event.js';
import type { Mode } from '../../policy/policy.js';
import type { TaintSource } from '../../policy/taint/taint.js';
import type { SessionOpened, SessionRecord } from '../event.js';

/** What the events before a turn have left. */
export interface RecordedPast {
  readonly opened: SessionOpened | undefined;
  readonly mode: Mode;
  readonly riskMode: string | undefined;
  readonly taint: readonly TaintSource[];
  /** Of each call that was admitted, the name of its tool. */
  readonly names: ReadonlyMap<string, string>;
  /** Messages that wait to be taken in. */
  readonly waiting: readonly ReceivedMessage[];
  /** The start of the turn of the last answer, and the events from that answer on: only calls of that one can be open. */
  readonly tail: readonly SessionRecord[];
}

/** Walks over a session once: answers, for ever later places, what was left there. */
export function walkPast(events: readonly SessionRecord[]): (until: number) => RecordedPast {
  const names = new Map<string, string>();
  const queue = createMessageQueue();
  let opened: SessionOpened | undefined;
  let mode: Mode = 'ask';
  let riskMode: string | undefined;
  let taint: TaintSource[] = [];
  let tail: SessionRecord[] = [];
  let started: SessionRecord[] = [];
  let next = 0;
  const take = (event: SessionRecord): void => {
    queue.apply(event);
    if (event.type === 'turn-started') started = [event];
    if (event.type === 'model-answered') tail = [...started];
    tail.push(event);
    if (event.type === 'call-admitted') names.set(event.body.callId, event.body.name);
    if (event.type === 'session-opened') opened = event.body;
    if (event.type === 'session-opened') mode = event.body.mode;
    if (event.type === 'mode-changed') mode = event.body.to;
    if (event.type === 'session-opened') riskMode = event.body.riskMode;
    if (event.type === 'risk-mode-changed') riskMode = event.body.to;
    if (event.type === 'taint-raised') taint.push(event.body);
    if (event.type === 'taint-cleared') taint = [];
  };
  return (until) => {
    for (; next < until; next += 1) {
      const event = events[next];
      if (event !== undefined) take(event);
    }
    return { opened, mode, riskMode, taint: [...taint], names, waiting: queue.waiting, tail };
  };
}
