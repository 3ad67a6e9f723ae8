import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../../src/base/clock.js';
import { createBackground } from '../../../src/builtin/shell/background/create-background.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { createSandbox } from '../../../src/sandbox/create-sandbox.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { isFailure } from '../../../src/tool/outcome.js';
import type { ProcessPort } from '../../../src/tool/port.js';
import { countRunning, untilSome } from '../confined.js';
import { type HungKind, maxForks } from './hung-kinds.js';

export interface HungRun {
  readonly kind: string;
  readonly how: 'foreground' | 'background';
  readonly where: 'sandboxed' | 'bare';
  /** How long it took to come back, after its deadline or the word to stop. */
  readonly lateMs: number;
  readonly survivors: number;
  /** What it printed. */
  readonly printedMb: number;
  /** How much more memory this process had at most. */
  readonly grownMb: number;
  /** How much more it held in the midst of it, once what nobody needs had been let go. */
  readonly heldMb: number;
}

export interface HungReport {
  readonly runs: readonly HungRun[];
  readonly delayP99Ms: number;
}

const usualMs = 1500;
const first: HungKind = { name: 'sleeps', line: (sleep) => sleep };

interface HungOrder {
  readonly rounds: number;
  readonly kinds: readonly HungKind[];
  readonly base: number;
}

/** Every kind, called and in the background, sandboxed and bare. */
export async function runHung(options: HungOrder): Promise<HungReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-hung-'));
  const store = await openStore(join(folder, 'store.db'));
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const scene = { env, root: folder, home: folder, own: [], mode: () => 'edit' as const, hosts: () => [] };
  const ports: Readonly<Record<HungRun['where'], ProcessPort>> = {
    sandboxed: createSandbox({ ...scene, limits: { processes: maxForks } }),
    bare: createBareProcesses({ env }),
  };
  await ports.sandboxed.prepare?.();
  const runs: HungRun[] = [];
  let count = 0;
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  try {
    // What the first runs of all load stays: it is no part of what a run costs.
    await callHung({ kind: first, mark: `8${options.base}${process.pid}.0`, port: ports.sandboxed, folder, store });
    await stopHung({ kind: first, mark: `8${options.base}${process.pid}.0`, port: ports.bare, folder, store });
    for (let round = 0; round < options.rounds; round += 1) {
      for (const kind of options.kinds) {
        const ways = (['sandboxed', 'bare'] as const).flatMap((where) =>
          (['foreground', 'background'] as const).map((how) => ({ where, how })),
        );
        const run = async ({ where, how }: (typeof ways)[number]): Promise<void> => {
          count += 1;
          const hung = { kind, mark: `8${options.base}${process.pid}.${count}`, port: ports[where], folder, store };
          const { mark } = hung;
          const memory = watchMemory(kind.ms ?? usualMs);
          const { lateMs, bytes } = how === 'foreground' ? await callHung(hung) : await stopHung(hung);
          const printedMb = Math.round(bytes / 1e6);
          const survivors = countRunning(mark);
          runs.push({ kind: kind.name, how, where, lateMs, survivors, printedMb, ...memory.end() });
        };
        // What floods has the machine and the figures for itself.
        if (kind.ms === undefined) await Promise.all(ways.map(run));
        else for (const way of ways) await run(way);
      }
    }
  } finally {
    delays.disable();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { runs, delayP99Ms: Math.round(delays.percentile(99) / 1e5) / 10 };
}

interface Hung {
  readonly kind: HungKind;
  readonly mark: string;
  readonly port: ProcessPort;
  readonly folder: string;
  readonly store: Pick<Store, 'blobs'>;
}

interface Ended {
  readonly lateMs: number;
  readonly bytes: number;
}

async function callHung({ kind, mark, port, folder }: Hung): Promise<Ended> {
  const { ms: timeoutMs = usualMs } = kind;
  const startedAt = performance.now();
  let bytes = 0;
  const onOutput = (chunk: Uint8Array): void => {
    bytes += chunk.length;
  };
  const ended = port.run({ command: kind.line(`sleep ${mark}`), cwd: folder, timeoutMs, onOutput });
  const began = await Promise.race([untilSome(mark, timeoutMs), ended.then(() => 'ended')]);
  if (began === 0) throw new Error(`${kind.name} did not begin to hang`);
  await ended;
  return { lateMs: Math.max(0, Math.round(performance.now() - startedAt - timeoutMs)), bytes };
}

async function stopHung({ kind, mark, port, folder, store: { blobs } }: Hung): Promise<Ended> {
  const { ms = usualMs } = kind;
  const host = createBackground({ clock: systemClock, blobs, started: 0, record: () => {} });
  const background = host.forCall({ callId: 'call_1', heard: () => {} });
  const command = kind.line(`sleep ${mark}`);
  let bytes = 0;
  const letBe = new Promise((resolve) => setTimeout(resolve, ms));
  const started = await background.start({
    command,
    cwd: '.',
    facts: [],
    maxChars: 5000,
    capture: { end: async () => ({ paths: [], lost: [] }) },
    launch: (take) =>
      port.start({
        command,
        cwd: folder,
        onOutput(chunk, stream) {
          bytes += chunk.length;
          take(chunk, stream);
        },
      }),
  });
  if (isFailure(started)) throw new Error(started.message);
  // One that leaves a grandchild has ended when it is looked at, and that with it.
  if ((await untilSome(mark, ms)) === 0 && started.end === undefined)
    throw new Error(`${kind.name} did not begin to hang`);
  await letBe;
  const startedAt = performance.now();
  await background.stop(started.id);
  const lateMs = Math.round(performance.now() - startedAt);
  await host.close();
  return { lateMs, bytes };
}

/** What was there before counts as there: only growth is told. */
function watchMemory(forMs: number): { end(): Pick<HungRun, 'grownMb' | 'heldMb'> } {
  const heldBefore = held();
  const before = process.memoryUsage.rss();
  let most = before;
  let heldMost = heldBefore;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 20);
  const inTheMidst = setTimeout(() => {
    look();
    heldMost = held();
  }, 0.8 * forMs);
  return {
    end() {
      look();
      clearInterval(timer);
      clearTimeout(inTheMidst);
      return { grownMb: inMb(most - before), heldMb: inMb(heldMost - heldBefore) };
    },
  };
}

/** Twice: what the first one found is freed beside it, and by the second at the latest. */
function held(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const inMb = (bytes: number): number => Math.round(bytes / 2 ** 20);
