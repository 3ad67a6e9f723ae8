import { endedWithin } from '../../../base/ended-within.js';
import type { InputTaken } from '../../../sandbox/command-input.js';
import type { CommandNews } from '../../../tool/background.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { News } from './news.js';

/** Reads what a command prints, and knows whether somebody waits for it. */
export interface CommandReader {
  readonly isAwaited: boolean;
  /** Counts as waiting for the command while the work goes on. */
  awaiting<T>(work: () => Promise<T>): Promise<T>;
  read(wait: { readonly waitMs: number; readonly signal: AbortSignal }): Promise<CommandNews>;
}

interface Reading {
  readonly news: News;
  readonly ended: Promise<unknown>;
  isOver(): boolean;
  unread(): number;
  take(): Promise<CommandNews>;
  /** The call that starts it reads it first, and is awaited until then. */
  readonly isNew: boolean;
}

/** Output mostly comes in bursts: so long it is gathered before it is told. */
const gatherMs = 100;

export function createCommandReader({ news, ended, isOver, unread, take, isNew }: Reading): CommandReader {
  let awaited = isNew ? 1 : 0;
  let wasRead = !isNew;
  const awaiting: CommandReader['awaiting'] = async (work) => {
    awaited += 1;
    try {
      return await work();
    } finally {
      awaited -= 1;
    }
  };
  return {
    get isAwaited() {
      return awaited > 0;
    },
    awaiting,
    read: ({ waitMs, signal }) =>
      awaiting(async () => {
        if (unread() === 0 && !isOver() && waitMs > 0) {
          await news.within(waitMs, signal);
          if (unread() > 0 && !isOver()) await endedWithin([ended], gatherMs);
        }
        if (!wasRead) awaited -= 1;
        wasRead = true;
        return take();
      }),
  };
}

/** What whoever wrote to a command is told. */
export function inputAnswer(id: string, taken: InputTaken): 'taken' | 'waiting' | ToolFailure {
  if (taken === 'closed') return fail('stale', `${id} does not read its input any more.`);
  if (taken === 'too-many')
    return fail('rate_limited', `${id} has not read what was written to it before. Poll it, or stop it.`);
  return taken;
}

export const hasEnded = (id: string): ToolFailure => fail('stale', `${id} has ended: nothing reads its input.`);
