import { defined } from '../base/defined.js';
import type { Fact } from '../tool/fact.js';
import type { Captured, ChangePort, LostChange, ProcessEnd, ProcessPort } from '../tool/port.js';
import { type PathChange, sameVersion } from '../tool/version.js';

/** What a further run of a call has from those before it. */
export interface EarlierRuns {
  /** What they were kept from: it is opened to this one. */
  readonly opened: readonly Fact[];
  /** What they changed, as far as that was captured. */
  readonly captured?: Captured | undefined;
}

export const noEarlierRuns: EarlierRuns = { opened: [] };

interface Noting extends Pick<EarlierRuns, 'opened'> {
  /** Told what the sandbox kept a process from that failed. */
  onRefused(facts: readonly Fact[]): void;
  /** Told what a process was connected to. */
  onConnected(facts: readonly Fact[]): void;
}

/** The processes of a call: what they lacked and where they went is noted. */
export function openedProcesses(port: ProcessPort, { opened, onRefused, onConnected }: Noting): ProcessPort {
  const withOpened = <Request extends { readonly facts?: readonly Fact[] }>(request: Request): Request =>
    opened.length === 0 ? request : { ...request, facts: [...(request.facts ?? []), ...opened] };
  const noted = (end: ProcessEnd): ProcessEnd => {
    const succeeded = end.state === 'exited' && end.exitCode === 0;
    if (end.refused !== undefined && !succeeded) onRefused(end.refused);
    if (end.connected !== undefined) onConnected(end.connected);
    return end;
  };
  const { handOver } = port;
  return {
    get sandboxed() {
      return port.sandboxed;
    },
    get env() {
      return port.env ?? {};
    },
    ...(handOver !== undefined && { handOver: (request: HandedRequest) => handOver(withOpened(request)) }),
    run: async (request) => noted(await port.run(withOpened(request))),
    async start(request) {
      const running = await port.start(withOpened(request));
      return { ...running, ended: running.ended.then(noted) };
    },
  };
}

type HandedRequest = Parameters<NonNullable<ProcessPort['handOver']>>[0];

/** What is opened to a command belongs to what is kept for undo, and what the call changed is told for all its runs. */
export function openedChange(
  port: ChangePort,
  { opened, captured: earlier, onCaptured }: EarlierRuns & { onCaptured(captured: Captured): void },
): ChangePort {
  return {
    ...port,
    async capture(facts, options) {
      const capture = await port.capture(opened.length === 0 ? facts : [...facts, ...opened], options);
      return {
        ...capture,
        async end() {
          const captured = joined(earlier, await capture.end());
          onCaptured(captured);
          return captured;
        },
      };
    },
  };
}

function joined(earlier: Captured | undefined, later: Captured): Captured {
  if (earlier === undefined) return later;
  const paths = new Map<string, PathChange>(earlier.paths.map((change) => [change.path, change]));
  for (const { path, before, after } of later.paths)
    paths.set(path, { path, before: paths.get(path)?.before ?? before, after });
  const changed = [...paths.values()].filter(({ before, after }) => !sameVersion(before, after));
  const unknown = later.unknown ?? earlier.unknown;
  const unchecked = later.unchecked ?? earlier.unchecked;
  const outward = [...new Set([...(earlier.outward ?? []), ...(later.outward ?? [])])];
  const left = distinct(earlier.left ?? [], later.left ?? []);
  return {
    paths: changed.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    lost: distinct(earlier.lost, later.lost),
    ...defined({ unknown }),
    ...(outward.length > 0 && { outward }),
    // What an earlier run was refused was asked for since.
    ...defined({ refused: later.refused }),
    ...(left.length > 0 && { left }),
    ...defined({ unchecked }),
  };
}

const distinct = (earlier: readonly LostChange[], later: readonly LostChange[]): readonly LostChange[] => [
  ...earlier,
  ...later.filter(({ path }) => !earlier.some((one) => one.path === path)),
];
