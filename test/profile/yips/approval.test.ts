import { expect, it } from 'vitest';
import { choicePrompt } from '../../../src/cli/view/choice-line.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { yipsApproval } from '../../../src/profile/yips/yips-data.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results, writer } from '../../session/open.js';
import { answerByStyle } from '../answer-by-style.js';

it.each(['n', '', 'sure'])('denies by %j, and names the confirmation policy', async (line) => {
  verifies('yips.risk.confirm-rejected');
  const { tool, runs } = writer();
  const rounds = [{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }, { text: 'ok' }];
  const session = await open(rounds, { tools: [tool], ...answerByStyle(yipsApproval, [line]) });
  const { events } = await play(session.send('go'));
  expect(runs).toEqual([]);
  expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['denied']);
  expect(results(events)[0]?.error_message).toContain('user confirmation policy');
});

it('names the action and its id, and asks y/N', () => {
  verifies('question.answer.style');
  const question = approvalQuestion({ tool: 'run_command', callId: 'call_7' });
  const shown = renderQuestion(question, { style: createStyle(false), workspace: '/w', approval: yipsApproval });
  expect(shown).toMatch(/^\? Confirmation required: run_command \(call_7\)/);
  expect(choicePrompt(yipsApproval.choices, yipsApproval)).toBe('  y/N> ');
});
