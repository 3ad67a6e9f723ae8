import { expect, it } from 'vitest';
import { choicePrompt } from '../../../src/cli/view/choice-line.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { yipsApproval } from '../../../src/profile/yips/yips-data.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { verifies } from '../../requirements.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { acts, tool } from './scene.js';

it.each([
  ['y', true],
  ['yes', true],
  ['n', false],
  ['cancel', false],
  ['', false],
  ['sure', false],
])('takes %j for a yes: %s; a no is denied, and names the confirmation policy', async (line, approves) => {
  verifies('yips.risk.confirm-rejected', 'yips.risk.confirm-asks');
  const command = tool('run_command', { command: 'rm -rf gone' });
  const { folder: cwd, flags, server } = await createScene([{ text: acts(command) }, { text: 'Done.' }]);
  const { stdout } = await runHere([...flags, '--profile', 'yips', '--sandbox', 'off'], {
    cwd,
    input: `go\n${line}\n`,
  });
  expect(stdout).toMatch(/\? Confirmation required: run_command \(/);
  const told = server.requests[1]?.text ?? '';
  expect(told.includes('\\"status\\":\\"ok\\"')).toBe(approves);
  expect(told.includes('\\"status\\":\\"denied\\"')).toBe(!approves);
  expect(told.includes('rejected by the user confirmation policy')).toBe(!approves);
});

it('names the action and its id, and asks y/N', () => {
  verifies('question.answer.style');
  const question = approvalQuestion({ tool: 'run_command', callId: 'call_7' });
  const shown = renderQuestion(question, { style: createStyle(false), workspace: '/w', approval: yipsApproval });
  expect(shown).toMatch(/^\? Confirmation required: run_command \(call_7\)/);
  expect(choicePrompt(yipsApproval.choices, yipsApproval)).toBe('  y/N> ');
});
