import { runCli } from './cli.js';
import { useCompileCache } from './compile-cache.js';
import { processHost } from './host.js';
import { leave } from './leave.js';
import { reportError } from './report-error.js';

const host = processHost();
useCompileCache(host.env);
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => process.exit(reportError(error, host)));
}
void runCli(process.argv.slice(2), host).then(leave);
