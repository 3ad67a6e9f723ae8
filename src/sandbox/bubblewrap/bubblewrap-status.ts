import type { Readable } from 'node:stream';

/** What bubblewrap tells of itself. */
export interface BubblewrapStatus {
  /** The first process inside, seen from here; undefined when it never came to that. */
  readonly first: Promise<number | undefined>;
  /** Whether the program inside was started: it is told with its exit code. */
  hasRun(): boolean;
}

/** Reads what `--json-status-fd` gives: a line when the first process is there, and one when the program has ended. */
export function readStatus(stream: Readable): BubblewrapStatus {
  let text = '';
  const first = new Promise<number | undefined>((resolve) => {
    stream.on('data', (chunk: Uint8Array) => {
      text += Buffer.from(chunk).toString();
      const [, pid] = /"child-pid": (\d+)/.exec(text) ?? [];
      if (pid !== undefined) resolve(Number(pid));
    });
    stream.once('close', () => resolve(undefined));
    stream.on('error', () => resolve(undefined));
  });
  return { first, hasRun: () => text.includes('"exit-code"') };
}
