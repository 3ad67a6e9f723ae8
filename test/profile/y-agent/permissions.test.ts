import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { yAgentApproval } from '../../../src/profile/y-agent/y-agent-data.js';
import { yAgentProfile } from '../../../src/systems/y-agent/index.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder } from '../../session/open.js';
import { called, runY } from './open-y.js';

const write = called('FileWrite', { path: 'a.txt', content: 'one' });

function folder(): string {
  const made = newFolder();
  writeFileSync(join(made, 'old.txt'), 'old');
  return made;
}

const verdicts = (events: Parameters<typeof bodies>[0]) => bodies(events, 'call-decided').map(({ verdict }) => verdict);

it('reads unasked, writes in the workspace unasked and says so, and asks about what is dangerous', async () => {
  verifies('y-agent.permission.dangerous-asks', 'y-agent.permission.notify', 'y-agent.guard.taint');
  const calls = [
    called('FileRead', { path: 'old.txt' }),
    write,
    called('FileMove', { path: 'a.txt', destination_path: 'b.txt' }),
    called('FileDelete', { path: 'old.txt' }),
    called('ShellExec', { command: 'true' }),
  ];
  const { events, questions } = await runY(calls, { workspace: folder() });
  expect(verdicts(events)).toEqual(['allow', 'notify', 'notify', 'ask', 'ask']);
  expect(questions).toMatchObject([{ tool: 'FileDelete' }, { tool: 'ShellExec' }]);
});

it('keeps an approve always as a rule with a prefix, of commands too', async () => {
  verifies('y-agent.permission.answer-always');
  const asked: string[] = [];
  const calls = ['echo a', 'echo b c', 'printf x'].map((command) => called('ShellExec', { command }));
  const { told } = await runY(calls, {
    onQuestion(question) {
      if (question.kind !== 'approval') throw new Error(`${question.tool} asks something else`);
      asked.push(JSON.stringify(question.arguments));
      const prefix = question.offers.find(({ breadth }) => breadth === 'wider');
      return prefix === undefined ? { choice: 'once' } : { choice: 'always', rules: prefix.rules };
    },
  });
  expect(asked).toEqual(['{"command":"echo a"}', '{"command":"printf x"}']);
  expect(told.map(({ success }) => success)).toEqual([true, true, true]);
});

it('asks about files, commands and hosts once text from outside has come in', async () => {
  verifies('y-agent.guard.taint');
  const { port } = await serve((_, response) => void response.writeHead(200).end('hello'));
  const { rules } = parseRuleList([{ allow: `net(127.0.0.1:${port})` }], { layer: 'user', file: 'c.json', line: 1 });
  const fetch = called('WebFetch', { url: `http://127.0.0.1:${port}/` });
  const { events, questions } = await runY(
    [write, fetch, called('FileWrite', { path: 'a.txt', content: 'two' }), called('FileRead', { path: 'a.txt' })],
    { rules },
  );
  expect(bodies(events, 'taint-raised')).toMatchObject([{ kind: 'network' }]);
  expect(verdicts(events).slice(-2)).toEqual(['ask', 'allow']);
  const reasons = bodies(events, 'call-decided').flatMap(({ reasons: said }) => said);
  expect(reasons).toContain('taint says ask');
  expect(questions.at(-1)).toMatchObject({ tool: 'FileWrite' });
});

it('denies what it would ask about where nobody is, and tells the model not to retry', async () => {
  verifies('y-agent.permission.answer-deny');
  const workspace = folder();
  const { told } = await runY([called('FileDelete', { path: 'old.txt' })], { workspace, onAsk: 'deny' });
  expect(told).toMatchObject([{ code: 'permission_denied', retryable: false }]);
  expect(existsSync(join(workspace, 'old.txt'))).toBe(true);
  const { told: refused } = await runY([called('FileDelete', { path: 'old.txt' })], {
    workspace,
    onQuestion: () => ({ choice: 'deny', reason: yAgentApproval.deniedReason ?? '' }),
  });
  expect(refused[0]?.error).toContain('do not retry this call');
  const { told: short } = await runY([called('FileDelete', { path: 'old.txt' })], {
    workspace,
    onQuestion: () => ({ choice: 'deny' }),
  });
  expect(short).toEqual(refused);
});

it('follows the mode of the session', async () => {
  verifies('y-agent.permission.mode-bypass', 'y-agent.permission.mode-plan');
  const shell = called('ShellExec', { command: 'true' });
  expect(verdicts((await runY([shell], { mode: 'auto' })).events)).toEqual(['notify']);
  expect(verdicts((await runY([write], { mode: 'plan' })).events)).toEqual(['deny']);
  expect(verdicts((await runY([write, shell], { mode: 'edit' })).events)).toEqual(['notify', 'ask']);
});

it('takes silence for a no, after the time that the profile gives', async () => {
  verifies('y-agent.permission.answer-timeout');
  expect(yAgentProfile.approval.waitMs).toBe(120_000);
  const workspace = folder();
  const { told } = await runY([called('FileDelete', { path: 'old.txt' })], {
    workspace,
    profile: { ...yAgentProfile, approval: { ...yAgentProfile.approval, waitMs: 50 } },
    onQuestion: () => new Promise<never>(() => {}),
  });
  expect(told).toMatchObject([
    { code: 'permission_denied', retryable: false, error: expect.stringContaining('no answer came within 0.05 s') },
  ]);
  expect(existsSync(join(workspace, 'old.txt'))).toBe(true);
});
