import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/model/model.js';
import type { Question } from '../../src/run/question.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play } from './open.js';

const value = 'kx-test-7d1f0c2a9b8e4f60';
const env = { PATH: process.env['PATH'], HOME: newFolder(), API_KEY: value };
const call = (name: string, args: object = {}) => ({ name, arguments: args });
const parameters = { type: 'object' } as const;

describe('how many secrets were masked', () => {
  it('is told with the call, whether its tool returned them or its processes printed them', async () => {
    verifies('secret.exit.count', 'secret.exit.output');
    const tells = defineTool({
      name: 'tells',
      description: 'x',
      parameters,
      effects: 'none',
      run: () => ({ a: value, b: `${value} ${value}`, c: 'nothing' }),
    });
    const folder = newFolder();
    writeFileSync(join(folder, 'notes.txt'), `one ${value}\ntwo\n`);
    const calls = [
      call('tells'),
      call('run_command', { command: 'cat notes.txt notes.txt' }),
      call('get_current_time'),
    ];
    const session = await open([{ calls }, { text: 'ok' }], { tools: [tells], builtins: true, workspace: folder, env });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-settled').map(({ name, masked }) => [name, masked])).toEqual([
      ['tells', 3],
      ['run_command', 2],
      ['get_current_time', undefined],
    ]);
  });

  it('is told once with a message of the person, who is not asked to take it back', async () => {
    verifies('secret.exit.count', 'secret.exit.model');
    const session = await open([{ text: 'ok' }, { text: 'ok' }], { env });
    const { events } = await play(session.send(`use ${value}`));
    expect(bodies(events, 'message-received')).toMatchObject([{ text: 'use [masked:API_KEY]', masked: 1 }]);
    const later = await play(session.send('go on'));
    expect(bodies(later.events, 'message-received')[0]).not.toHaveProperty('masked');
    expect(session.requests.map(({ messages }) => messages[1])).toEqual([
      { role: 'user', text: 'use [masked:API_KEY]' },
      { role: 'user', text: 'use [masked:API_KEY]' },
    ]);
  });
});

describe('what a call does', () => {
  it('is what was asked about, although the question is masked', async () => {
    verifies('secret.exit.question', 'secret.exit.blobs');
    const folder = newFolder();
    const questions: Question[] = [];
    const content = `A=1\nTOKEN=${value}\n`;
    const rounds = [{ calls: [call('write_file', { path: '.settings', content })] }, { text: 'ok' }];
    const session = await open(rounds, {
      builtins: true,
      workspace: folder,
      env,
      onQuestion: (question) => {
        questions.push(question);
        return { choice: 'once' };
      },
    });
    await session.send('go').result;
    const [question] = questions;
    if (question?.kind !== 'approval' || question.preview.kind !== 'diff') throw new Error('no diff was shown');
    expect(question.preview.diff).toContain('+TOKEN=[masked:API_KEY]');
    expect(question.arguments).toEqual({ path: '.settings', content: 'A=1\nTOKEN=[masked:API_KEY]\n' });
    expect(readFileSync(join(folder, '.settings'), 'utf8')).toBe(content);
    // Undo puts back what was there, byte for byte.
    writeFileSync(join(folder, '.settings'), content);
    expect((await session.undo()).type).toBe('done');
    expect((await session.redo()).type).toBe('done');
    expect(readFileSync(join(folder, '.settings'), 'utf8')).toBe(content);
  });

  it('is denied when it would hand a secret over, and both are told its name', async () => {
    verifies('secret.sent.denied');
    const calls = [call('run_command', { command: `echo ${value.slice(0, 9)}''${value.slice(9)}` })];
    const session = await open([{ calls }, { text: 'ok' }], { builtins: true, mode: 'auto', env });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'denied' }]);
    const told = 'Policy denies this call: it would hand over the value of API_KEY, a secret.';
    expect(JSON.stringify(session.requests.at(-1)?.messages)).toContain(told);
  });

  it('cannot be made lasting where the rule would hold a secret', async () => {
    verifies('secret.exit.question');
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const questions: Question[] = [];
    const calls = ['kx', token].map((word) => call('run_command', { command: `touch out/${word}` }));
    const session = await open([{ calls }, { text: 'ok' }], {
      builtins: true,
      env,
      onQuestion: (question) => {
        questions.push(question);
        return { choice: 'deny' };
      },
    });
    await session.send('go').result;
    const told = questions.map((question) => (question.kind === 'approval' ? question : undefined));
    expect(told.map((one) => [(one?.offers.length ?? 0) > 0, one?.withheld])).toEqual([
      [true, undefined],
      [false, 'it holds a secret, and is asked about each time'],
    ]);
    expect(JSON.stringify(questions)).not.toContain(token);
  });

  it('makes a new secret one at once: it is masked in the result of the very command', async () => {
    verifies('secret.exit.results');
    const fresh = 'Zq8-fresh-91b7d0e4c2';
    const calls = [
      call('run_command', { command: `printf 'API_TOKEN=Zq8-fr' > .env; echo esh-91b7d0e4c2 >> .env; cat .env` }),
    ];
    const session = await open([{ calls }, { text: 'ok' }], {
      builtins: true,
      env,
      onQuestion: () => ({ choice: 'once' }),
    });
    const { events } = await play(session.send('go'));
    const [settled] = bodies(events, 'call-settled');
    expect(settled?.content).toContain('API_TOKEN=[masked:');
    expect(settled?.content).not.toContain(fresh);
  });
});

