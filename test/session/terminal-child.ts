// Leaves things running in terminals, some of them in sessions of their own, and kills itself as hard as can be.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';

const [store = '', workspace = '', time = ''] = process.argv.slice(2);
const command = `(setsid sleep ${time} &); sleep ${time}`;
for (const more of [{}, { sandbox: 'off' as const }]) {
  const session = await openSession({
    model: scriptedModel([
      { calls: [{ name: 'virtual_terminal', arguments: { action: 'run', command, timeout_ms: 1500 } }] },
      { text: 'up' },
    ]),
    store,
    workspace,
    mode: 'auto',
    env: { PATH: process.env['PATH'] },
    ...more,
  });
  process.stdout.write(`${session.id}\n`);
  await session.send('start it').result;
}
process.kill(process.pid, 'SIGKILL');
