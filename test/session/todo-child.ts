// Adds todos on the store it is given and is killed at the review of its plan.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';
import { openStore } from '../../src/store/open-store.js';

const [path = '', workspace = ''] = process.argv.slice(2);
const add = (content: string) => ({ name: 'add_task', arguments: { content } });
const plan = { name: 'plan', arguments: { title: 'Tidy', steps: ['Sweep'] } };

const session = await openSession({
  model: scriptedModel([{ calls: [add('first'), add('second')] }, { calls: [plan] }]),
  store: await openStore(path),
  workspace,
  mode: 'plan',
  onAsk: 'person',
});
session.on((event) => {
  if (event.type === 'approval-requested') process.kill(process.pid, 'SIGKILL');
});
process.stdout.write(`${session.id}\n`);
await session.send('go').result;
