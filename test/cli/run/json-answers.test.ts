import { PassThrough, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { parseAnswer, readJsonAnswers } from '../../../src/cli/run/json-answers.js';
import { clientOf } from '../../../src/client/local-host.js';
import { unwrap } from '../../../src/client/reply.js';
import { watchSession } from '../../../src/client/watch-session.js';
import type { Question } from '../../../src/run/question.js';
import { verifies } from '../../requirements.js';
import { bodies, open, writer } from '../../session/open.js';

/** A session that waits for lines. */
async function waiting() {
  const { tool, runs } = writer();
  const rounds = [{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }, { text: 'ok' }];
  const session = await open(rounds, { tools: [tool], onAsk: { waitMs: 30_000 } });
  const stdin = new PassThrough();
  let said = '';
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      done();
    },
  });
  const asked = new Promise<Extract<Question, { kind: 'approval' }>>((resolve) => {
    session.on((event) => {
      if (event.type === 'approval-requested' && event.body.kind === 'approval') setImmediate(resolve, event.body);
    });
  });
  const port = await clientOf(session, { who: 'tester', from: 'stdin' });
  const watch = watchSession(port, unwrap(await port.readState({ session: session.id })));
  onTestFinished(readJsonAnswers({ port, session: session.id, watch }, { stdin, stderr }).stop);
  const events: Parameters<Parameters<typeof session.on>[0]>[0][] = [];
  session.on((event) => void events.push(event));
  const end = session.send('go').result;
  const give = async (answer: object): Promise<void> => {
    stdin.write(`${JSON.stringify(answer)}\n`);
    await sleep(30);
  };
  return { question: await asked, give, end, runs, said: () => said, events };
}

it('counts an answer for the digest it names, whole or as short as it is shown, and for no other', async () => {
  verifies('question.answer.digest', 'question.answer.origin', 'question.answer.late');
  const { question, give, end, runs, said, events } = await waiting();
  const { id, digest } = question;
  for (const wrong of ['0'.repeat(64), digest.slice(0, 8), `${digest}0`, ''])
    await give({ id, choice: 'once', digest: wrong });
  expect(said().split(`its digest is not that of ${id}`)).toHaveLength(5);
  await give({ id, choice: 'once', digest: digest.slice(0, 12) });
  await end;
  expect(runs).toEqual(['a']);
  await give({ id, choice: 'once' });
  expect(said()).toContain(`No open question has the id ${id}`);
  expect(bodies(events, 'approval-answered')).toMatchObject([
    { answer: { choice: 'once' }, by: 'person', origin: { who: expect.stringMatching(/./), from: 'stdin' } },
  ]);
});

it('takes a lasting answer with the rules of an offer, and passes over any other rules', async () => {
  verifies('question.answer.lasting');
  const { question, give, end, runs, said } = await waiting();
  const { id, offers } = question;
  await give({ id, choice: 'session', rules: ['write(**)'] });
  expect(said()).toContain('That answer does not fit the question');
  await give({ id, choice: 'session', rules: offers[0]?.rules });
  await end;
  expect(runs).toEqual(['a']);
});

it.each([
  '{"id":"q_1","choice":"session"}',
  '{"id":"q_1","choice":"always","rules":[]}',
  '{"id":"q_1","choice":"always","rules":[1]}',
  '{"id":"q_1","choice":"project","rules":"x"}',
  '{"id":"q_1","choice":"once","digest":7}',
])('tells what is wrong with %s', (line) => {
  expect(parseAnswer(line)).toContain('an answer is');
});
