import { expect, it } from 'vitest';
import { elicit } from '../../../src/extend/mcp/elicit.js';
import { askingCall } from '../../../src/extend/mcp/request-context.js';
import { verifies } from '../../requirements.js';
import { call, oddServer, playCalls, seenStore } from './scene.js';

it('declines for the person what sounds like a secret', async () => {
  verifies('mcp.asking.secrets');
  const store = await seenStore(oddServer());
  const { results, questions } = await playCalls([call('mcp__odd__secret')], { store });
  expect(results[0]?.data).toBe('{"action":"decline"}');
  expect(questions.map(({ kind }) => kind)).toEqual(['approval']);
});

it('hands over no answer that is a secret, and none that does not fit', async () => {
  verifies('mcp.asking.secrets', 'mcp.asking.person');
  const asking = (text: string, field: object) =>
    elicit(
      {
        message: 'Where?',
        requestedSchema: { type: 'object', properties: { place: field }, required: ['place'] },
      } as never,
      {
        server: 'x',
        hasSecret: (said) => said.includes('kx-test'),
        call: askingCall({
          ask: {
            present: true,
            ask: async () => ({ text }),
            review: () => Promise.reject(),
            fill: () => Promise.reject(),
          },
          model: undefined,
          signal: new AbortController().signal,
        }),
      },
    );
  expect(await asking('Rome', { type: 'string' })).toEqual({ action: 'accept', content: { place: 'Rome' } });
  expect(await asking('4', { type: 'integer' })).toEqual({ action: 'accept', content: { place: 4 } });
  expect(await asking('yes', { type: 'boolean' })).toEqual({ action: 'accept', content: { place: true } });
  const declined = [
    await asking('my kx-test key', { type: 'string' }),
    await asking('four', { type: 'integer' }),
    await asking('Paris', { type: 'string', enum: ['Rome'] }),
    await asking('Rome', { type: 'string', description: 'your API key' }),
    await asking('Rome', { type: 'string', title: 'p\u0430ssword' }),
    await asking('Rome', { type: 'string', title: 'pass\u200bword' }),
    await asking('Rome', { type: 'string', description: 'dein Passwort' }),
  ];
  expect(declined).toEqual(declined.map(() => ({ action: 'decline' })));
});

it('lets a server ask the model where the config says so, and the person allows it', async () => {
  verifies('mcp.asking.model');
  const store = await seenStore(oddServer());
  const off = await playCalls([call('mcp__odd__sample')], { store });
  expect(off.results[0]?.data).toContain('refused');
  const settings = oddServer('plain', { sampling: true });
  const allowed = await seenStore(settings);
  const on = await playCalls([call('mcp__odd__sample'), { text: 'Something.' }], {
    servers: { odd: settings },
    store: allowed,
  });
  expect(on.questions.at(-1)).toMatchObject({ kind: 'input', text: expect.stringContaining('user: Say something.') });
  expect(on.results[0]?.data).toContain('Something.');
  const refused = await playCalls([call('mcp__odd__sample')], {
    servers: { odd: settings },
    store: allowed,
    answer: (question) => (question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: 'refuse' }),
  });
  expect(refused.results[0]?.data).toContain('did not allow');
});
