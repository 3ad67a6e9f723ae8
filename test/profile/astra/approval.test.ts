import { expect, it } from 'vitest';
import { choiceLine } from '../../../src/cli/view/choice-line.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { astraApproval } from '../../../src/profile/astra/astra-data.js';
import { createAstraPolicy } from '../../../src/profile/astra/astra-vocabulary.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Fact } from '../../../src/tool/fact.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { makePlaces, places, read, write } from '../../policy/vocabulary/call.js';
import { verifies } from '../../requirements.js';
import { open, play, results } from '../../session/open.js';
import { answerByStyle } from '../answer-by-style.js';

makePlaces();

/** The tools of the vault; `own` is one that writes although nothing in its name says so. */
function vault() {
  const ran: string[] = [];
  const tool = (name: string, facts: readonly Fact[]) =>
    defineTool({
      name,
      description: name,
      parameters: { type: 'object', properties: {} },
      effects: 'workspace',
      plan: () => ({ facts, preview: { kind: 'text', text: name } }),
      run() {
        ran.push(name);
        return 'done';
      },
    });
  const tools = [
    tool('list', [read('.', { deep: true })]),
    tool('read', [read('a.md')]),
    tool('active_file', []),
    tool('write', [write('a.md')]),
    tool('append', [write('a.md')]),
    tool('line_edit', [write('a.md')]),
    tool('own', [write('b.md')]),
  ];
  return { tools, ran };
}

async function run(names: readonly string[], lines: readonly string[]) {
  const { tools, ran } = vault();
  const answers = answerByStyle(astraApproval, lines);
  const rounds = [...names.map((name) => ({ calls: [{ name, arguments: {} }] })), { text: 'ok' }];
  const session = await open(rounds, { tools, policy: createAstraPolicy({ places }), ...answers });
  const { events } = await play(session.send('go'));
  return { ran, asked: answers.asked.map(({ tool }) => tool), results: results(events) };
}

it('asks about nothing that only reads, however many steps it takes', async () => {
  verifies('astra.consent.free', 'astra.consent.read-only-steps');
  expect(await run(['list', 'read', 'active_file', 'read', 'list'], [])).toMatchObject({
    ran: ['list', 'read', 'active_file', 'read', 'list'],
    asked: [],
  });
});

it('asks about write, append and line_edit, and takes only an explicit yes', async () => {
  verifies('astra.consent.needed', 'astra.consent.words');
  expect(await run(['write', 'append', 'line_edit'], ['yes', 'maybe', 'go ahead'])).toMatchObject({
    ran: ['write', 'line_edit'],
    asked: ['write', 'append', 'line_edit'],
  });
});

it('asks about every other tool that writes as well', async () => {
  verifies('astra.consent.no-bypass');
  expect(await run(['own'], ['reject'])).toMatchObject({ ran: [], asked: ['own'] });
});

it('discards the pending edit when another message comes, and passes that on', async () => {
  verifies('astra.consent.pending-discarded');
  const { ran, results: told } = await run(['line_edit'], ['Leave the title as it is']);
  expect(ran).toEqual([]);
  expect(told[0]?.error_message).toContain('Leave the title as it is');
});

it('shows a pending edit with apply and reject', () => {
  verifies('astra.consent.pending-edit', 'question.answer.style');
  const diff = '--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-old\n+new\n';
  const preview = { kind: 'diff', path: 'a.md', operation: 'edit', diff, added: 1, removed: 1 } as const;
  const shown = renderQuestion(approvalQuestion({ tool: 'line_edit', preview }), {
    style: createStyle(false),
    workspace: '/w',
    approval: astraApproval,
  });
  expect(shown).toMatch(/^\? Pending edit: line_edit\. It would edit a\.md/);
  expect(shown).toContain('  │ -old\n  │ +new\n');
  expect(choiceLine(astraApproval.choices)).toBe('[Apply]  [Reject]');
});
