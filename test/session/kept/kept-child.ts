// Keeps a command, starts another one, and kills itself, as hard as can be.
import { builtLibrary } from './built-library.js';

const [library = '', store = '', workspace = '', kept = '', other = ''] = process.argv.slice(2);
const { openSession, scriptedModel } = await builtLibrary(library);
const call = (args: object) => ({ calls: [{ name: 'start_command', arguments: { wait_ms: 10_000, ...args } }] });
const session = await openSession({
  model: scriptedModel([call({ command: kept, keep: true }), call({ command: other }), { text: 'up' }]),
  store,
  workspace,
  mode: 'auto',
  env: { PATH: process.env['PATH'], HOME: workspace },
  onQuestion: () => ({ choice: 'once' }),
});
process.stdout.write(`${session.id}\n`);
await session.send('start them').result;
process.kill(process.pid, 'SIGKILL');
