import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defined } from '../../base/defined.js';
import type { RunningProcess } from '../../tool/port.js';
import type { ConfinedStart, Confinement, Mount } from '../confinement.js';
import { failed, follow, neverStarted } from '../follow.js';

const program = '/usr/bin/sandbox-exec';

const noTerminal = 'a confined process cannot have a terminal on this system';

export const findSeatbelt = (): boolean => existsSync(program);

/** Starts a program under macOS' sandbox-exec. It has not been tried on that system. */
export function startSeatbelt({ confinement, words, request, stdin, proxyPort }: ConfinedStart): RunningProcess {
  if (request.signal?.aborted === true) return neverStarted({ state: 'cancelled' });
  if (request.opened !== undefined) return neverStarted({ state: 'failed', message: noTerminal });
  const privateFolder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-private-')));
  const remove = (): void => rmSync(privateFolder, { recursive: true, force: true });
  const { text, paths } = seatbeltProfile(confinement, { privateFolder, ...defined({ proxyPort }) });
  const parameters = [...paths].flatMap(([name, path]) => ['-D', `${name}=${path}`]);
  try {
    const child = spawn(program, ['-p', text, ...parameters, '--', ...words], {
      cwd: confinement.cwd,
      env: { ...confinement.env, TMPDIR: privateFolder, HOME: privateFolder },
      detached: true,
      stdio: [stdin, 'pipe', 'pipe'],
    });
    const running = follow(child, request);
    return { ...running, ended: running.ended.finally(remove) };
  } catch (error) {
    remove();
    return neverStarted(failed(error, program));
  }
}

/** What sandbox-exec is given: a text, and the paths it names. */
export interface SeatbeltProfile {
  readonly text: string;
  /** Paths are handed over beside the text, so that none can be read as part of it. */
  readonly paths: ReadonlyMap<string, string>;
}

export interface SeatbeltOptions {
  /** A new folder that stands in for all that is to be private and empty. */
  readonly privateFolder: string;
  /** Where the proxy listens; there is no network at all when absent. */
  readonly proxyPort?: number;
}

/** A confinement in the language of macOS' sandbox-exec, in which the last rule that fits counts. */
export function seatbeltProfile(
  { mounts }: Pick<Confinement, 'mounts'>,
  { privateFolder, proxyPort }: SeatbeltOptions,
): SeatbeltProfile {
  const paths = new Map<string, string>();
  const named = (path: string): string => {
    const name = [...paths].find(([, known]) => known === path)?.[0] ?? `PATH_${paths.size}`;
    paths.set(name, path);
    return `(param "${name}")`;
  };
  const opened = [...mounts, { path: privateFolder, as: 'write' } as const].map(
    ({ path, as }): Mount => ({ path: systemPath(path), as }),
  );
  const lines = [
    ...base,
    ...opened.flatMap(({ path, as }) => rules[as].map((rule) => `(${rule} (subpath ${named(path)}))`)),
    ...ancestorsOf(opened).map((path) => `(allow file-read-metadata (literal ${named(path)}))`),
    ...devices,
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
  ];
  return { text: `${lines.join('\n')}\n`, paths };
}

const base = [
  '(version 1)',
  '(deny default)',
  '(allow process-exec)',
  '(allow process-fork)',
  '(allow process-info* (target same-sandbox))',
  '(allow signal (target same-sandbox))',
  '(allow sysctl-read)',
  '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
  '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.membership"))',
];

const devices = ['null', 'zero', 'stdout', 'stderr'].map((name) => `(allow file-write* (literal "/dev/${name}"))`);

/** Nothing can be mounted: what would be empty cannot be seen, and a folder of its own takes its place. */
const rules = {
  read: ['allow file-read*', 'deny file-write*'],
  write: ['allow file-read* file-write*'],
  empty: ['deny file-read* file-write*'],
  hidden: ['deny file-read* file-write*'],
} as const;

/** These are links there, and rules go by real paths. */
const systemPath = (path: string): string => (/^\/(?:tmp|var|etc)(?:\/|$)/.test(path) ? `/private${path}` : path);

/** The way to what is opened may lead through what cannot be seen. */
function ancestorsOf(mounts: readonly Mount[]): readonly string[] {
  const ancestors = new Set<string>();
  for (const { path, as } of mounts) {
    if (as !== 'read' && as !== 'write') continue;
    for (let above = dirname(path); above !== dirname(above); above = dirname(above)) ancestors.add(above);
  }
  return [...ancestors].sort();
}
