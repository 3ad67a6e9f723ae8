// Starts a command in the background and kills itself, as hard as can be, once that has printed something.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';

const [store = '', workspace = '', command = '', sandbox = ''] = process.argv.slice(2);
const session = await openSession({
  model: scriptedModel([
    { calls: [{ name: 'start_command', arguments: { command, wait_ms: 10_000 } }] },
    { text: 'up' },
  ]),
  store,
  workspace,
  mode: 'auto',
  env: { PATH: process.env['PATH'] },
  ...(sandbox === 'off' && { sandbox: 'off' as const }),
});
process.stdout.write(`${session.id}\n`);
await session.send('start it').result;
// The capture is marked now and then, so that it can be told until when the process lived.
await new Promise((resolve) => setTimeout(resolve, 300));
process.kill(process.pid, 'SIGKILL');
