// Opens a session in a process whose environment holds secrets, runs one command, and tells what the command printed.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';

const [workspace = '', command = '', sandbox = ''] = process.argv.slice(2);
const model = scriptedModel([{ calls: [{ name: 'run_command', arguments: { command } }] }, { text: 'done' }]);
const session = await openSession({
  model,
  workspace,
  env: process.env,
  // The policy would not even let it look.
  policy: { decide: () => ({ verdict: 'allow', level: 'safe', reasons: [] }) },
  sandbox: sandbox === 'off' ? 'off' : 'required',
});
for await (const event of session.send('go'))
  if (event.type === 'call-settled') process.stdout.write(JSON.stringify(event.body));
await session.close();
