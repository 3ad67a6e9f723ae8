// Runs a command that the sandbox stops, and kills itself, as hard as can be, at the question whether to run it again.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';

const [store = '', workspace = '', home = '', point = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

const command = 'bash do.sh';
const session = await openSession({
  model: scriptedModel([{ calls: [{ name: 'run_command', arguments: { command } }] }]),
  store,
  workspace,
  env: { PATH: process.env['PATH'], HOME: home, LANG: 'C' },
  mode: 'auto',
  onAsk: 'person',
});
process.stdout.write(`${session.id}\n`);
let starts = 0;
session.on((event) => {
  if (event.type === 'approval-requested' && point === 'asking') die();
  if (event.type === 'approval-requested') session.answer(event.body.id, { choice: 'once' });
  if (event.type === 'call-started') starts += 1;
  if (event.type === 'output-delta' && starts === 2) die();
});
await session.send('do it').result;
