// Lets text in from a server, by a command, and kills itself, as hard as can be, as soon as that was told.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';

const [store = '', workspace = '', address = ''] = process.argv.slice(2);
const command = `curl -s ${address}`;
const session = await openSession({
  model: scriptedModel([
    { calls: [{ name: 'run_command', arguments: { command } }] },
    { text: 'Done.', delayMs: 2000 },
  ]),
  store,
  workspace,
  mode: 'auto',
  sandbox: 'off',
  env: { PATH: process.env['PATH'] },
});
process.stdout.write(`${session.id}\n`);
session.on((event) => {
  if (event.type === 'taint-raised') process.kill(process.pid, 'SIGKILL');
});
await session.send('go').result;
