import { channel } from 'node:diagnostics_channel';
import { version } from '../base/version.js';
import { commandTable } from './commands.js';
import { exitCodes } from './exit-code.js';
import { columnsOf, type Host } from './host.js';
import { parseCommandLine } from './parse-command-line.js';
import { reportError } from './report-error.js';

/** For whoever watches which commands a process runs: `{ name }`. */
const commands = channel('toolwright:command');

/** Runs one command line and answers the exit code. Loads the parts of a command only when it is run. */
export async function runCli(args: readonly string[], host: Host): Promise<number> {
  try {
    const line = parseCommandLine(args);
    if (line.type === 'version') return print(version, host);
    if (line.type === 'help') {
      if (line.topic === 'man') {
        const { renderManPage } = await import('./man/man-page.js');
        return print(renderManPage({ table: commandTable, version }), host);
      }
      const { renderHelp } = await import('./help.js');
      return print(renderHelp(line.topic, { width: columnsOf(host.stdout) }), host);
    }
    if (commands.hasSubscribers) commands.publish({ name: line.command.name });
    const run = await line.command.load();
    return await run(line.invocation, host);
  } catch (error) {
    const { errorMask } = await import('./exit-mask.js');
    return reportError(error, host, errorMask(host));
  }
}

function print(text: string, { stdout }: Host): number {
  stdout.write(`${text}\n`);
  return exitCodes.answered;
}
