// Runs one turn that delegates, on the store it is given, and kills itself, as hard as can be, at the point it is told.
import { appendFileSync } from 'node:fs';
import { openSession } from '../../../src/session/session.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { markTool } from '../mark-tool.js';
import { familyModel } from './family-model.js';
import { killedScripts } from './killed-scripts.js';

const [path = '', workspace = '', marks = '', point = '', message = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');
const mark = (name: string): void => {
  appendFileSync(marks, `${name}\n`);
  if (point === 'in-effect' && name === 'second') die();
};

/** `started`, `ended`: when so many subagents are on record as that, the deepest ends first. */
const [type, count] = /^(started|ended)-(\d)$/.exec(point)?.slice(1) ?? [];
const watched = type === 'started' ? 'child-started' : 'turn-ended';
let seen = 0;
const stored = await openStore(path);
const store: Store = {
  ...stored,
  async append(stream, events) {
    const appended = await stored.append(stream, events);
    seen += events.filter((event) => event.type === watched).length;
    if (type !== undefined && seen === Number(count)) die();
    return appended;
  },
};
const session = await openSession({
  model: familyModel(killedScripts),
  store,
  workspace,
  tools: [markTool({ name: 'first', mark }), markTool({ name: 'second', mark })],
  mode: point === 'asking' ? 'ask' : 'edit',
  onAsk: 'person',
});
process.stdout.write(`${session.id}\n`);
session.on((event) => {
  if (event.type === 'turn-ended' && point === 'turn-over') die();
  if (event.type === 'approval-requested' && point === 'asking') die();
});
await session.send(message).result;
await session.close();
