import type { ProcessPort } from '../tool/port.js';

/** Whether commands can be confined with bubblewrap here. */
export type BubblewrapState =
  | { readonly state: 'works'; readonly version: string }
  | { readonly state: 'missing' }
  | { readonly state: 'refused'; readonly version: string; readonly words: string };

/** Looks for bubblewrap and tries it: it may be there, and the system may still refuse it the namespaces it needs. */
export async function checkBubblewrap(processes: ProcessPort, folder: string): Promise<BubblewrapState> {
  const version = await run(processes, folder, ['bwrap', '--version']);
  if (version.code !== 0) return { state: 'missing' };
  const name = version.words.replace(/^bubblewrap\s*/, '');
  const tried = await run(processes, folder, ['bwrap', '--unshare-all', '--ro-bind', '/', '/', 'true']);
  return tried.code === 0 ? { state: 'works', version: name } : { state: 'refused', version: name, words: tried.words };
}

async function run(
  processes: ProcessPort,
  cwd: string,
  command: readonly [string, ...string[]],
): Promise<{ readonly code: number | undefined; readonly words: string }> {
  let words = '';
  const end = await processes.run({
    command,
    cwd,
    timeoutMs: 5000,
    onOutput: (chunk) => {
      if (words.length < 2000) words += Buffer.from(chunk).toString();
    },
  });
  const line = words.trim().split('\n')[0] ?? '';
  return { code: end.state === 'exited' ? end.exitCode : undefined, words: line };
}
