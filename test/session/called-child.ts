// Makes one call on the store it is given and kills itself, as hard as can be, at the point it is told.
import { noModel } from '../../src/model/provider/no-model.js';
import { openSession } from '../../src/session/session.js';
import { defineTool } from '../../src/tool/define-tool.js';

const [store = '', workspace = '', point = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

const writer = defineTool({
  name: 'writer',
  description: 'writes',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  effects: 'workspace',
  idempotent: true,
  plan: ({ path }) => ({
    facts: [{ kind: 'write', target: path, where: 'workspace', known: true }],
    preview: { kind: 'text', text: `writes ${path}` },
  }),
  run() {
    die();
    return 'written';
  },
});
const session = await openSession({
  model: noModel('test'),
  store,
  workspace,
  builtins: false,
  tools: [writer],
  mode: point === 'asked' ? 'ask' : 'edit',
  onAsk: 'person',
});
console.log(session.id);
session.on(({ type }) => {
  if (type === 'approval-requested') die();
});
await session.call('writer', { path: 'a' }).result;
