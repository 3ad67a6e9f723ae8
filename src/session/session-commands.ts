import type { Clock } from '../base/clock.js';
import { defined } from '../base/defined.js';
import { messageOf } from '../base/error.js';
import { cutEnd } from '../base/text.js';
import { createBackground } from '../builtin/shell/background/create-background.js';
import type { KeepContext } from '../builtin/shell/background/keep-command.js';
import type { CommandEvent, CommandStarted } from '../run/event.js';
import type { Recorder } from '../run/recorder.js';
import { keepHours } from '../sandbox/kept/keep-hours.js';
import type { BackgroundCommand, BackgroundHost } from '../tool/background.js';
import { fail, type ToolFailure } from '../tool/outcome.js';
import type { BlobPort } from '../tool/port.js';
import type { SessionRecord } from './event.js';
import type { SessionOptions } from './options.js';

/** A command of the session that goes on after its call, or has ended. */
export interface SessionCommand
  extends Pick<BackgroundCommand, 'id' | 'command' | 'cwd' | 'startedAt' | 'ranMs' | 'unread' | 'keptUntil'> {
  readonly running: boolean;
}

export const listCommands = ({ commands }: BackgroundHost): readonly SessionCommand[] =>
  commands.map(({ id, command, cwd, startedAt, ranMs, unread, end, keptUntil }) => ({
    id,
    command,
    cwd,
    startedAt,
    ranMs,
    unread,
    running: end === undefined,
    ...defined({ keptUntil }),
  }));

interface Context {
  readonly sessionId: string;
  readonly workspace: string;
  /** The file the store is, when it outlives the process. */
  readonly storePath: string | undefined;
  readonly options: Pick<SessionOptions, 'keepHours' | 'secrets'>;
  readonly past: readonly SessionRecord[];
  readonly recorder: Pick<Recorder, 'record' | 'flush'>;
  readonly clock: Clock;
  readonly blobs: BlobPort;
}

/** The commands of a session that go on after their calls. */
export function sessionCommands(context: Context): BackgroundHost {
  const { past, recorder, clock, blobs } = context;
  return createBackground({
    clock,
    blobs,
    keep: keepContext(context),
    started: Math.max(0, ...past.flatMap(({ type, body }) => (type === 'command-started' ? [numberOf(body)] : []))),
    record(event) {
      recorder.record([event]);
      // It may come while nothing else is recorded.
      void recorder.flush();
    },
  });
}

/** Not how many there were: a number may have been passed over, and a kept command goes on under its own. */
const numberOf = ({ commandId }: CommandStarted): number => Number(/\d+$/.exec(commandId)?.[0] ?? 0);

function keepContext({ sessionId, workspace, storePath, options, past, recorder }: Context): KeepContext | ToolFailure {
  const { keepHours: hours = keepHours.usual, secrets: secretNames = [] } = options;
  if (storePath === undefined)
    return fail('validation_failed', 'It cannot be kept: this session is in memory alone, and ends with its program.');
  const kept = new Set(
    past.flatMap(({ type, body }) =>
      type === 'command-started' && body.keptUntil !== undefined ? [body.commandId] : [],
    ),
  );
  const ended = past.flatMap(({ type, body }) => (type === 'command-ended' ? [body.commandId] : []));
  return {
    hours,
    sessionId,
    workspace,
    storePath,
    secretNames,
    before: ended.filter((id) => kept.has(id)),
    async flush() {
      const failed = await recorder.flush();
      return failed === undefined ? undefined : messageOf(failed.error);
    },
  };
}

/**
 * Goes on with the commands that were kept, and records the end of those that were killed with the program that ran them.
 * True when there were some.
 */
export async function recoverCommands(
  past: readonly SessionRecord[],
  { recorder, background }: { readonly recorder: Pick<Recorder, 'record'>; readonly background: BackgroundHost },
): Promise<boolean> {
  const open = new Map<string, CommandStarted>();
  for (const { type, body } of past) {
    if (type === 'command-started') open.set(body.commandId, body);
    if (type === 'command-ended') open.delete(body.commandId);
  }
  for (const started of open.values()) {
    const { commandId, callId, keptUntil } = started;
    if (keptUntil === undefined || !(await background.adopt(commandId, callId))) recorder.record([lostEnd(started)]);
  }
  return open.size > 0;
}

const lostEnd = ({ commandId, callId, command }: CommandStarted): CommandEvent => ({
  type: 'command-ended',
  body: { commandId, callId, command: cutEnd(command, maxTold), by: 'program', exitCode: null },
});

const maxTold = 200;
