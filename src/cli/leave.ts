/** Ends the process with this code once what was written is out, whatever may still be open. */
export function leave(code: number): void {
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
