// Runs one command in a session on the store it is given, and kills itself, as hard as can be, when a file appears.
import { existsSync } from 'node:fs';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { openSession } from '../../../src/session/session.js';

const [store = '', workspace = '', command = '', marker = '', sandbox] = process.argv.slice(2);
const session = await openSession({
  model: scriptedModel([{ calls: [{ name: 'run_command', arguments: { command } }] }, { text: 'Done.' }]),
  store,
  workspace,
  ...(sandbox !== 'confined' && { sandbox: 'off' as const }),
  env: process.env,
  onQuestion: () => ({ choice: 'once' }),
});
process.stdout.write(`${session.id}\n`);
setInterval(() => {
  if (existsSync(marker)) process.kill(process.pid, 'SIGKILL');
}, 5);
await session.send('go').result;
