import type { Clock } from '../../../base/clock.js';
import { endedWithin } from '../../../base/ended-within.js';
import { cutEnd } from '../../../base/text.js';
import type { CommandEvent } from '../../../run/event.js';
import type { BackgroundCall, BackgroundHost, CommandStart, EndedBy, KeptStart } from '../../../tool/background.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { BlobPort } from '../../../tool/port.js';
import { exitCodeOf } from '../command-end.js';
import type { HeldCommand } from './held-command.js';
import type { KeepContext } from './keep-command.js';

export interface BackgroundOptions {
  readonly clock: Clock;
  readonly blobs: BlobPort;
  /** The number of the last command that the session has started before. */
  readonly started: number;
  /** What it takes to keep commands after the session, or why none is kept. */
  readonly keep?: KeepContext | ToolFailure;
  record(event: CommandEvent): void;
}

/** More at once are a mistake of the model rather than work. */
const maxRunning = 8;
/** Of those that have ended so many are remembered. */
const maxEnded = 20;
/** What is to end is killed by then. */
const closeMs = 4000;
const maxTold = 200;

/** The commands of a session that go on after their calls. They end with it, whatever happens, unless they are kept. */
export function createBackground(options: BackgroundOptions): BackgroundHost {
  const { clock, blobs, record, keep: context = neverKept } = options;
  // One that was kept before is gone on with all the same.
  const keeping = isFailure(context) || context.hours > 0 ? context : noHours;
  const held = new Map<string, HeldCommand>();
  let started = options.started;
  let closed = false;
  /** Kept ones that had ended when the session was closed. */
  let over: readonly HeldCommand[] = [];

  const running = (): readonly HeldCommand[] => [...held.values()].filter(({ end }) => end === undefined);

  async function start(given: CommandStart, callId: string): Promise<HeldCommand | ToolFailure> {
    // Loaded with the first one.
    const { holdCommand } = await import('./held-command.js');
    const refusal = whyNot();
    if (refusal !== undefined) {
      await given.capture.end();
      return refusal;
    }
    const id = nextId();
    const command = holdCommand(given, { id, clock, blobs });
    const { command: line, cwd } = given;
    record({ type: 'command-started', body: { commandId: id, callId, command: line, cwd } });
    watch(command, callId);
    await command.ready;
    return command;
  }

  async function keep(given: KeptStart, callId: string): Promise<HeldCommand | ToolFailure> {
    if (isFailure(keeping)) return keeping;
    const { keepCommand } = await import('./keep-command.js');
    const desk = { context: keeping, callId, clock, blobs, record, whyNot, nextId, watch };
    return keepCommand(given, { ...desk, isClosed: () => closed });
  }

  const whyNot = (): ToolFailure | undefined =>
    closed ? sessionEnds : running().length >= maxRunning ? tooMany(running()) : undefined;

  function nextId(): string {
    started += 1;
    return `cmd_${started}`;
  }

  function watch(command: HeldCommand, callId: string): void {
    const { id } = command;
    held.set(id, command);
    void command.ended.then((end) => {
      const { ranMs, unread, isAwaited } = command;
      record({
        type: 'command-ended',
        body: {
          commandId: id,
          callId,
          command: cutEnd(command.command, maxTold),
          by: end.by,
          exitCode: exitCodeOf(end.process),
          ranMs: Math.round(ranMs),
          ...(unread > 0 && { unread }),
          ...(isAwaited && toldByCall.has(end.by) && { told: true as const }),
        },
      });
      command.announce();
      forget();
    });
  }

  function forget(): void {
    const ended = [...held.values()].filter(({ end }) => end !== undefined);
    for (const { id, discard } of ended.slice(0, -maxEnded)) {
      discard();
      held.delete(id);
    }
  }

  async function stop(id: string, by: EndedBy): Promise<ToolFailure | undefined> {
    const command = find(id);
    if (!isHeld(command)) return command;
    await command.stop(by);
    return undefined;
  }

  const find = (id: string): HeldCommand | ToolFailure => held.get(id) ?? unknownId(id, [...held.values()]);

  return {
    get commands() {
      return [...held.values()];
    },
    forCall: ({ callId, heard }: BackgroundCall) => ({
      list: () => [...held.values()],
      find,
      start: (given) => start(given, callId),
      keeping,
      keep: (given) => keep(given, callId),
      async read(id, wait) {
        const command = find(id);
        if (!isHeld(command)) return command;
        const news = await command.read(wait);
        if (news.bytes > 0) heard([...command.facts, ...command.connected()]);
        return news;
      },
      async write(id, input) {
        const command = find(id);
        return isHeld(command) ? command.write(input) : command;
      },
      stop: (id) => stop(id, 'call'),
    }),
    async printed(id) {
      const command = find(id);
      return isHeld(command) ? command.printed() : command;
    },
    stop: (id) => stop(id, 'person'),
    async adopt(commandId, callId) {
      if (isFailure(context)) return false;
      const { adoptCommand } = await import('./keep-command.js');
      return adoptCommand(commandId, { context, callId, clock, blobs, watch });
    },
    async close() {
      closed = true;
      const all = [...held.values()];
      const kept = all.filter(({ keptUntil }) => keptUntil !== undefined);
      const others = all.filter(({ keptUntil }) => keptUntil === undefined);
      over = kept.filter(({ end }) => end !== undefined);
      for (const command of kept) command.release?.();
      await endedWithin(new Set(others.map((command) => command.stop('session'))), closeMs);
      for (const { discard } of others) discard();
    },
    async stored() {
      for (const { discard } of over) discard();
      if (isFailure(context) || context.before.length === 0) return;
      const { forgetCommands } = await import('./keep-command.js');
      forgetCommands(context);
    },
  };
}

/** Where a call waits for the end, its result tells the model. */
const toldByCall: ReadonlySet<EndedBy> = new Set(['itself', 'call']);

const isHeld = (found: HeldCommand | ToolFailure): found is HeldCommand => 'ready' in found;

const neverKept = fail('validation_failed', 'Nothing can be kept after the session here. Start it without keep.');

const noHours = fail('validation_failed', 'It cannot be kept: the setting keepHours is 0. Start it without keep.');

const sessionEnds = fail('cancelled', 'Not started: the session is about to end.');

function tooMany(running: readonly HeldCommand[]): ToolFailure {
  const message = `${maxRunning} commands run in the background, and more cannot: stop one first (stop_command). They are ${listed(running)}.`;
  return fail('rate_limited', message);
}

function unknownId(id: string, known: readonly HeldCommand[]): ToolFailure {
  const told =
    known.length === 0 ? 'None was started; use start_command.' : `Known are ${listed(known.slice(-maxEnded))}.`;
  return fail('not_found', `There is no background command ${cutEnd(id, 50)}. ${told}`);
}

const listed = (commands: readonly HeldCommand[]): string =>
  commands
    .map(({ id, command, end }) => `${id} (${end === undefined ? 'runs' : 'has ended'}: ${cutEnd(command, 60)})`)
    .join(', ');
