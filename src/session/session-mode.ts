import { type Mode, stricterMode } from '../policy/policy.js';
import type { AnswerOrigin } from '../run/question.js';
import type { SessionRecord } from './event.js';
import type { SessionStream } from './session-stream.js';

/** The mode of a session, never beyond that of the session it works for. */
export type SessionMode = ReturnType<typeof createMode>;

export const createMode = (own: Mode, ceiling: (() => Mode) | undefined) => ({
  own,
  get now() {
    return ceiling === undefined ? this.own : stricterMode(this.own, ceiling());
  },
});

/** Changes the mode, and tells whoever goes by it. */
export type ModeSwitch = ReturnType<typeof createModeSwitch>;

interface SwitchContext {
  readonly mode: SessionMode;
  readonly stream: Pick<SessionStream, 'used' | 'record'>;
  readonly children: { followMode(origin: AnswerOrigin): void };
  /** It tells the mode. */
  readonly prefix: { refresh(): void };
}

export function createModeSwitch({ mode, stream, prefix, children }: SwitchContext) {
  let told = mode.now;
  const follow = (origin: AnswerOrigin): void => {
    const from = told;
    const to = mode.now;
    if (from === to) return;
    told = to;
    stream.used = true;
    prefix.refresh();
    stream.record({ type: 'mode-changed', body: { from, to, origin } });
    children.followMode(origin);
  };
  return {
    /** Changes the mode and records who did. */
    change(to: Mode, origin: AnswerOrigin) {
      mode.own = to;
      follow(origin);
    },
    /** The mode of the session it works for has changed. */
    follow,
  };
}

/** The mode a stored session was in when it ended. */
export function lastMode(past: readonly SessionRecord[]): Mode | undefined {
  const event = past.findLast(({ type }) => type === 'mode-changed' || type === 'session-opened');
  if (event?.type === 'mode-changed') return event.body.to;
  return event?.type === 'session-opened' ? event.body.mode : undefined;
}
