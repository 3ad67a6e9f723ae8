import { join } from 'node:path';
import { type AuditQuery, readAudit } from '../src/session/audit/read-audit.js';
import { recordIndexes } from '../src/session/record-index.js';
import { openSqliteStore } from '../src/store/sqlite.js';
import type { NewEvent, Store } from '../src/store/store.js';
import type { Contender, Scenario, ScenarioOptions } from './scenario.js';

const limitMs = 300;
const people = 20;
const start = Date.UTC(2026, 0, 1);
const minute = 60_000;

/** Filtered questions to a record of a million events: what was found last, and what is hardly or not at all there. */
export async function audit({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const sessions = smoke ? 20 : 1000;
  const calls = smoke ? 10 : 143;
  let now = start;
  const clock = { now: () => now, monotonic: () => performance.now() };
  const store = await openSqliteStore({ path: join(folder, 'audit.db'), indexes: recordIndexes, clock });
  let events = 0;
  for (let session = 0; session < sessions; session += 1) {
    now += minute;
    const batch = sessionEvents(session, calls);
    events += batch.length;
    await store.append(nameOf(session), batch);
  }
  const middle = start + (sessions / 2) * minute;
  const queries: Readonly<Record<string, AuditQuery>> = {
    'the newest': {},
    'verdict deny': { verdicts: ['deny'] },
    'a level that is not there': { levels: ['critical'] },
    tool: { tools: ['rare_tool'] },
    session: { session: nameOf(3) },
    'an hour': { since: middle, until: middle + 60 * minute },
    person: { person: 'person-7' },
    'person, tool and verdict': { person: 'person-7', tools: ['write_file'], verdicts: ['ask'] },
  };
  const race = `50 rows of ${events.toLocaleString('en-US')} events`;
  return {
    races: [
      {
        name: race,
        repetitions: smoke ? 1 : 10,
        reports: 'ms',
        contenders: await Promise.all(
          Object.entries(queries).map(([name, query]) => asking(name, { ...query, limit: 50 }, store)),
        ),
      },
    ],
    bars: Object.keys(queries).map((name) => ({
      race,
      contender: name,
      limit: limitMs,
      says: `audit of a million events: ${name}`,
    })),
    close: () => store.close(),
  };
}

async function asking(name: string, query: AuditQuery, store: Store): Promise<Contender> {
  const ask = async (): Promise<number> => {
    let rows = 0;
    for await (const _ of readAudit(store, query)) rows += 1;
    return rows;
  };
  const expected = { calls: await ask(), text: '' };
  return {
    name,
    expected,
    async run() {
      const begun = performance.now();
      const rows = await ask();
      return { calls: rows, text: '', cost: performance.now() - begun };
    },
  };
}

const nameOf = (session: number): string => `ses_${String(session).padStart(6, '0')}`;

/** As a session records them, seven events a call; every tenth call is asked about. */
function sessionEvents(session: number, calls: number): readonly NewEvent[] {
  const actor = `person-${session % people}`;
  const events: NewEvent[] = [
    { type: 'session-opened', body: { sessionId: nameOf(session), workspace: '/w', mode: 'ask', actor } },
  ];
  for (let call = 0; call < calls; call += 1) events.push(...callEvents(session, call));
  return events;
}

function callEvents(session: number, call: number): readonly NewEvent[] {
  const callId = `call_${session}_${call}`;
  const number = session * 1000 + call;
  const name = number % 5003 === 0 ? 'rare_tool' : call % 3 === 0 ? 'write_file' : 'read_file';
  const verdict = number % 997 === 0 ? 'deny' : call % 10 === 0 ? 'ask' : 'allow';
  const facts = [{ kind: 'write', target: `src/file-${number}.ts`, where: 'workspace', known: true }];
  const decision = { verdict, level: 'low', reasons: ['the mode says so'], mode: 'ask', digest: '0'.repeat(64) };
  const origin = { who: `person-${(session + call) % people}`, from: 'terminal' };
  return [
    { type: 'round-started', body: { turnId: 'turn_1', round: call, model: 'm', tools: 9 } },
    { type: 'call-admitted', body: { callId, index: 0, name, arguments: '{"path":"src/file.ts"}' } },
    { type: 'call-planned', body: { callId, facts } },
    { type: 'call-decided', body: { callId, tool: name, ...decision } },
    verdict === 'ask'
      ? {
          type: 'approval-answered',
          body: { questionId: 'q', callId, answer: { choice: 'once' }, by: 'person', origin },
        }
      : { type: 'model-answered', body: { text: 'I will look at the file now.', calls: 1 } },
    { type: 'call-started', body: { callId, attempt: 1 } },
    { type: 'call-settled', body: { callId, name, outcome: 'ok', content: 'x'.repeat(300), durationMs: 1 } },
  ];
}
