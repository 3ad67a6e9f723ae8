import { PassThrough, Writable } from 'node:stream';
import type { Host } from '../../src/cli/host.js';

/** A host without a process: what was written is kept. */
export function fakeHost(options: {
  readonly cwd: string;
  readonly env?: Host['env'];
  readonly stdout?: Host['stdout'];
  /** What stands on its input, which then ends. */
  readonly input?: string | undefined;
}): { readonly host: Host; readonly written: { stdout: string; stderr: string } } {
  const written = { stdout: '', stderr: '' };
  const keep = (name: 'stdout' | 'stderr'): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const stdin = new PassThrough();
  stdin.end(options.input);
  const host: Host = {
    env: options.env ?? {},
    cwd: options.cwd,
    stdin,
    stdout: options.stdout ?? keep('stdout'),
    stderr: keep('stderr'),
    outputGone: () => false,
    onOutputGone: () => {},
  };
  return { host, written };
}
