import { expect, it } from 'vitest';
import { askPerson } from '../../../src/cli/chat/ask-person.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { yAgentApproval } from '../../../src/profile/y-agent/y-agent-data.js';
import type { YAgentMode } from '../../../src/profile/y-agent/y-agent-permissions.js';
import { createYAgentPolicy } from '../../../src/profile/y-agent/y-agent-vocabulary.js';
import { fakeTerminal } from '../../cli/chat/fake-terminal.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { makePlaces, places } from '../../policy/vocabulary/call.js';
import { verifies } from '../../requirements.js';
import { open, play, results, writer } from '../../session/open.js';
import { answerByStyle } from '../answer-by-style.js';

makePlaces();

const call = { calls: [{ name: 'writer', arguments: { path: 'a' } }] };

async function run(lines: readonly string[]) {
  let mode: YAgentMode = 'Default';
  const { tool, runs } = writer();
  const policy = createYAgentPolicy({ places, mode: () => mode, overrides: { writer: 'ask' } });
  const answers = answerByStyle(yAgentApproval, lines, () => {
    mode = 'BypassPermissions';
  });
  const session = await open([call, call, { text: 'ok' }], { tools: [tool], policy, ...answers });
  const { events } = await play(session.send('go'));
  return { runs, asked: answers.asked.length, results: results(events) };
}

it('lets one call run by approve', async () => {
  verifies('y-agent.permission.answer-approve');
  expect(await run(['approve', 'deny'])).toMatchObject({ runs: ['a'], asked: 2 });
});

it('sets the bypass of the session by allow all', async () => {
  verifies('y-agent.permission.answer-session');
  expect(await run(['allow all for session'])).toMatchObject({ runs: ['a', 'a'], asked: 1 });
});

it('tells the model not to retry what was denied', async () => {
  verifies('y-agent.permission.answer-deny');
  const { runs, results: told } = await run(['deny', 'deny']);
  expect(runs).toEqual([]);
  expect(told[0]?.error_message).toContain('do not retry');
});

it('gives a person 120 s, and takes silence for a no', async () => {
  verifies('y-agent.permission.answer-timeout');
  expect(yAgentApproval.waitMs).toBe(120_000);
  const terminal = fakeTerminal();
  const reply = await askPerson(approvalQuestion(), {
    input: terminal.input,
    stdout: terminal.stdout,
    style: createStyle(false),
    workspace: '/w',
    approval: { ...yAgentApproval, waitMs: 500 },
    grantDays: 30,
    signal: new AbortController().signal,
  });
  expect(reply).toEqual({ type: 'expired' });
});
