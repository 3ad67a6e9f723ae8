// Asks three questions on the store it is given, has the first answered, and is killed at the second.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';
import { openStore } from '../../src/store/open-store.js';

const [path = '', workspace = ''] = process.argv.slice(2);
const questions = [
  { question: 'Which colour?' },
  { question: 'Which sizes?', options: ['S', 'M'], multi_select: true },
  { question: 'Why?' },
];

const session = await openSession({
  model: scriptedModel([{ calls: [{ name: 'ask_user', arguments: { questions } }] }]),
  store: await openStore(path),
  workspace,
  onAsk: 'person',
});
session.on((event) => {
  if (event.type !== 'approval-requested' || event.body.kind !== 'input') return;
  if (!event.body.text.startsWith('(1 of 3)')) process.kill(process.pid, 'SIGKILL');
  session.answer(event.body.id, { choice: 'text', text: 'mauve' });
});
process.stdout.write(`${session.id}\n`);
await session.send('go').result;
