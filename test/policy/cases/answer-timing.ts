import { PassThrough, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { askPerson } from '../../../src/cli/chat/ask-person.js';
import { readJsonAnswers } from '../../../src/cli/run/json-answers.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { clientOf } from '../../../src/client/local-host.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { toolwrightApproval } from '../../../src/profile/toolwright.js';
import { type Answer, createOpenQuestions, type Question } from '../../../src/run/question.js';
import { openSession, type Session } from '../../../src/session/session.js';
import { fakeTerminal } from '../../cli/chat/fake-terminal.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import type { CaseVerdict, Folders } from './read-cases.js';

/** What a case about the moment of an answer stands for, done for real: `allow` when the answer counted. */
export async function judgeTiming(text: string, folders: Folders): Promise<CaseVerdict> {
  const delay = /(\d+(?:\.\d+)?) ?(ms|s)\b[^,]*after/i.exec(text);
  if (delay !== null && !/cancel|ended/i.test(text)) {
    const ms = Number(delay[1]) * (delay[2] === 's' ? 1000 : 1);
    return counted(await typedAt(ms, 'y\r'));
  }
  const chosen = scenarios.filter(({ about }) => about.test(text));
  for (const { run } of chosen.length === 0 ? scenarios : chosen) if (await run(folders)) return 'allow';
  return 'deny';
}

const counted = (answered: boolean): CaseVerdict => (answered ? 'allow' : 'deny');

/** Each tells whether an answer that must not count did. */
const scenarios: readonly { readonly about: RegExp; run(folders: Folders): Promise<boolean> }[] = [
  { about: /cancel|ended|late|timed out|expired|gone/i, run: afterCancel },
  { about: /twice|again|second|replay|reuse/i, run: twice },
  { about: /digest|hash|chang/i, run: otherDigest },
  { about: /another|other|different|session/i, run: otherQuestion },
  { about: /not told|not drawn|not shown/i, run: notTold },
  { about: /before|buffer|ahead|early|queued/i, run: () => typedAt(-1, 'y\r') },
  { about: /paste/i, run: () => typedAt(-1, '\u001b[200~y\r\u001b[201~') },
  { about: /enter/i, run: () => typedAt(600, '\r') },
  { about: /model|assistant|tool (?:result|output)/i, run: modelWritesYes },
];

/** Types keys that many milliseconds after the question was drawn; before it when negative. */
async function typedAt(ms: number, keys: string): Promise<boolean> {
  const terminal = fakeTerminal();
  const withdrawn = new AbortController();
  if (ms < 0) terminal.type(keys);
  const asked = askPerson(approvalQuestion(), {
    input: terminal.input,
    stdout: terminal.stdout,
    style: createStyle(false),
    workspace: '/',
    approval: toolwrightApproval,
    grantDays: 30,
    signal: withdrawn.signal,
  });
  await terminal.sees('deny and say why');
  if (ms >= 0) {
    await sleep(ms);
    terminal.type(keys);
  }
  await terminal.sees('y/n/r>');
  await sleep(200);
  withdrawn.abort();
  const reply = await asked;
  return reply.type === 'answer' && reply.answer.choice === 'once';
}

async function afterCancel(folders: Folders): Promise<boolean> {
  return withQuestion(folders, async (session, { id }, turn) => {
    session.cancel();
    await turn;
    return accepts(() => session.answer(id, { choice: 'once' }));
  });
}

async function twice(folders: Folders): Promise<boolean> {
  return withQuestion(folders, async (session, { id }) => {
    session.answer(id, { choice: 'deny' });
    return accepts(() => session.answer(id, { choice: 'once' }));
  });
}

async function otherQuestion(folders: Folders): Promise<boolean> {
  return withQuestion(folders, async (session, { id }) =>
    accepts(() => session.answer(`${id.slice(0, -1)}_`, { choice: 'once' })),
  );
}

async function otherDigest(folders: Folders): Promise<boolean> {
  return withQuestion(folders, async (session, { id }) => {
    const stdin = new PassThrough();
    let said = '';
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        said += String(chunk);
        done();
      },
    });
    const port = await clientOf(session, { who: 'tester', from: 'stdin' });
    const asked = { port, session: session.id, watch: { on: () => () => {} } };
    const { stop } = readJsonAnswers(asked, { stdin, stderr });
    stdin.write(`${JSON.stringify({ id, choice: 'once', digest: '0'.repeat(64) })}\n`);
    await sleep(50);
    stop();
    return session.questions.length === 0 || !said.includes('digest');
  });
}

async function notTold(): Promise<boolean> {
  const desk = createOpenQuestions('person');
  const question = approvalQuestion();
  void desk.ask(question, new AbortController().signal);
  return accepts(() => desk.answer(question.id, { choice: 'once' }, { who: 'x', from: 'terminal' }));
}

async function modelWritesYes(folders: Folders): Promise<boolean> {
  return withQuestion(folders, async (session) => {
    await sleep(50);
    return session.questions.length === 0;
  });
}

function accepts(answer: () => void): boolean {
  try {
    answer();
    return true;
  } catch {
    return false;
  }
}

/** Runs up to a question, and tells whether what it asks about was done in the end. */
async function withQuestion(
  { ws, home }: Folders,
  look: (session: Session, question: Question, turn: Promise<unknown>) => Promise<boolean>,
): Promise<boolean> {
  const call = { name: 'write_file', arguments: { path: 'timing.txt', content: 'x' } };
  const session = await openSession({
    model: scriptedModel([{ text: 'y\n', calls: [call] }, { text: 'done' }]),
    workspace: ws,
    env: { HOME: home },
    onAsk: 'person',
  });
  try {
    const asked = new Promise<Question>((resolve) => {
      session.on((event) => {
        if (event.type === 'approval-requested') setImmediate(resolve, event.body);
      });
    });
    const turn = session.send('write').result;
    return await look(session, await asked, turn);
  } finally {
    const deny: Answer = { choice: 'deny' };
    for (const { id } of session.questions) session.answer(id, deny);
    await session.close();
  }
}
