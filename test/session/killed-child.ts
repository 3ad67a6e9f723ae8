// Runs one turn on the store it is given and kills itself, as hard as can be, at the point it is told.
import { appendFileSync } from 'node:fs';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';
import { markTool } from './mark-tool.js';

const [store = '', workspace = '', marks = '', point = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

const mark = (name: string): void => {
  appendFileSync(marks, `${name}\n`);
  if (point === 'in-effect') die();
};

const model = scriptedModel((_request, round) => {
  if (round === 1 && point === 'next-round') setTimeout(die, 20);
  return round === 0
    ? {
        text: 'Two marks.',
        calls: [
          { name: 'once', arguments: {} },
          { name: 'again', arguments: {} },
        ],
      }
    : { text: 'Done.', delayMs: 200 };
});
const session = await openSession({
  model,
  store,
  workspace,
  builtins: false,
  tools: [markTool({ name: 'once', mark }), markTool({ name: 'again', idempotent: true, mark })],
  mode: point === 'asking' ? 'ask' : 'edit',
  onAsk: 'person',
});
process.stdout.write(`${session.id}\n`);
session.on((event) => {
  if (event.type === 'approval-requested' && point === 'asking') die();
  if (event.type === 'call-started' && point === 'before-effect') die();
  if (event.type === 'call-settled' && point === 'after-effect') die();
});
await session.send('mark it').result;
await session.close();
