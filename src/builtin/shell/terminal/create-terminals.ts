import type { Clock } from '../../../base/clock.js';
import { cutEnd } from '../../../base/text.js';
import type { Mask } from '../../../policy/secret/mask.js';
import type { BackgroundCommand } from '../../../tool/background.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { RunningProcess } from '../../../tool/port.js';
import type { Terminal, TerminalCall, TerminalHost, TerminalPort, TerminalStart } from '../../../tool/terminal.js';
import type { LiveTerminal } from './live-terminal.js';

/** More at once are a mistake of the model rather than work. */
const maxOpen = 4;
/** Of those that have ended, the screens of so many can still be read. */
const maxEnded = 4;
/** Nothing of a terminal waits to be polled. */
const feedChars = 500;

interface Held {
  readonly command: BackgroundCommand;
  readonly live: LiveTerminal;
}

/** The terminals of a session: background commands, each with a screen. */
export function createTerminals({ clock, mask }: { readonly clock: Clock; readonly mask: Mask }): TerminalHost {
  const held = new Map<string, Held>();
  const list = (): readonly Terminal[] => Array.from(held.values(), terminalOf);
  const open = (): readonly Terminal[] => list().filter(({ state }) => state !== 'ended');
  const use = <T>(id: string, work: (found: Held) => T): T | ToolFailure => {
    const found = held.get(id);
    return found === undefined ? unknownId(id, list()) : work(found);
  };

  function forget(): void {
    const ended = list().filter(({ state }) => state === 'ended');
    for (const { id } of ended.slice(0, -maxEnded)) {
      held.get(id)?.live.dispose();
      held.delete(id);
    }
  }

  async function start(given: TerminalStart, { background }: TerminalCall): Promise<Terminal | ToolFailure> {
    if (open().length >= maxOpen) {
      await given.capture.end();
      return fail(
        'rate_limited',
        `${maxOpen} terminals are open, and more cannot be: close one first. ${listed(open())}`,
      );
    }
    const { command, cwd, facts, capture, size, shell } = given;
    // Loaded with the first one.
    const { createLiveTerminal } = await import('./live-terminal.js');
    const live = await createLiveTerminal({ size, shell, mask, clock });
    const started = await background.start({
      command,
      cwd,
      facts,
      capture,
      maxChars: feedChars,
      async launch() {
        const request = {
          command: live.words ?? command,
          terminal: size,
          onOutput: (chunk: Uint8Array) => live.take(chunk),
        };
        const process = await given.launch(request);
        live.attach(process);
        return { ...process, write: (chunk) => typedTo(live, process, chunk) };
      },
    });
    if (isFailure(started)) {
      live.dispose();
      return started;
    }
    forget();
    held.set(started.id, { command: started, live });
    // Whoever starts a command reads it first, and its end is told from then on.
    await background.read(started.id, { waitMs: 0, signal: AbortSignal.abort() });
    return terminalOf({ command: started, live });
  }

  const forCall = (call: TerminalCall): TerminalPort => {
    const hear = ({ command, live }: Held): void => call.heard([...command.facts, ...live.connected()]);
    return {
      list,
      find: (id) => use(id, terminalOf),
      open: (given) => start(given, call),
      run: async (id, run) =>
        use(id, async (found) => {
          const end = await found.live.run(run);
          hear(found);
          return end;
        }),
      send: async (id, bytes) => use(id, () => call.background.write(id, { text: bytes, end: false })),
      resize: (id, size) => use(id, ({ live }) => void live.resize(size)),
      settled: async (id, wait) => void (await use(id, ({ live }) => live.settled(wait))),
      screen: async (id, options) =>
        use(id, (found) => {
          hear(found);
          return found.live.screen(options);
        }),
    };
  };

  return {
    get terminals() {
      return list();
    },
    forCall,
    screen: async (id) => use(id, ({ live }) => live.screen({ lines: 0 })),
  };
}

/** Whoever writes to the command types on its terminal, by whatever tool. */
function typedTo(live: LiveTerminal, process: RunningProcess, chunk: string | Uint8Array): Promise<boolean> {
  live.typed();
  return process.write(chunk);
}

const terminalOf = ({ command: { id, command, facts }, live }: Held): Terminal => {
  const { state, isShell, isClean, cwd, size } = live;
  return { id, command, facts, state, isShell, isClean, cwd, size };
};

function unknownId(id: string, known: readonly Terminal[]): ToolFailure {
  const told = known.length === 0 ? 'None was opened; use the action run or open.' : listed(known);
  return fail('not_found', `There is no terminal ${cutEnd(id, 50)}. ${told}`);
}

const listed = (terminals: readonly Terminal[]): string =>
  `Known are ${terminals.map(({ id, command, state }) => `${id} (${state}: ${cutEnd(command, 60)})`).join(', ')}.`;
