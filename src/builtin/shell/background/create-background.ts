import type { Clock } from '../../../base/clock.js';
import { endedWithin } from '../../../base/ended-within.js';
import { cutEnd } from '../../../base/text.js';
import type { CommandEvent } from '../../../run/command-event.js';
import type { BackgroundCall, BackgroundHost, CommandStart, EndedBy } from '../../../tool/background.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { BlobPort } from '../../../tool/port.js';
import { exitCodeOf } from '../exit-code.js';
import type { HeldCommand } from './held-command.js';

export interface BackgroundOptions {
  readonly clock: Clock;
  readonly blobs: BlobPort;
  /** How many commands the session has started before. */
  readonly started: number;
  record(event: CommandEvent): void;
}

/** More at once are a mistake of the model rather than work. */
const maxRunning = 8;
/** Of those that have ended so many are remembered. */
const maxEnded = 20;
/** What is to end is killed by then. */
const closeMs = 4000;
const maxTold = 200;

/** The commands of a session that go on after their calls. They end with it, whatever happens. */
export function createBackground(options: BackgroundOptions): BackgroundHost {
  const { clock, blobs, record } = options;
  const held = new Map<string, HeldCommand>();
  let started = options.started;
  let closed = false;

  const running = (): readonly HeldCommand[] => [...held.values()].filter(({ end }) => end === undefined);

  async function start(given: CommandStart, callId: string): Promise<HeldCommand | ToolFailure> {
    // Loaded with the first one.
    const { holdCommand } = await import('./held-command.js');
    const refusal = closed ? sessionEnds : running().length >= maxRunning ? tooMany(running()) : undefined;
    if (refusal !== undefined) {
      await given.capture.end();
      return refusal;
    }
    started += 1;
    const id = `cmd_${started}`;
    const command = holdCommand(given, { id, clock, blobs });
    held.set(id, command);
    record({
      type: 'command-started',
      body: { commandId: id, callId, command: given.command, cwd: given.cwd },
    });
    void command.ended.then((end) => {
      const { ranMs, unread, isAwaited } = command;
      record({
        type: 'command-ended',
        body: {
          commandId: id,
          callId,
          command: cutEnd(given.command, maxTold),
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
    await command.ready;
    return command;
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
    stop: (id) => stop(id, 'person'),
    async close() {
      closed = true;
      await endedWithin(new Set(running().map((command) => command.stop('session'))), closeMs);
      for (const { discard } of held.values()) discard();
    },
  };
}

/** Where a call waits for the end, its result tells the model. */
const toldByCall: ReadonlySet<EndedBy> = new Set(['itself', 'call']);

const isHeld = (found: HeldCommand | ToolFailure): found is HeldCommand => 'ready' in found;

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
