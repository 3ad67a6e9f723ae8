import { describe, expect, it } from 'vitest';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { verifies } from '../../requirements.js';
import type { Approval } from '../../session/open.js';
import { bodies, call, connecting, oddServer, playCalls, seenStore } from './scene.js';

const rules = (...list: readonly object[]): NonNullable<SessionOptions['rules']> =>
  parseRuleList(list, { layer: 'user', file: 'config.json', line: 1 }).rules;

describe('a server', () => {
  it('is shown to the person with its tools before the model reads of them', async () => {
    verifies('mcp.definitions.asked', 'mcp.policy.asked');
    const played = await playCalls([connecting(), call('mcp__odd__echo', { text: 'hi' })]);
    expect(played.results.map(({ data }) => data)).toEqual([expect.stringContaining('Connected: 12 tools'), 'echo hi']);
    expect(played.questions.map(({ kind, tool }) => [kind, tool])).toEqual([
      ['approval', 'mcp_connect'],
      ['input', 'mcp_connect'],
      ['approval', 'mcp__odd__echo'],
    ]);
    const [launch, definitions] = played.questions;
    expect(launch).toMatchObject({
      preview: { kind: 'text', text: expect.stringMatching(/^MCP server odd\ncommand /) },
    });
    expect(definitions).toMatchObject({ text: expect.stringContaining('does echo') });
    expect(played.starts).toBe(1);
  });

  it('is not used when the person does not want its tools', async () => {
    verifies('mcp.definitions.asked');
    const played = await playCalls([connecting(), call('mcp__odd__echo')], {
      answer: (question) => (question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: 'do not' }),
    });
    expect(played.results[0]).toMatchObject({ success: false, error_type: 'permission_denied' });
    expect(played.results[1]?.success).toBe(false);
  });

  it('is known in the next session, and started with its first call only', async () => {
    verifies('mcp.servers.lazy', 'mcp.definitions.pinned');
    const store = await seenStore(oddServer());
    const idle = await playCalls([], { store, exposure: { kind: 'all' } });
    expect(idle.offered).toContain('mcp__odd__echo');
    expect(idle.starts).toBe(0);
    const used = await playCalls([call('mcp__odd__echo', { text: 'a' }), call('mcp__odd__echo', { text: 'b' })], {
      store,
    });
    expect(used.results.map(({ data }) => data)).toEqual(['echo a', 'echo b']);
    expect(used.questions.map(({ kind }) => kind)).toEqual(['approval', 'approval']);
    expect(used.starts).toBe(1);
  });

  it('gets the variables its config names, and no others', async () => {
    verifies('mcp.servers.env');
    const env = { PATH: process.env['PATH'], GIVEN: 'value-1', OTHER_TOKEN: 'value-2' };
    const settings = oddServer('plain', { env: { MINE: '$' + '{GIVEN}' } });
    const store = await seenStore(settings, { env });
    const { results } = await playCalls([call('mcp__odd__env')], { servers: { odd: settings }, store, env });
    expect(results[0]?.data).toContain('"MINE":"value-1"');
    expect(results[0]?.data).not.toContain('value-2');
  });
});

describe('a call', () => {
  it('is dangerous whatever the server says of it', async () => {
    verifies('mcp.policy.hints', 'mcp.policy.asked');
    const store = await seenStore(oddServer());
    const { questions } = await playCalls([call('mcp__odd__echo')], { store });
    const [asked] = questions as readonly Approval[];
    expect(asked?.reasons).toContain('mcp__odd__echo is marked dangerous');
    expect(asked?.facts).toMatchObject([{ kind: 'exec', words: [process.execPath, expect.any(String), 'plain'] }]);
    const planned = await playCalls([call('mcp__odd__echo')], { store, mode: 'plan' });
    expect(planned.results[0]).toMatchObject({ success: false, error_type: 'permission_denied' });
    const nobody = await playCalls([call('mcp__odd__echo')], { store, onAsk: 'deny' });
    expect(nobody.results[0]).toMatchObject({ success: false, error_type: 'permission_denied' });
  });

  it('goes by the rules for the tool and for its server', async () => {
    verifies('mcp.rules.grammar');
    const store = await seenStore(oddServer());
    const one = await playCalls([call('mcp__odd__echo')], { store, rules: rules({ allow: 'mcp__odd__echo' }) });
    expect([one.questions.length, one.results[0]?.success]).toEqual([0, true]);
    const other = await playCalls([call('mcp__odd__env')], { store, rules: rules({ allow: 'mcp__odd__echo' }) });
    expect(other.questions.length).toBe(1);
    const whole = await playCalls([call('mcp__odd__echo')], { store, rules: rules({ allow: 'mcp__odd__*' }) });
    expect(whole.questions.length).toBe(0);
    const denied = await playCalls([call('mcp__odd__echo')], {
      store,
      rules: rules({ allow: 'mcp__odd__*' }, { deny: 'mcp__ODD__*' }),
    });
    expect(denied.results[0]).toMatchObject({ success: false, error_type: 'permission_denied' });
  });

  it('hands over no secret, and taints the session', async () => {
    verifies('mcp.policy.secrets', 'mcp.policy.taint');
    const env = { PATH: process.env['PATH'], API_KEY: 'kx-test-7d1f0c2a9b8e4f60' };
    const store = await seenStore(oddServer(), { env });
    const played = await playCalls(
      [call('mcp__odd__echo', { text: 'kx-test-7d1f0c2a9b8e4f60' }), call('mcp__odd__echo', { text: 'a' })],
      { store, env, rules: rules({ allow: 'mcp__odd__*' }) },
    );
    expect(played.results.map(({ success }) => success)).toEqual([false, true]);
    expect(played.results[0]?.error_message).toContain('API_KEY');
    expect(bodies(played.events, 'taint-raised')).toMatchObject([{ kind: 'mcp', source: 'odd' }]);
  });

  it('that fails at the server is a failure', async () => {
    verifies('mcp.results.error');
    const store = await seenStore(oddServer());
    const { results } = await playCalls([call('mcp__odd__fail')], { store });
    expect(results[0]).toMatchObject({
      success: false,
      error_type: 'io_error',
      error_message: expect.stringContaining('it did not work'),
    });
  });
});
