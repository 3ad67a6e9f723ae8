import { setTimeout as sleep } from 'node:timers/promises';
import { createBareProcesses } from '../../sandbox/bare-process.js';
import type { ServerPlace } from './server-place.js';

/** What a browser needs to find the screen of the person. */
const screen = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
];
const desktop = [...screen, 'DBUS_SESSION_BUS_ADDRESS', 'XDG_DATA_DIRS', 'XDG_CONFIG_HOME', 'BROWSER'];

/** So soon a program tells that it could not open anything; one that opens a browser itself goes on. */
const settleMs = 2000;

/** Opens an address in the browser of the person, on their word. Answers why it could not. */
export async function openBrowser(url: string, env: ServerPlace['env']): Promise<string | undefined> {
  const named = env['BROWSER'];
  const program = named !== undefined && named !== '' ? named : process.platform === 'darwin' ? 'open' : 'xdg-open';
  const passed = desktop.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  const ended = createBareProcesses({ env }).run({
    command: [program, url],
    cwd: '/',
    // What it opens outlives this.
    own: true,
    env: Object.fromEntries(passed) as Record<string, string>,
    timeoutMs: 24 * 3_600_000,
    facts: [],
  });
  const end = await Promise.race([ended, sleep(settleMs, undefined, { ref: false })]);
  if (end === undefined || (end.state === 'exited' && end.exitCode === 0)) return undefined;
  return end.state === 'failed' ? end.message : `${program} did not work`;
}
