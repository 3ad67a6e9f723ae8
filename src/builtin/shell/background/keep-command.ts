import type { Clock } from '../../../base/clock.js';
import { messageOf } from '../../../base/error.js';
import { randomText } from '../../../base/id.js';
import { cutEnd } from '../../../base/text.js';
import type { CommandEvent } from '../../../run/event.js';
import type { HandedCommand } from '../../../sandbox/create-sandbox.js';
import { keptFolder, removeKept } from '../../../sandbox/kept/kept-files.js';
import { startKeeper } from '../../../sandbox/kept/start-keeper.js';
import type { KeepTerms, KeptStart } from '../../../tool/background.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { BlobPort } from '../../../tool/port.js';
import type { HeldCommand } from './held-command.js';
import { holdKept } from './hold-kept.js';

/** What it takes to keep commands of a session. */
export interface KeepContext extends KeepTerms {
  readonly sessionId: string;
  readonly workspace: string;
  /** The file the store is: what is kept lies beside it. */
  readonly storePath: string;
  /** Variables and files that are secret, beside those whose names tell. */
  readonly secretNames: readonly string[];
  /** Kept ones whose end is on record already. */
  readonly before: readonly string[];
  /** Answers when all that was recorded is stored, or with why it is not. */
  flush(): Promise<string | undefined>;
}

interface AdoptContext {
  readonly context: KeepContext;
  readonly callId: string;
  readonly clock: Clock;
  readonly blobs: BlobPort;
  watch(command: HeldCommand, callId: string): void;
}

interface KeepStartContext extends AdoptContext {
  record(event: CommandEvent): void;
  /** Why no further one is started. */
  whyNot(): ToolFailure | undefined;
  nextId(): string;
  isClosed(): boolean;
}

const hourMs = 3_600_000;
const maxTold = 200;

/** It is started only when it is on record: nothing runs that no session knows of. */
export async function keepCommand(given: KeptStart, desk: KeepStartContext): Promise<HeldCommand | ToolFailure> {
  const { context, callId, clock, blobs, record } = desk;
  const refusal = desk.whyNot();
  if (refusal !== undefined) return refusal;
  const { command, cwd, facts, maxChars } = given;
  const commandId = desk.nextId();
  const folder = folderOf(context, commandId);
  const startedAt = clock.now();
  const until = startedAt + context.hours * hourMs;
  const { sessionId, workspace, secretNames } = context;
  const about = { sessionId, commandId, command, cwd, workspace, facts, maxChars };
  const job = {
    folder,
    record: { version: 1, ...about, startedAt, until, token: randomText(32) },
    process: given.process.handed as HandedCommand,
    secretNames,
  } as const;
  const ready = await startKeeper(job).catch((error: unknown) => notKept(messageOf(error)));
  if (isFailure(ready)) return ready;
  record({ type: 'command-started', body: { commandId, callId, command, cwd, keptUntil: until } });
  const abandon = (failure: ToolFailure): ToolFailure => {
    ready.abandon();
    const body = { commandId, callId, command: cutEnd(command, maxTold), by: 'program', exitCode: null } as const;
    record({ type: 'command-ended', body });
    return failure;
  };
  const unstored = await context.flush();
  if (unstored !== undefined) return abandon(notKept(`it could not be recorded: ${unstored}`));
  if (desk.isClosed()) return abandon(notKept('the session is about to end'));
  ready.go();
  const held = await holdKept(folder, { clock, blobs, isNew: true });
  if (held === undefined)
    return abandon(fail('io_error', `It was ended: ${folder}, by which it would be found again, is gone.`));
  if (desk.isClosed()) held.release?.();
  else desk.watch(held, callId);
  return held;
}

const notKept = (why: string): ToolFailure => fail('io_error', `It cannot be kept, and was not started: ${why}.`);

const folderOf = ({ storePath, sessionId }: KeepContext, id: string): string => keptFolder(storePath, sessionId, id);

/** Goes on with one that was kept before; false when nothing is left of it. */
export async function adoptCommand(
  id: string,
  { context, callId, clock, blobs, watch }: AdoptContext,
): Promise<boolean> {
  const held = await holdKept(folderOf(context, id), { clock, blobs, isNew: false });
  if (held !== undefined) watch(held, callId);
  return held !== undefined;
}

/** Removes what is left of those whose end is on record. */
export function forgetCommands(context: KeepContext): void {
  for (const id of context.before) removeKept(folderOf(context, id));
}
