// Plays the script of the crash tests to its end, from wherever an earlier process was killed, as a person would who
// starts the program again. Tells every event that was acknowledged on its standard output.
import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import type { Answer, Question } from '../../../src/run/question.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { openSession, type Session } from '../../../src/session/session.js';
import { openStore } from '../../../src/store/open-store.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { CrashOrder } from './crash-order.js';
import { scriptedRound } from './crash-script.js';

const order = JSON.parse(process.argv[2] ?? '{}') as CrashOrder;
const { faultPoint = () => {} } = globalThis as { faultPoint?: (name: string) => void };
const at = (name: string): string => join(order.folder, name);

/** Leaves a mark that nothing takes back. */
const marking = (name: string, idempotent: boolean) =>
  defineTool({
    name,
    description: 'leaves a mark',
    parameters: { type: 'object', properties: { mark: { type: 'string' } }, required: ['mark'] },
    effects: 'workspace',
    idempotent,
    concurrency: idempotent ? 'parallel' : 'exclusive',
    plan: () => ({
      facts: [{ kind: 'write', target: 'mark', where: 'workspace', known: true }],
      preview: { kind: 'arguments' },
    }),
    async run({ mark }) {
      appendFileSync(at('effects.log'), `${mark}\n`);
      await new Promise((resolve) => setImmediate(resolve));
      faultPoint(`after the effect of ${name}`);
      return 'marked';
    },
  });

const big = defineTool({
  name: 'big',
  description: 'answers more than fits',
  parameters: { type: 'object' },
  effects: 'none',
  run: () => 'big '.repeat(5000),
});

function answer(question: Question): Answer {
  faultPoint('a question is answered');
  if (question.kind === 'input') return { choice: 'text', text: 'green' };
  const [offer] = question.offers;
  return question.callId === 'c17' && offer !== undefined
    ? { choice: 'project', rules: offer.rules }
    : { choice: 'once' };
}

const model = scriptedModel(
  ({ messages }) => {
    faultPoint('a request');
    return scriptedRound(messages);
  },
  { record: false },
);

const begun = performance.now();
const store = await openStore(at('store.db'));

async function storedSession(): Promise<{ readonly id: string | undefined; readonly past: readonly SessionRecord[] }> {
  const id = (await store.streams()).find((stream) => stream.id.startsWith('ses_'))?.id;
  return { id, past: id === undefined ? [] : ((await store.read(id)) as readonly SessionRecord[]) };
}

async function open(id: string | undefined, person: boolean): Promise<Session> {
  const session = await openSession({
    model,
    store,
    workspace: at('ws'),
    ...(id !== undefined && { session: id }),
    tools: [marking('bump', false), marking('stamp', true), big],
    capabilities: ['workspace', 'process', 'person', 'staging'],
    mode: 'ask',
    sandbox: 'off',
    env: { PATH: process.env['PATH'] },
    ...(person ? { onQuestion: answer } : { onAsk: 'park' }),
  });
  session.on((event) => {
    if (!('seq' in event)) return;
    writeSync(1, `${session.id} ${event.seq} ${event.hash}\n`);
    faultPoint(`told ${event.type}`);
  });
  return session;
}

/** One step of the person: sends the next message, or goes on with what was cut off. False when all is done. */
async function goOn(): Promise<boolean> {
  const { id, past } = await storedSession();
  const sent = past.filter(({ type }) => type === 'message-received').length;
  const last = past.findLast(({ type }) => type === 'turn-started' || type === 'turn-ended');
  const answered = last?.type === 'turn-ended' && last.body.reason === 'answered';
  if (answered && sent === 2) return false;
  const parked = last?.type === 'turn-ended' && last.body.reason === 'parked';
  if (last?.type === 'turn-ended' && !answered && !parked)
    throw new Error(`a turn ended: ${JSON.stringify(last.body)}`);
  const session = await open(id, sent + (answered ? 1 : 0) < 2 || parked);
  if (past.length > 0) writeSync(1, `opened after ${Math.round(performance.now() - begun)} ms\n`);
  await (last === undefined || answered ? session.send(`message ${sent + 1}`) : session.resume()).result;
  await session.close();
  return true;
}

while (await goOn());
await store.close();
