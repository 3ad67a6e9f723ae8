import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseApproval } from '../../../src/agent/parse-approval.js';
import { yAgentApproval } from '../../../src/profile/y-agent/y-agent-data.js';
import type { Answer, Question } from '../../../src/run/question.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { called, done, openY, runY } from './open-y.js';

const shell = (command: string) => called('ShellExec', { command });

/** A person who types this at every question, and takes the widest of what is offered. */
function typing(line: string, onBypass: () => void = () => {}) {
  const asked: unknown[] = [];
  const onQuestion = (question: Question): Answer => {
    if (question.kind !== 'approval') throw new Error(`${question.tool} asks something else`);
    asked.push((question.arguments as { readonly command?: string }).command ?? question.tool);
    const parsed = parseApproval(line, yAgentApproval, question);
    if (parsed.type === 'choose') return { choice: parsed.scope, rules: question.offers.at(-1)?.rules ?? [] };
    if (parsed.type !== 'answer') return { choice: 'once' };
    if (parsed.bypass === true) onBypass();
    return parsed.answer;
  };
  return { asked, onQuestion };
}

function project(): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'package.json'), '{"scripts":{"test":"echo tested"}}');
  writeFileSync(join(folder, 'old.txt'), 'old');
  return folder;
}

it('keeps a prefix rule by approve always, for this session and later ones, and nothing more', async () => {
  verifies('y-agent.permission.answer-always');
  const [store, workspace] = [createMemoryStore(), project()];
  const first = typing('approve always');
  await runY([shell('npm test'), shell('npm test -- a')], { store, workspace, ...first });
  expect(first.asked).toEqual(['npm test']);
  const later = typing('deny');
  const { events } = await runY([shell('npm test -- b'), shell('npm run build')], { store, workspace, ...later });
  expect(later.asked).toEqual(['npm run build']);
  expect(bodies(events, 'call-decided').map(({ verdict, because = [] }) => [verdict, because[0]?.source])).toEqual([
    ['allow', 'grant'],
    ['ask', 'mode'],
  ]);
});

it('keeps nothing by approve, and asks each time about what is deleted', async () => {
  verifies('y-agent.permission.answer-approve');
  const workspace = project();
  const once = typing('approve');
  await runY([shell('npm test'), shell('npm test')], { workspace, ...once });
  expect(once.asked).toEqual(['npm test', 'npm test']);
  // A lasting answer is not offered: the line is none then, and the call is allowed once.
  const always = typing('approve always');
  const gone = [called('FileDelete', { path: 'old.txt' }), shell('rm package.json')];
  await runY(gone, { workspace, ...always });
  expect(always.asked).toEqual(['FileDelete', 'rm package.json']);
  expect(existsSync(join(workspace, 'old.txt'))).toBe(false);
});

it('asks nothing more by allow all for the session, and again in the next one', async () => {
  verifies('y-agent.permission.answer-session', 'y-agent.permission.mode-bypass');
  const [store, workspace] = [createMemoryStore(), project()];
  const calls = [shell('npm test'), shell('touch a'), called('FileDelete', { path: 'old.txt' })];
  const person = typing('allow all for session', () => void scene.session.setMode('auto'));
  const scene = await openY([...calls, done], {
    store,
    workspace,
    exposure: { inactiveCalls: 'run' },
    onQuestion: person.onQuestion,
  });
  const { events } = await play(scene.session.send('go'));
  expect(person.asked).toEqual(['npm test']);
  expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  expect(existsSync(join(workspace, 'old.txt'))).toBe(false);
  const later = typing('deny');
  await runY([shell('npm test')], { store, workspace, ...later });
  expect(later.asked).toEqual(['npm test']);
});

it('looks at processes unasked, and asks before one is started, written to or ended', async () => {
  verifies('y-agent.permission.dangerous-asks');
  const on = { process_id: 'cmd_1' };
  const { questions, told } = await runY([
    called('ShellExec', { action: 'list' }),
    called('ShellExec', { action: 'start', command: 'cat', yield_time_ms: 0 }),
    called('ShellExec', { action: 'write', input: 'x\n', ...on }),
    called('ShellExec', { action: 'poll', ...on }),
    called('ShellExec', { action: 'list' }),
    called('ShellExec', { action: 'kill', ...on }),
  ]);
  expect(told.map(({ success }) => success)).toEqual(told.map(() => true));
  expect(questions).toMatchObject([
    { arguments: { action: 'start' } },
    { arguments: { action: 'write' } },
    { arguments: { action: 'kill' }, preview: { kind: 'text', text: 'Ends cmd_1 with all it started.' } },
  ]);
});
