import { expect, it } from 'vitest';
import { askUser } from '../../../src/builtin/person/ask-user.js';
import { fail } from '../../../src/tool/outcome.js';
import type { AskRequest } from '../../../src/tool/port.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

it('ask_user asks and gives the answer', async () => {
  verifies('core.tools.ask-user');
  const asked: AskRequest[] = [];
  const { ctx } = createBench({
    ask: {
      async ask(question) {
        asked.push(question);
        return { text: 'blue' };
      },
    },
  });
  expect((await callOk(askUser, { question: 'Which?', options: ['red', 'blue'] }, ctx)).shown).toBe('blue');
  await callOk(askUser, { question: 'Why?' }, ctx);
  expect(asked).toEqual([{ text: 'Which?', options: ['red', 'blue'] }, { text: 'Why?' }]);
  expect((await callTool(askUser, { question: ' ' }, ctx)).failure?.errorType).toBe('validation_failed');
});

it('ask_user passes on that nobody is there', async () => {
  verifies('core.tools.ask-user-no-person');
  const { ctx } = createBench({ ask: { ask: async () => fail('permission_denied', 'Nobody is there to answer.') } });
  expect((await callTool(askUser, { question: 'Which?' }, ctx)).failure?.errorType).toBe('permission_denied');
});
