import type { Clock } from '../base/clock.js';
import { cutEnd } from '../base/text.js';
import { createBackground } from '../builtin/shell/background/create-background.js';
import type { CommandEvent, CommandStarted } from '../run/command-event.js';
import type { Recorder } from '../run/recorder.js';
import type { BackgroundCommand, BackgroundHost } from '../tool/background.js';
import type { BlobPort } from '../tool/port.js';
import type { SessionRecord } from './event.js';

/** A command of the session that goes on after its call, or has ended. */
export interface SessionCommand
  extends Pick<BackgroundCommand, 'id' | 'command' | 'cwd' | 'startedAt' | 'ranMs' | 'unread'> {
  readonly running: boolean;
}

export const listCommands = ({ commands }: BackgroundHost): readonly SessionCommand[] =>
  commands.map(({ id, command, cwd, startedAt, ranMs, unread, end }) => ({
    id,
    command,
    cwd,
    startedAt,
    ranMs,
    unread,
    running: end === undefined,
  }));

interface Scene {
  readonly past: readonly SessionRecord[];
  readonly recorder: Pick<Recorder, 'record' | 'flush'>;
  readonly clock: Clock;
  readonly blobs: BlobPort;
}

/** The commands of a session that go on after their calls. */
export function sessionCommands({ past, recorder, clock, blobs }: Scene): BackgroundHost {
  return createBackground({
    clock,
    blobs,
    started: past.filter(({ type }) => type === 'command-started').length,
    record(event) {
      recorder.record([event]);
      // It may come while nothing else is recorded.
      void recorder.flush();
    },
  });
}

/** Records the end of commands whose process was killed with the program that ran them. True when there were some. */
export function endLostCommands(past: readonly SessionRecord[], { record }: Pick<Recorder, 'record'>): boolean {
  const lost = new Map<string, CommandStarted>();
  for (const { type, body } of past) {
    if (type === 'command-started') lost.set(body.commandId, body);
    if (type === 'command-ended') lost.delete(body.commandId);
  }
  record(Array.from(lost.values(), lostEnd));
  return lost.size > 0;
}

const lostEnd = ({ commandId, callId, command }: CommandStarted): CommandEvent => ({
  type: 'command-ended',
  body: { commandId, callId, command: cutEnd(command, maxTold), by: 'program', exitCode: null },
});

const maxTold = 200;
