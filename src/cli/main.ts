import { runCli } from './cli.js';
import { useCompileCache } from './compile-cache.js';
import { processHost } from './host.js';
import { reportError } from './report-error.js';

const host = processHost();
useCompileCache(host.env);
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => process.exit(reportError(error, host)));
}
void runCli(process.argv.slice(2), host).then(leave);

/** Ends the process with this code once what was written is out, whatever may still be open. */
function leave(code: number): void {
  process.exitCode = code;
  let open = 2;
  const done = (): void => {
    open -= 1;
    // A write that failed is told of after its callback: that report has the word on the exit code.
    if (open === 0) setImmediate(() => process.exit(code));
  };
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.writable) stream.write('', done);
    else done();
  }
}
