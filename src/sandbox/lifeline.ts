import { spawn } from 'node:child_process';
import type { ProcessMark } from './marked-processes.js';
import { withoutMasters } from './other-descriptors.js';

/** Waits until its input ends, which it does when the process that holds the other end is gone, however it went. */
const script = `cat >/dev/null 2>&1
kill -KILL -- "-$1" 2>/dev/null
for place in /proc/[0-9]*; do
  if tr '\\0' '\\n' <"$place/environ" 2>/dev/null | grep -qx "$2"; then kill -KILL "\${place#/proc/}" 2>/dev/null; fi
done`;

/**
 * Ends a bare process with this one, also when this one is killed: nothing else would. Cut it once the process has ended:
 * its number may then be another's.
 */
export function holdLifeline(pid: number, { name, value }: ProcessMark): { cut(): void } {
  try {
    const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(pid), `${name}=${value}`], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      detached: true,
      stdio: withoutMasters(['pipe', 'ignore', 'ignore']),
    });
    // Where it cannot be started the process is still ended with every ordinary end of this one.
    watcher.on('error', () => {});
    watcher.stdin?.on('error', () => {});
    watcher.unref();
    (watcher.stdin as { unref?(): void } | null)?.unref?.();
    return { cut: () => void watcher.kill('SIGKILL') };
  } catch {
    return { cut: () => {} };
  }
}
