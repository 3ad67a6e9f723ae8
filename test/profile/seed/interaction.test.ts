import { expect, it } from 'vitest';
import {
  answerOfSeed,
  seedContentKinds,
  seedKinds,
  seedOnAsk,
  seedPurposes,
  seedRequest,
} from '../../../src/profile/seed/seed-interaction.js';
import type { Question } from '../../../src/run/question.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { verifies } from '../../requirements.js';
import { open, play } from '../../session/open.js';

const asks: Question = {
  kind: 'input',
  id: 'q_01m7g5xbmnv8x3xdtbgzvrj3sa',
  callId: 'c1',
  tool: 'ask_user',
  text: 'Which?',
  options: ['red', 'blue'],
};

it('puts a risky call as a question to confirm, with approve as danger and reject as default', () => {
  verifies('seed.interaction.request', 'seed.interaction.risky-options', 'seed.interaction.purposes');
  verifies('seed.interaction.kinds', 'seed.interaction.content-kinds');
  expect(seedRequest(approvalQuestion({ id: 'q_01m7g5xbmnv8x3xdtbgzvrj3sa' }))).toEqual({
    interactionId: 'ui_xdtbgzvrj3sa',
    kind: 'Confirm',
    purpose: 'confirm_risky_action',
    display: {
      title: 'Confirm the risky action edit_file',
      description: 'medium; writes a.txt',
      content: '{\n  "path": "a.txt",\n  "options": {\n    "deep": true\n  }\n}',
      contentKind: 'Json',
      metadata: { toolCallId: 'c1' },
    },
    options: [
      { id: 'approve', label: 'Approve', style: 'danger', isDefault: false },
      { id: 'reject', label: 'Reject', style: 'default', isDefault: true },
    ],
    validation: { required: true },
  });
  expect(seedRequest(asks)).toMatchObject({ kind: 'Composite', purpose: 'request_info' });
  expect(seedRequest({ ...asks, options: [] })).toMatchObject({ kind: 'Input', options: [] });
  expect(seedKinds).toEqual(['Select', 'Confirm', 'Input', 'Composite']);
  expect(seedPurposes).toEqual([
    'choose_strategy',
    'request_info',
    'confirm_risky_action',
    'assign_subtask',
    'generic',
  ]);
  expect(seedContentKinds).toEqual(['PlainText', 'Json', 'Diff', 'Table']);
});

it('shows the diff of an edit, and command, folder and time limit of a command', async () => {
  verifies('seed.interaction.risky-content');
  const shown: unknown[] = [];
  const calls = [
    { name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } },
    { name: 'run_command', arguments: { command: 'touch made', timeout_ms: 5000 } },
  ];
  const session = await open([{ calls }, { text: 'ok' }], {
    builtins: true,
    onQuestion(question) {
      shown.push(seedRequest(question).display);
      return { choice: 'deny' };
    },
  });
  await play(session.send('go'));
  expect(shown).toMatchObject([
    { contentKind: 'Diff', content: expect.stringContaining('+new') },
    { contentKind: 'PlainText', content: expect.stringMatching(/^Command: touch made\nFolder: .*\nTimeout: 5000 ms$/) },
  ]);
});

it('takes approve for a yes and everything else for a no', () => {
  verifies('seed.interaction.response', 'seed.interaction.response-reject');
  const pending = seedRequest(approvalQuestion());
  const { interactionId } = pending;
  const answer = (response: object) => answerOfSeed({ interactionId, ...response }, pending);
  expect(answer({ selectedOptionId: 'approve' })).toEqual({ type: 'answer', answer: { choice: 'once' } });
  expect(answer({ selectedOptionId: 'reject', comment: 'not now' })).toEqual({
    type: 'answer',
    answer: { choice: 'deny', reason: 'not now' },
  });
  for (const response of [{}, { selectedOptionId: 'Approve' }, { selectedOptionId: 'yes' }, { inputValue: 'approve' }])
    expect(answer(response)).toMatchObject({ type: 'answer', answer: { choice: 'deny' } });
  const words = seedRequest(asks);
  const say = (response: object) => answerOfSeed({ interactionId: words.interactionId, ...response }, words);
  expect(say({ selectedOptionId: '2' })).toEqual({ type: 'answer', answer: { choice: 'text', text: 'blue' } });
  expect(say({ inputValue: 'green' })).toEqual({ type: 'answer', answer: { choice: 'text', text: 'green' } });
  expect(say({})).toMatchObject({ type: 'refused' });
});

it('refuses a response to another question, or to none', () => {
  verifies('seed.interaction.stale');
  const pending = seedRequest(approvalQuestion({ id: 'q_01m7g5xbmnv8x3xdtbgzvrj3sa' }));
  const stale = { interactionId: 'ui_000000000000', selectedOptionId: 'approve' };
  expect(answerOfSeed(stale, pending)).toMatchObject({ type: 'refused' });
  expect(answerOfSeed({ ...stale, interactionId: pending.interactionId }, undefined)).toMatchObject({
    type: 'refused',
  });
});

it('waits 300 s by default, and without end by 0', () => {
  verifies('seed.interaction.wait');
  expect([seedOnAsk(), seedOnAsk(0), seedOnAsk(5000)]).toEqual([{ waitMs: 300_000 }, 'person', { waitMs: 5000 }]);
});
