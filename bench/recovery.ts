import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { openSession } from '../src/session/session.js';
import { openSqliteStore } from '../src/store/sqlite.js';
import type { NewEvent } from '../src/store/store.js';
import { builtProgram } from './built-program.js';
import { peakMemory } from './peak-memory.js';
import { runProgram } from './program.js';
import type { Contender, Scenario, ScenarioOptions } from './scenario.js';

const session = 'ses_bench';

/** How long a stored session takes to come back: its events, its conversation, and a call that a kill left open. */
export async function recovery({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const long = join(folder, 'long.db');
  const killed = join(folder, 'killed.db');
  const longEvents = await store(long, smoke ? 100 : 12_500);
  const killedEvents = await store(killed, smoke ? 10 : 1250);
  const loading = `${longEvents.toLocaleString('en-US')} events loaded`;
  const memory = `${longEvents.toLocaleString('en-US')} events in memory`;
  const recovering = `a session of ${killedEvents.toLocaleString('en-US')} events recovered`;
  return {
    races: [
      { name: loading, repetitions: smoke ? 1 : 5, reports: 'ms', contenders: [load(long, longEvents)] },
      {
        name: memory,
        repetitions: smoke ? 1 : 3,
        reports: 'MB',
        processes: true,
        contenders: [hold(long, longEvents, folder)],
      },
      { name: recovering, repetitions: smoke ? 1 : 8, reports: 'ms', contenders: [recover(killed, folder)] },
    ],
    bars: [
      { race: loading, contender: 'toolwright', limit: 2000, says: '100,000 events, read and checked' },
      { race: memory, contender: 'toolwright', limit: 300, says: '100,000 events held by a process' },
      { race: recovering, contender: 'toolwright', limit: 500, says: '10,000 events: opened, projected, settled' },
    ],
    close: async () => {},
  };
}

/** Stores so many calls of one turn, eight events each; the last was started and has no end. */
async function store(path: string, calls: number): Promise<number> {
  const opened = { sessionId: session, workspace: dirname(path), model: 'm', profile: 'toolwright', mode: 'edit' };
  const events: NewEvent[] = [
    { type: 'session-opened', body: { ...opened, version: '0', actor: 'person', instructions: [], resumed: false } },
    { type: 'turn-started', body: { turnId: 'turn_1' } },
    { type: 'message-received', body: { messageId: 'msg_1', text: 'go' } },
  ];
  for (let call = 0; call < calls; call += 1) events.push(...callEvents(call, call === calls - 1));
  const target = await openSqliteStore({ path });
  await target.append(session, events);
  await target.close();
  return events.length;
}

function callEvents(call: number, last: boolean): readonly NewEvent[] {
  const callId = `call_${call}`;
  const name = 'run_command';
  const facts = [{ kind: 'run', target: `make target-${call}`, where: 'workspace', known: true }];
  const decision = { verdict: 'allow', level: 'low', reasons: [], mode: 'edit', digest: '0'.repeat(64) };
  const content = JSON.stringify({ success: true, data: 'x'.repeat(300), error_message: null, error_type: 'none' });
  return [
    { type: 'round-started', body: { turnId: 'turn_1', round: call + 1, model: 'm', tools: 9 } },
    { type: 'model-answered', body: { round: call + 1, text: 'I look at the next file.', calls: 1, stop: 'calls' } },
    { type: 'call-admitted', body: { callId, index: 0, name, arguments: `{"command":"make target-${call}"}` } },
    { type: 'call-planned', body: { callId, facts } },
    { type: 'call-decided', body: { callId, tool: name, ...decision } },
    { type: 'call-started', body: { callId, attempt: 1 } },
    { type: 'call-heard', body: { callId } },
    ...(last
      ? []
      : [{ type: 'call-settled', body: { callId, name, outcome: 'ok', errorType: 'none', content, durationMs: 1 } }]),
  ];
}

function load(path: string, events: number): Contender {
  return {
    name: 'toolwright',
    expected: { calls: events, text: '' },
    async run() {
      const begun = performance.now();
      const opened = await openSqliteStore({ path });
      const read = await opened.read(session);
      const cost = performance.now() - begun;
      await opened.close();
      return { calls: read.length, text: '', cost };
    },
  };
}

/** The most memory of a process that reads them all and keeps them. */
function hold(path: string, events: number, folder: string): Contender {
  const script = join(folder, 'hold.mjs');
  const entry = pathToFileURL(join(dirname(builtProgram()), 'index.js')).href;
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
import { openStore } from ${JSON.stringify(entry)};
const store = await openStore(${JSON.stringify(path)});
const events = await store.read(${JSON.stringify(session)});
${peakMemory}
console.log(events.length, kilobytes);
await store.close();
`,
  );
  return {
    name: 'toolwright',
    expected: { calls: events, text: '' },
    async run() {
      const { stdout } = await runProgram([script], { cwd: folder });
      const [read, kilobytes] = stdout.trim().split(' ').map(Number);
      return { calls: read ?? 0, text: '', cost: (kilobytes ?? Number.NaN) / 1024 };
    },
  };
}

/** From the file to the end of a turn whose model answers at once: what was left open is settled by then. */
function recover(path: string, folder: string): Contender {
  const copy = join(folder, 'recovered.db');
  return {
    name: 'toolwright',
    expected: { calls: 1, text: 'done' },
    async before() {
      for (const end of ['', '-wal', '-shm', '.leases', '.blobs']) rmSync(copy + end, { recursive: true, force: true });
      copyFileSync(path, copy);
    },
    async run() {
      const begun = performance.now();
      const opened = await openSqliteStore({ path: copy });
      const model = scriptedModel([{ text: 'done' }], { record: false });
      const resumed = await openSession({ model, store: opened, session, workspace: folder });
      let settled = 0;
      resumed.on(({ type }) => {
        if (type === 'call-settled') settled += 1;
      });
      const { text } = await resumed.resume().result;
      const cost = performance.now() - begun;
      await resumed.close();
      await opened.close();
      return { calls: settled, text, cost };
    },
  };
}
