import { expect, it } from 'vitest';
import { choiceLine } from '../../../src/cli/view/choice-line.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { localHarnessApproval } from '../../../src/profile/local-harness/local-harness-data.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results, writer } from '../../session/open.js';
import { answerByStyle } from '../answer-by-style.js';

const twoCalls = [
  { calls: [{ name: 'writer', arguments: { path: 'a' } }] },
  { calls: [{ name: 'writer', arguments: { path: 'a' } }] },
  { text: 'ok' },
];

it('shows the tool, all arguments, the level in capitals and four numbered choices', () => {
  verifies('local-harness.permission.prompt', 'question.answer.style');
  const long = 'x'.repeat(300);
  const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n';
  const question = approvalQuestion({
    tool: 'write_file',
    arguments: { path: 'a.txt', content: long },
    preview: { kind: 'diff', path: 'a.txt', operation: 'edit', diff, added: 1, removed: 1 },
    level: 'high',
  });
  const shown = renderQuestion(question, {
    style: createStyle(false),
    workspace: '/w',
    approval: localHarnessApproval,
  });
  expect(shown).toMatch(/^\? write_file needs your permission/);
  expect(shown).toContain(`  │   "content": "${long}"\n`);
  expect(shown).toContain('  │ -old\n  │ +new\n');
  expect(shown).toContain('\n  ⚠ HIGH: writes a.txt\n');
  const medium = { ...question, level: 'medium' } as const;
  expect(
    renderQuestion(medium, { style: createStyle(false), workspace: '/w', approval: localHarnessApproval }),
  ).toContain('\n  ⚠ MEDIUM: ');
  expect(choiceLine(localHarnessApproval.choices)).toBe('[1] Allow Once  [2] Session  [3] Remember  [4] Deny');
});

it('allows one call, and asks about the next', async () => {
  verifies('local-harness.permission.once');
  const { tool, runs } = writer();
  const answers = answerByStyle(localHarnessApproval, ['1', '4']);
  const session = await open(twoCalls, { tools: [tool], ...answers });
  await play(session.send('go'));
  expect(runs).toEqual(['a']);
  expect(answers.asked).toHaveLength(2);
});

it('allows what is like it until the program ends', async () => {
  verifies('local-harness.permission.session');
  const { tool, runs } = writer();
  const answers = answerByStyle(localHarnessApproval, ['2']);
  const session = await open(twoCalls, { tools: [tool], ...answers });
  await play(session.send('go'));
  expect(runs).toEqual(['a', 'a']);
  expect(answers.asked).toHaveLength(1);
});

it('blocks the call that is denied', async () => {
  verifies('local-harness.permission.deny');
  const { tool, runs } = writer();
  const session = await open(twoCalls.slice(1), { tools: [tool], ...answerByStyle(localHarnessApproval, ['4']) });
  const { events } = await play(session.send('go'));
  expect(runs).toEqual([]);
  expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['denied']);
  expect(results(events)[0]).toMatchObject({ success: false, error_type: 'permission_denied' });
});
