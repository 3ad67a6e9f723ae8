import { writeSync } from 'node:fs';

/**
 * Prints a line of a child process. It is out when this returns, also when the process is killed at once. A write that is
 * made to fail is done again.
 */
export function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (thrown) {
      if (!['EAGAIN', 'EINTR', 'ENOSPC'].includes((thrown as { readonly code?: string }).code ?? '')) throw thrown;
    }
  }
}