describe('what the model says', () => {
  it('is masked as it comes, however it is cut, and nothing else of it is lost', async () => {
    verifies('secret.exit.answer');
    for (const chunks of [1, 3, 17, 60]) {
      const session = await open([{ text: `so: ${value} 👍 and more`, reasoning: `hm, ${value}?`, chunks }], { env });
      const { events, end } = await play(session.send('go'));
      const said = (type: string): string =>
        events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
      expect(said('text-delta')).toBe('so: [masked:API_KEY] 👍 and more');
      expect(said('reasoning-delta')).toBe('hm, [masked:API_KEY]?');
      expect(end.text).toBe('so: [masked:API_KEY] 👍 and more');
      expect(bodies(events, 'model-answered')).toMatchObject([
        { text: 'so: [masked:API_KEY] 👍 and more', reasoning: 'hm, [masked:API_KEY]?' },
      ]);
    }
  });

  it.each([
    [`signed ${value}`, undefined],
    ['signed', { api: 'x', model: 'm', value: 'signed' }],
  ])('keeps what the provider wants back, unless a known value is in it: %s', async (carried, kept) => {
    verifies('secret.exit.answer');
    const seen: unknown[] = [];
    const model: Model = {
      name: 'm',
      async stream({ messages }, emit) {
        seen.push(messages.map((message) => ('carry' in message ? message.carry : undefined)));
        emit({ type: 'text', text: 'ok' });
        emit({ type: 'carry', carry: { api: 'x', model: 'm', value: carried } });
        emit({ type: 'stop', reason: 'answered' });
      },
    };
    const session = await open([], { model, env });
    await session.send('one').result;
    await session.send('two').result;
    expect(seen[1]).toEqual([undefined, undefined, kept, undefined]);
  });

  it('is masked where it fails', async () => {
    verifies('secret.exit.log');
    const failure = { kind: 'unauthorized', message: `the key ${value} is wrong` } as const;
    const session = await open([{ failure }], { env });
    const { events, end } = await play(session.send('go'));
    expect(end).toMatchObject({
      message: 'the key [masked:API_KEY] is wrong',
      failure: { message: 'the key [masked:API_KEY] is wrong' },
    });
    expect(JSON.stringify(events)).not.toContain(value);
  });
});

it('keeps pictures byte for byte, whatever they look like', async () => {
  verifies('secret.exit.blobs');
  const store = createMemoryStore();
  const data = Buffer.from(`\x89PNG ${value}`).toString('base64');
  const session = await open([{ text: 'ok' }], { env, store });
  const { events } = await play(session.send({ text: 'look', images: [{ mediaType: 'image/png', data }] }));
  const [message] = bodies(events, 'message-received');
  const kept = await store.blobs.read(message?.images?.[0]?.blob ?? '');
  expect(Buffer.from(kept ?? []).toString('base64')).toBe(data);
});

it('masks what an older session stored before the value was secret', async () => {
  verifies('secret.exit.model');
  const store = createMemoryStore();
  const tells = defineTool({
    name: 'tells',
    description: 'x',
    parameters,
    effects: 'none',
    run: () => `it is ${value}`,
  });
  const before = await open([{ text: `I use ${value}`, calls: [call('tells', { q: value })] }, { text: 'ok' }], {
    tools: [tells],
    store,
  });
  await before.send(`take ${value}`).result;
  expect(JSON.stringify(before.requests)).toContain(value);
  await before.close();
  const after = await open([{ text: 'ok' }], { tools: [tells], store, session: before.id, env });
  await after.send('go on').result;
  expect(JSON.stringify(after.requests)).not.toContain(value);
  expect(JSON.stringify(after.requests).match(/\[masked:API_KEY\]/g)).toHaveLength(4);
});
