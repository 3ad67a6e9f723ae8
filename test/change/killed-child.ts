// Makes one change on the store and workspace it is given, and kills itself, as hard as can be, before the step whose
// number it is told. Without one it comes to the end and tells how many steps there were.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.js';
import { createChanges } from '../../src/change/changes.js';
import { createRecorder } from '../../src/run/recorder.js';
import { openStore } from '../../src/store/open-store.js';
import { isFailure } from '../../src/tool/outcome.js';
import type { Place, StagedChange } from '../../src/tool/port.js';
import { createWorkspace } from '../../src/workspace/workspace.js';

const [path = '', root = '', scenario = '', last = ''] = process.argv.slice(2);
const callId = 'call_1';
const store = await openStore(path);
const recorder = createRecorder({ store, stream: 'ses_1', onRecord() {}, onTold() {} });
const workspace = createWorkspace({ root });
let steps = 0;

function step(): void {
  steps += 1;
  if (String(steps) === last) process.kill(process.pid, 'SIGKILL');
}

const changes = createChanges({
  workspace,
  blobs: store.blobs,
  clock: systemClock,
  record: (event) => recorder.record([event]),
  flush: async () => void (await recorder.flush()),
  atStep: step,
}).forCall(callId);

const place = (name: string): Place => {
  const found = workspace.resolve(name);
  if (isFailure(found)) throw new Error(found.message);
  return found;
};

const write = (name: string, content: string): StagedChange => {
  const at = place(name);
  const base = at.kind === 'file' ? readFileSync(join(root, name)) : undefined;
  return changes.stage({ place: at, operation: 'write', base, content: Buffer.from(content) });
};

const scenarios: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
  overwrite: async () => [write('dir/a.txt', 'new\n')],
  create: async () => [write('n/m/new.txt', 'new\n')],
  'delete a tree': async () => [await changes.stageDelete(place('tree'))],
  batch: async () => [
    write('dir/a.txt', 'new\n'),
    write('n/m/new.txt', 'new\n'),
    await changes.stageDelete(place('gone.txt')),
    await changes.stageDelete(place('tree')),
    await changes.stageMove(place('m.txt'), place('moved/m.txt')),
  ],
};

const opened = { sessionId: 'ses_1', workspace: root, model: 'm', profile: 'toolwright', mode: 'edit', version: '0' };
recorder.record([{ type: 'session-opened', body: { ...opened, actor: 'person', instructions: [], resumed: false } }]);
const staged = (await scenarios[scenario]?.()) as readonly StagedChange[];
recorder.record([{ type: 'call-started', body: { callId, attempt: 1 } }]);
await recorder.flush();
const end = await changes.apply(staged.length === 1 ? (staged[0] as StagedChange) : staged);
if (isFailure(end)) throw new Error(end.message);
step();
await recorder.flush();
step();
process.stdout.write(`${steps}\n`);
await store.close();
