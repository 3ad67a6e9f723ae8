import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach } from 'vitest';
import { seedOf } from '../depth.js';
import { takeDoors, watchDoors } from './doors.js';

declare module 'vitest' {
  interface TaskMeta {
    /** The behaviours a test shows. */
    ids?: string[];
    /** The doors it went through. */
    doors?: readonly string[];
    /** The processor time of a file, with that of the processes it waited for. */
    processorMs?: number;
  }
}

const begun = processorMs();
/** What hooks around several tests opened counts for each of them. */
const shared = new Set<string>();
watchDoors();
// Nothing a test does is kept in the home of whoever runs it, or counts in the next file.
process.env['HOME'] = mkdtempSync(join(tmpdir(), 'toolwright-home-'));
// What the file before this one opened in the same process is none of its doing.
takeDoors();
// What fails is told with its seed and the smallest case that fails.
fc.configureGlobal({ seed: seedOf() });

beforeEach(() => {
  for (const door of takeDoors()) shared.add(door);
});

afterEach(({ task }) => {
  task.meta.doors = [...new Set([...shared, ...takeDoors()])];
  task.file.meta.processorMs = processorMs() - begun;
});

function processorMs(): number {
  try {
    // utime, stime, cutime and cstime, in hundredths of a second, behind a name that may hold anything.
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0);
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
