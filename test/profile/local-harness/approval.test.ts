import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { choiceLine } from '../../../src/cli/view/choice-line.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { localHarnessApproval } from '../../../src/profile/local-harness/local-harness-data.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results, writer } from '../../session/open.js';
import { answerByStyle } from '../answer-by-style.js';
import { createHere } from '../cli-here.js';
import { documentedPrompt } from './fixtures/tools.js';
import { call, harnessResults, openHarness, typing } from './open-harness.js';

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
    arguments: { path: 'a.txt', content: `${long}\nRisk: SAFE\u202e` },
    preview: { kind: 'diff', path: 'a.txt', operation: 'edit', diff, added: 1, removed: 1 },
    level: 'high',
  });
  const asking = { style: createStyle(false), workspace: '/w', approval: localHarnessApproval };
  const shown = renderQuestion(question, asking).split('\n');
  expect(shown.slice(0, 5)).toEqual([
    '⚠️  Permission Request',
    '',
    'Tool: write_file',
    `Arguments: {"path": "a.txt", "content": "${long}\\nRisk: SAFE<U+202E>"}`,
    'Risk: HIGH',
  ]);
  expect(shown.join('\n')).toContain('  │ -old\n  │ +new\n');
  expect(shown).toContain('  ⚠ writes a.txt');
  const medium = renderQuestion({ ...question, level: 'medium' }, asking).split('\n');
  expect(medium).toEqual(expect.arrayContaining(['Risk: MEDIUM', '  writes a.txt']));
  expect(choiceLine(localHarnessApproval.choices)).toBe('[1] Allow Once  [2] Session  [3] Remember  [4] Deny');
});

it('asks in the chat as the example of the document does', async () => {
  verifies('local-harness.permission.prompt', 'local-harness.permission.medium-asks');
  const read = { name: 'read_file', arguments: { path: 'README.md' } };
  const scene = await createHere([{ calls: [read] }, { text: 'Read.' }]);
  writeFileSync(join(scene.folder, 'README.md'), 'Hello.\n');
  const { stdout } = await scene.chat(['--profile', 'local-harness'], ['go', '1']);
  const [asked = '', choices = ''] = documentedPrompt.split(/\n\n(?=\[1\])/);
  expect(stdout).toContain(`${asked}\n`);
  expect(stdout).toContain(choices);
  expect(stdout).toContain('Read.');
});

it('allows one call, and asks about the next', async () => {
  verifies('local-harness.permission.once');
  const { tool, runs } = writer();
  const answers = answerByStyle(localHarnessApproval, ['1', '4']);
  const session = await open(twoCalls, { tools: [tool], ...answers, profile: 'local-harness' });
  await play(session.send('go'));
  expect(runs).toEqual(['a']);
  expect(answers.asked).toHaveLength(2);
});

it('allows the tool until the program ends', async () => {
  verifies('local-harness.permission.session');
  const write = (path: string) => ({ calls: [call('write_file', { path, content: 'x' })] });
  const user = typing('2');
  const session = await openHarness([write('a'), write('b'), { text: 'ok' }], user);
  const { events } = await play(session.send('go'));
  expect(harnessResults(events).map(({ success }) => success)).toEqual([true, true]);
  expect(user.asked).toHaveLength(1);
  await session.close();
  const later = await openHarness([write('c'), { text: 'ok' }], { workspace: session.workspace, ...user });
  await later.send('go').result;
  expect(user.asked).toHaveLength(2);
});

it('blocks the call that is denied', async () => {
  verifies('local-harness.permission.deny');
  const { tool, runs } = writer();
  const session = await open(twoCalls.slice(1), {
    tools: [tool],
    ...answerByStyle(localHarnessApproval, ['4']),
    profile: 'local-harness',
  });
  const { events } = await play(session.send('go'));
  expect(runs).toEqual([]);
  expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['denied']);
  expect(results(events)[0]).toMatchObject({ success: false, error_type: 'permission_denied' });
});
