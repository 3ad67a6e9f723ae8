import { version } from '../base/version.js';
import { renderHelp } from './help.js';
import type { Host } from './host.js';
import { parseCommandLine } from './parse-command-line.js';
import { reportError } from './report-error.js';

/** Runs one command line and answers the exit code. Loads the parts of a command only when it is run. */
export async function runCli(args: readonly string[], host: Host): Promise<number> {
  try {
    const line = parseCommandLine(args);
    if (line.type !== 'run') {
      host.stdout.write(`${line.type === 'version' ? version : renderHelp(line.topic)}\n`);
      return 0;
    }
    const run = await line.command.load();
    return await run(line.invocation, host);
  } catch (error) {
    return reportError(error, host);
  }
}
