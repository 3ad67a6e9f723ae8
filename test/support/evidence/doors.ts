import { channel } from 'node:diagnostics_channel';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The doors that were gone through in this process and in those that it started with `doorEnv`, since they were last taken. */
const opened = new Set<string>();

/** Where the processes this one starts write theirs. */
let shared: { readonly folder: string; readonly file: string; read: number } | undefined;

const openDoor = (door: string): void => void opened.add(door);

/** Tells a process of the built program to report its doors; it is to be part of its environment. */
export function doorEnv(): { readonly NODE_OPTIONS: string; readonly TOOLWRIGHT_TEST_DOORS: string } {
  if (shared === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-doors-'));
    shared = { folder, file: join(folder, 'doors'), read: 0 };
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  const preload = fileURLToPath(new URL('./report-doors.cjs', import.meta.url));
  return { NODE_OPTIONS: `--require ${preload}`, TOOLWRIGHT_TEST_DOORS: shared.file };
}

/** The doors since the last time. */
export function takeDoors(): readonly string[] {
  for (const door of readShared()) opened.add(door);
  // The chat is the command without a name.
  const doors = [...opened].map((door) => (door === 'command:' ? 'command:chat' : door));
  opened.clear();
  return doors;
}

let watching = false;

/** Follows what this process itself opens. */
export function watchDoors(): void {
  if (watching) return;
  watching = true;
  for (const kind of ['profile', 'command', 'dialect'] as const)
    channel(`toolwright:${kind}`).subscribe((message) => openDoor(`${kind}:${(message as { name: string }).name}`));
}

function readShared(): readonly string[] {
  if (shared === undefined) return [];
  let text: string;
  try {
    text = readFileSync(shared.file, 'utf8');
  } catch {
    return [];
  }
  const whole = text.lastIndexOf('\n') + 1;
  const lines = text.slice(shared.read, whole).split('\n');
  shared.read = whole;
  return lines.filter((line) => line !== '');
}
