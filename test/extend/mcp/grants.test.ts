import { expect, it } from 'vitest';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { Answer, Question } from '../../../src/run/question.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { type Approval, newFolder } from '../../session/open.js';
import { call, connecting, oddServer, playCalls, seenStore, toolsFile } from './scene.js';

const rules = (...list: readonly object[]): NonNullable<SessionOptions['rules']> =>
  parseRuleList(list, { layer: 'user', file: 'config.json', line: 1 }).rules;

/** Makes what is offered lasting; says once to all else. */
const lasting =
  (choice: 'session' | 'project' | 'always') =>
  (question: Question): Answer => {
    if (question.kind !== 'approval') return { choice: 'text', text: question.options[0] ?? 'yes' };
    const [offer] = question.offers;
    return offer === undefined ? { choice: 'once' } : { choice, rules: offer.rules };
  };

const approvals = (questions: readonly Question[]): readonly string[] =>
  questions.filter(({ kind }) => kind === 'approval').map(({ tool }) => tool);

const echo = (text: string) => call('mcp__odd__echo', { text });

it('a call can be granted for the session, by the name of its tool', async () => {
  verifies('mcp.grants.offered');
  const played = await playCalls([connecting(), echo('a'), echo('b'), call('mcp__odd__env')], {
    answer: lasting('session'),
  });
  expect(played.results.map(({ success }) => success)).toEqual([true, true, true, true]);
  expect(approvals(played.questions)).toEqual(['mcp_connect', 'mcp__odd__echo', 'mcp__odd__env']);
  const [connect, asked] = played.questions.filter(({ kind }) => kind === 'approval') as readonly Approval[];
  expect(connect?.offers).toEqual([]);
  expect(asked?.offers).toMatchObject([
    {
      rules: ['mcp__odd__echo'],
      breadth: 'wider',
      also: [
        expect.stringContaining('with any arguments'),
        expect.stringContaining('unconfined'),
        expect.stringContaining('text from outside'),
      ],
    },
  ]);
});

it('a grant for the project holds in the next session there, and nowhere else', async () => {
  verifies('mcp.grants.offered');
  const workspace = newFolder();
  const store = await seenStore(oddServer(), { workspace });
  const first = await playCalls([echo('a'), echo('b')], { store, workspace, answer: lasting('project') });
  // The answer of the server taints the session, and the grant was given before that.
  expect(approvals(first.questions)).toEqual(['mcp__odd__echo', 'mcp__odd__echo']);
  const next = await playCalls([echo('a'), echo('b')], { store, workspace });
  expect(approvals(next.questions)).toEqual([]);
  const elsewhere = await playCalls([echo('a')], { store, workspace: newFolder() });
  expect(approvals(elsewhere.questions)).toEqual(['mcp__odd__echo']);
});

it('a grant is bound to the definition that was seen', async () => {
  verifies('mcp.grants.bound');
  const search = { name: 'search', description: 'Searches.', inputSchema: { type: 'object' } };
  const file = toolsFile([search]);
  const settings = oddServer('plain', { tools: file.path });
  const store = await seenStore(settings);
  const playing = { servers: { odd: settings }, store };
  const searching = call('mcp__odd__search');
  await playCalls([searching], { ...playing, answer: lasting('always') });
  expect((await playCalls([searching], playing)).questions).toEqual([]);
  file.write([{ ...search, description: 'Searches, and sends.' }]);
  const changed = await playCalls([searching, searching, searching], playing);
  expect(changed.results.map(({ error_type }) => error_type)).toEqual(['stale', 'none', 'none']);
  // The grant let the first one pass, which found the change; the change itself, and the tool it made, are asked about.
  expect(approvals(changed.questions)).toEqual(['mcp__odd__search', 'mcp__odd__search']);
  file.write([search]);
  const back = await playCalls([searching, searching, searching], playing);
  expect(back.results.map(({ error_type }) => error_type)).toEqual(['stale', 'none', 'none']);
});

it('a grant is bound to how the server was started', async () => {
  verifies('mcp.grants.bound');
  const store = await seenStore(oddServer());
  await playCalls([echo('a')], { store, answer: lasting('always') });
  expect((await playCalls([echo('a')], { store })).questions).toEqual([]);
  const servers = { odd: { ...oddServer(), env: { MORE: 'x' } } };
  const other = await playCalls([connecting(), echo('a')], { store, servers });
  expect(approvals(other.questions)).toEqual(['mcp_connect', 'mcp__odd__echo']);
});

it('a grant of one workspace does not hold for a server that another brings', async () => {
  verifies('mcp.grants.bound');
  const store = createMemoryStore();
  const bringing = (workspace: string) => ({
    store,
    workspace,
    servers: [
      {
        name: 'odd',
        settings: oddServer(),
        origin: { layer: 'workspace', file: `${workspace}/.mcp.json` } as const,
      },
    ],
  });
  const [mine, other] = [newFolder(), newFolder()];
  await playCalls([connecting(), echo('a')], { ...bringing(mine), answer: lasting('always') });
  expect(approvals((await playCalls([echo('a')], bringing(mine))).questions)).toEqual([]);
  const there = await playCalls([connecting(), echo('a')], bringing(other));
  expect(approvals(there.questions)).toEqual(['mcp_connect', 'mcp__odd__echo']);
});

it('a grant beats no rule that asks or denies, no mode plan, and no secret', async () => {
  verifies('mcp.grants.limits', 'mcp.rules.grammar');
  const env = { PATH: process.env['PATH'], API_KEY: 'kx-test-7d1f0c2a9b8e4f60' };
  const store = await seenStore(oddServer(), { env });
  await playCalls([echo('a')], { store, env, answer: lasting('always') });
  expect((await playCalls([echo('a')], { store, env })).questions).toEqual([]);
  for (const ask of ['mcp__odd__echo', 'mcp__odd__*']) {
    const asked = await playCalls([echo('a')], { store, env, rules: rules({ ask }) });
    expect(asked.questions).toMatchObject([{ offers: [], withheld: expect.stringContaining(`ask ${ask}`) }]);
    const denied = await playCalls([echo('a')], { store, env, rules: rules({ deny: ask }) });
    expect(denied.results[0]?.error_type).toBe('permission_denied');
  }
  const planned = await playCalls([echo('a')], { store, env, mode: 'plan' });
  expect(planned.results[0]?.error_type).toBe('permission_denied');
  const secret = await playCalls([echo(env.API_KEY)], { store, env });
  expect(secret.results[0]?.error_message).toContain('API_KEY');
});
