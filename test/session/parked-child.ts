// Runs one turn on the store it is given, up to where it is told to end: parked at its question, or killed behind its answer.
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';
import { openStore } from '../../src/store/open-store.js';
import { defineTool } from '../../src/tool/define-tool.js';

const [path = '', workspace = '', point = ''] = process.argv.slice(2);
const call = { name: 'write_file', arguments: { path: 'notes.txt', content: 'new\n' } };
const model = scriptedModel([
  { calls: [point === 'replan' ? { name: 'slow', arguments: {} } : call] },
  { text: 'Done.' },
]);
const store = await openStore(path);
let plans = 0;

/** Its second plan, behind the answer, sees to it that this is on disk and then ends the process. */
const slow = defineTool({
  name: 'slow',
  description: 'writes a mark',
  parameters: { type: 'object' },
  effects: 'workspace',
  async plan() {
    plans += 1;
    if (plans > 1) {
      // It is stored only when all before it is.
      await session.setModel(model);
      process.kill(process.pid, 'SIGKILL');
    }
    return {
      facts: [{ kind: 'write', target: 'mark', where: 'workspace', known: true }],
      preview: { kind: 'text', text: 'leaves a mark' },
    };
  },
  run: () => 'marked',
});

const session = await openSession({
  model,
  store,
  workspace,
  tools: [slow],
  ...(point === 'park' ? { onAsk: 'park' } : { onQuestion: () => ({ choice: 'once' }) }),
});
process.stdout.write(`${session.id}\n`);

await session.send('write it').result;
await session.close();
await store.close();
