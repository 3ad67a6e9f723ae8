import { runTasks } from './run-tasks.js';

const { env, stdout, stderr } = process;
const ending = new AbortController();
// Cancels the task at hand and tells what was run; a second one ends the process at once.
process.once('SIGINT', () => ending.abort());

process.exitCode = await runTasks(process.argv.slice(2), { env, stdout, stderr, signal: ending.signal });
