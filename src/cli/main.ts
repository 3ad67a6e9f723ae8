import { runCli } from './cli.js';
import { processHost } from './host.js';
import { leave } from './leave.js';
import { reportError } from './report-error.js';

const host = processHost();
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => process.exit(reportError(error, host)));
}
leave(await runCli(process.argv.slice(2), host));
