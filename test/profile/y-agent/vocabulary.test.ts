import { describe, expect, it } from 'vitest';
import { type PolicyInput, type Verdict, verdicts } from '../../../src/policy/policy.js';
import { type YAgentPermissions, yAgentModes } from '../../../src/profile/y-agent/y-agent-permissions.js';
import { type YAgentSource, yAgentSources } from '../../../src/profile/y-agent/y-agent-rules.js';
import { createYAgentAssessment, createYAgentPolicy } from '../../../src/profile/y-agent/y-agent-vocabulary.js';
import {
  call,
  command,
  makePlaces,
  move,
  net,
  places,
  read,
  remove,
  rules,
  verdictOf,
  write,
} from '../../policy/vocabulary/call.js';
import { verifies } from '../../requirements.js';

makePlaces();

const assess = (input: PolicyInput, permissions: YAgentPermissions = {}) =>
  createYAgentAssessment(permissions, places)(input);
const permissionOf = (input: PolicyInput, permissions: YAgentPermissions = {}) => assess(input, permissions).permission;
const decide = (input: PolicyInput, permissions: YAgentPermissions = {}) =>
  verdictOf(createYAgentPolicy({ places, ...permissions }), input);
const shell = async (text: string) => call('ShellExec', await command(text));

/** Every named tool, with what it does. */
const named = {
  FileRead: [read('a')],
  FileWrite: [write('a')],
  FileDelete: [remove('a')],
  FileMove: [move('a'), write('b')],
  ShellExec: [{ kind: 'exec', target: 'npm test', where: 'workspace', known: false }],
  WebSearch: [net('https://example.org')],
  MemoryStore: [],
  MemoryRecall: [],
  ToolSearch: [],
  Task: [],
  Plan: [],
  AskUser: [],
  BrowserTool: [net('https://example.org')],
} as const;
const namedCalls = Object.entries(named).map(([name, facts]) => call(name, facts));

it('knows four permissions', () => {
  verifies('y-agent.permission.levels');
  for (const permission of verdicts)
    expect(permissionOf(call('FileWrite', [write('a')]), { defaultPermission: permission })).toBe(permission);
});

describe('danger', () => {
  it('is in FileDelete and ShellExec only', () => {
    verifies('y-agent.permission.dangerous-set');
    const dangerous = namedCalls.filter((input) => assess(input).dangerous).map(({ tool }) => tool.name);
    expect(dangerous).toEqual(['FileDelete', 'ShellExec']);
  });

  it.each([
    ['odd', [remove('a')]],
    ['odd', [{ kind: 'process', target: '1234', where: 'nowhere', known: true }]],
    ['FileDelete', []],
    ['ShellExec', [{ kind: 'env', target: 'PATH', where: 'nowhere', known: true }]],
  ] as const)('is in %s %j, whatever it is called', (name, facts) => {
    expect(assess(call(name, facts)).dangerous).toBe(true);
  });

  it('is not in a look of the built-in shell at what runs; that of others is asked about', () => {
    verifies('y-agent.permission.dangerous-asks');
    const look = (source: 'builtin' | 'custom') => call('ShellExec', [], { dangerous: true, source });
    expect(yAgentModes.map((mode) => permissionOf(look('builtin'), { mode: () => mode }))).toEqual(
      yAgentModes.map(() => 'allow'),
    );
    expect([permissionOf(look('custom')), permissionOf(call('FileDelete', [], { dangerous: true }))]).toEqual([
      'ask',
      'ask',
    ]);
  });

  it('asks, and nothing else of the named tools does', () => {
    verifies('y-agent.permission.dangerous-asks');
    const asking = namedCalls.filter((input) => permissionOf(input) === 'ask').map(({ tool }) => tool.name);
    expect(asking).toEqual(['FileDelete', 'ShellExec']);
    expect(permissionOf(call('odd', [read('a')], { dangerous: true }))).toBe('ask');
  });

  it.each([
    [{ overrides: { FileDelete: 'allow' } }, 'allow', 'override'],
    [{ overrides: { FileDelete: 'notify' } }, 'notify', 'override'],
    [{ overrides: { FileDelete: 'ask' } }, 'ask', 'override'],
    [{ overrides: { FileDelete: 'deny' } }, 'deny', 'default-deny'],
    [{ overrides: { FileWrite: 'allow' } }, 'ask', 'dangerous'],
    [{ defaultPermission: 'notify' }, 'ask', 'dangerous'],
    [{ defaultPermission: 'notify', dangerousAutoAsk: false }, 'notify', 'default'],
    [{ defaultPermission: 'deny' }, 'deny', 'default-deny'],
    [{ defaultPermission: 'deny', overrides: { FileDelete: 'allow' } }, 'allow', 'override'],
  ] as const)('with %j: %s by %s', (permissions, permission, step) => {
    verifies('y-agent.permission.override', 'y-agent.permission.dangerous-asks');
    const found = assess(call('FileDelete', [remove('a')]), permissions);
    expect([found.permission, found.step]).toEqual([permission, step]);
  });
});

describe('the risk score', () => {
  it.each([
    ['FileRead', [read('a')], 0.1, false],
    ['FileWrite', [write('a')], 0.2, false],
    ['FileDelete', [remove('a')], 0.6, false],
    ['ShellExec', named.ShellExec, 0.7, true],
    ['ShellExec', [], 0.3, false],
    ['WebSearch', [net('https://example.org')], 0.3, false],
    ['Task', [], 0.15, false],
    ['WorkflowRun', [], 0.1, false],
    ['MemoryStore', [], 0, false],
    ['ToolSearch', [], 0, false],
    ['AskUser', [], 0.05, false],
    ['odd', [], 0.05, false],
    ['odd', [remove('a'), net('https://example.org')], 0.8, true],
  ] as const)('of %s %j is %d', (name, facts, score, escalates) => {
    verifies('y-agent.permission.risk-score');
    const found = assess(call(name, facts));
    expect([found.score, found.escalates]).toEqual([score, escalates]);
  });

  it('asks from 0.7 on, where danger alone would not', async () => {
    verifies('y-agent.permission.risk-score');
    const found = assess(await shell('npm test'), { dangerousAutoAsk: false });
    expect([found.permission, found.step]).toEqual(['ask', 'risk']);
  });
});

describe('the order', () => {
  const everywhere: readonly YAgentPermissions[] = [
    {},
    ...yAgentModes.map((mode) => ({ mode: () => mode })),
    { fullAccess: () => true },
    { allowedTools: ['FileWrite'] },
    { overrides: { FileWrite: 'allow' } },
    { rulesBySource: { session: rules({ allow: 'FileWrite' }) } },
  ];

  it.each(everywhere)('denies before %j', (permissions) => {
    verifies('y-agent.permission.order', 'y-agent.permission.mode-bypass');
    const input = call('FileWrite', [write('a')]);
    for (const source of yAgentSources) {
      const rulesBySource = { ...permissions.rulesBySource, [source]: rules({ deny: 'FileWrite(a)' }) };
      if (source !== 'session' || permissions.rulesBySource === undefined)
        expect(permissionOf(input, { ...permissions, rulesBySource })).toBe('deny');
    }
    const forbidden = call('FileWrite', [write('a', { forbidden: true })]);
    expect(permissionOf(forbidden, permissions)).toBe('deny');
    if (permissions.overrides === undefined)
      expect(permissionOf(input, { ...permissions, overrides: { FileWrite: 'deny' } })).toBe('deny');
  });

  it.each([
    [{ mode: () => 'BypassPermissions', rulesBySource: { user: rules({ ask: 'FileWrite' }) } }, 'allow', 'mode'],
    [{ mode: () => 'Plan', rulesBySource: { user: rules({ allow: 'FileWrite' }) } }, 'ask', 'mode'],
    [{ rulesBySource: { user: rules({ ask: 'FileWrite' }) } }, 'ask', 'ask-rule'],
    [{ rulesBySource: { user: rules({ allow: 'FileWrite' }) }, defaultPermission: 'ask' }, 'allow', 'allow-rule'],
    [{ rulesBySource: { user: rules({ notify: 'FileWrite' }) } }, 'notify', 'notify-rule'],
    [{ rulesBySource: { user: rules({ notify: 'FileWrite' }) }, defaultPermission: 'ask' }, 'ask', 'default'],
    [{ defaultPermission: 'ask' }, 'ask', 'default'],
    [{}, 'allow', 'default'],
  ] as const satisfies readonly (readonly [YAgentPermissions, Verdict, string])[])(
    'of a write with %j: %s by %s',
    (permissions, permission, step) => {
      verifies('y-agent.permission.order', 'y-agent.permission.notify');
      const found = assess(call('FileWrite', [write('a')]), permissions);
      expect([found.permission, found.step]).toEqual([permission, step]);
    },
  );

  it('lets a read run whatever the default is, but not past an ask rule', () => {
    verifies('y-agent.permission.order');
    const input = call('FileRead', [read('a')]);
    expect(permissionOf(input, { defaultPermission: 'ask' })).toBe('allow');
    expect(permissionOf(input, { rulesBySource: { user: rules({ ask: 'read(a)' }) } })).toBe('ask');
  });

  it('does not take a command that notifies for leave to run the others', async () => {
    const rulesBySource = { user: rules({ notify: 'exec(git log:*)' }) };
    expect(permissionOf(await shell('git log; npm test'), { rulesBySource })).toBe('ask');
  });
});

describe('an allow rule', () => {
  const bySource = (allow: string, allowSource: YAgentSource, ask: string, askSource: YAgentSource) =>
    allowSource === askSource
      ? { [askSource]: rules({ ask }, { allow }) }
      : { [askSource]: rules({ ask }), [allowSource]: rules({ allow }) };

  it.each([
    ['ShellExec(npm test)', 'user', 'ShellExec', 'user', 'allow'],
    ['ShellExec(npm test)', 'user', 'ShellExec(npm:*)', 'user', 'allow'],
    ['ShellExec(npm test:*)', 'user', 'ShellExec(npm:*)', 'user', 'allow'],
    ['ShellExec(npm:*)', 'user', 'ShellExec(npm test:*)', 'user', 'ask'],
    ['ShellExec(npm:*)', 'session', 'ShellExec(npm test:*)', 'user', 'ask'],
    ['ShellExec', 'user', 'ShellExec(npm test)', 'user', 'ask'],
    ['ShellExec', 'user', 'ShellExec', 'user', 'ask'],
    ['ShellExec(*)', 'user', 'ShellExec', 'user', 'ask'],
    ['ShellExec(npm test)', 'user', 'ShellExec(npm test)', 'user', 'ask'],
    // As specific: the source that comes first.
    ['ShellExec', 'session', 'ShellExec', 'cli', 'allow'],
    ['ShellExec', 'session', 'ShellExec', 'user', 'allow'],
    ['ShellExec', 'cli', 'ShellExec', 'user', 'allow'],
    ['ShellExec', 'cli', 'ShellExec', 'project', 'allow'],
    ['ShellExec', 'project', 'ShellExec', 'agent', 'allow'],
    ['ShellExec', 'user', 'ShellExec', 'agent', 'allow'],
    ['ShellExec', 'user', 'ShellExec', 'session', 'ask'],
    ['ShellExec', 'cli', 'ShellExec', 'session', 'ask'],
    ['ShellExec', 'user', 'ShellExec', 'project', 'ask'],
    ['ShellExec', 'agent', 'ShellExec', 'project', 'ask'],
    // What a folder or an agent brings lifts nothing of the person.
    ['ShellExec(npm test)', 'project', 'ShellExec', 'user', 'ask'],
    ['ShellExec(npm test)', 'agent', 'ShellExec', 'user', 'ask'],
    ['ShellExec(npm test)', 'project', 'ShellExec', 'session', 'ask'],
    ['ShellExec(npm test)', 'project', 'ShellExec', 'agent', 'allow'],
  ] as const)('%s of the %s against ask %s of the %s: %s', async (allow, from, ask, askFrom, permission) => {
    verifies('y-agent.permission.specific-allow', 'y-agent.permission.rule-sources');
    expect(yAgentSources).toEqual(['session', 'cli', 'project', 'user', 'agent']);
    const input = await shell('npm test');
    expect(permissionOf(input, { rulesBySource: bySource(allow, from, ask, askFrom) })).toBe(permission);
  });

  it.each([
    ['npm test', 'allow'],
    ['npm test -- -u', 'ask'],
    ['npm test; npm publish', 'ask'],
    ['npm test > out.txt', 'ask'],
    ['npm test && $X', 'ask'],
  ])('covers %s or not', async (text, permission) => {
    verifies('y-agent.permission.specific-allow');
    const rulesBySource = { user: rules({ ask: 'ShellExec' }, { allow: 'ShellExec(npm test)' }) };
    expect(permissionOf(await shell(text), { rulesBySource })).toBe(permission);
  });

  it('does not lift a deny that could match once it runs, nor does any mode', async () => {
    const rulesBySource = { user: rules({ deny: 'exec(git push:*)' }, { allow: 'ShellExec' }) };
    const input = await shell('git $X');
    for (const mode of ['Default', 'BypassPermissions', 'AcceptEdits'] as const)
      expect(permissionOf(input, { rulesBySource, mode: () => mode, fullAccess: () => true })).toBe('ask');
    expect(permissionOf(input, { rulesBySource, defaultPermission: 'deny' })).toBe('deny');
  });
});

describe('the modes', () => {
  /** Default, BypassPermissions, Plan, AcceptEdits, DontAsk. */
  it.each([
    ['FileRead', [read('a')], ['allow', 'allow', 'allow', 'allow', 'allow']],
    ['ToolSearch', [], ['allow', 'allow', 'allow', 'allow', 'allow']],
    ['FileWrite', [write('a')], ['allow', 'allow', 'ask', 'allow', 'allow']],
    ['FileEdit', [read('a'), write('a')], ['allow', 'allow', 'ask', 'allow', 'allow']],
    ['FileMove', [move('a'), write('b')], ['allow', 'allow', 'ask', 'allow', 'allow']],
    ['FileDelete', [remove('a')], ['ask', 'allow', 'ask', 'ask', 'deny']],
    ['FileWrite', [write('a'), remove('b')], ['ask', 'allow', 'ask', 'ask', 'deny']],
    ['WebFetch', [net('https://example.org')], ['allow', 'allow', 'ask', 'allow', 'allow']],
    ['FileRead', [read('/srv/x')], ['ask', 'allow', 'ask', 'ask', 'deny']],
    ['FileWrite', [write('/srv/x')], ['ask', 'allow', 'ask', 'ask', 'deny']],
  ] as const)('judge %s %j', (name, facts, expected) => {
    verifies('y-agent.permission.mode-default', 'y-agent.permission.mode-bypass', 'y-agent.permission.mode-plan');
    verifies('y-agent.permission.mode-accept-edits', 'y-agent.permission.mode-dont-ask');
    const input = call(name, facts);
    expect(yAgentModes).toEqual(['Default', 'BypassPermissions', 'Plan', 'AcceptEdits', 'DontAsk']);
    expect(yAgentModes.map((mode) => permissionOf(input, { mode: () => mode }))).toEqual(expected);
  });

  it.each([
    ['npm test', ['ask', 'allow', 'ask', 'ask', 'deny']],
    ['cat a.txt', ['allow', 'allow', 'allow', 'allow', 'allow']],
    ['echo x > a.txt', ['ask', 'allow', 'ask', 'ask', 'deny']],
  ])('judge the command %s', async (text, expected) => {
    const input = await shell(text);
    expect(yAgentModes.map((mode) => permissionOf(input, { mode: () => mode }))).toEqual(expected);
  });

  it('accept edits where the default asks', () => {
    verifies('y-agent.permission.mode-accept-edits');
    const permissions: YAgentPermissions = { defaultPermission: 'ask', mode: () => 'AcceptEdits' };
    expect(permissionOf(call('FileWrite', [write('a')]), permissions)).toBe('allow');
    expect(permissionOf(call('FileEdit', [read('a'), write('a')]), permissions)).toBe('allow');
    expect(permissionOf(call('FileWrite', [write('a', { known: false })]), permissions)).toBe('ask');
    expect(permissionOf(call('FileMove', [move('a'), write('b')]), permissions)).toBe('ask');
  });

  it('turn ask into allow in FullAccess, and nothing else', async () => {
    verifies('y-agent.permission.full-access');
    const fullAccess = () => true;
    expect(permissionOf(await shell('npm test'), { fullAccess })).toBe('allow');
    expect(permissionOf(call('FileWrite', [write('a')]), { fullAccess, defaultPermission: 'notify' })).toBe('notify');
    expect(permissionOf(call('FileWrite', [write('a')]), { fullAccess, defaultPermission: 'deny' })).toBe('deny');
  });
});

describe('a built-in tool of the agent', () => {
  it.each([
    ['in its tools', { allowedTools: ['FileDelete'] }, {}, 'allow'],
    ['not in its tools', { allowedTools: ['FileRead'] }, {}, 'ask'],
    ['that is no built-in', { allowedTools: ['FileDelete'] }, { source: 'dynamic' }, 'ask'],
    ['from a server', { allowedTools: ['FileDelete'] }, { source: 'mcp' }, 'ask'],
    ['in mode Plan', { allowedTools: ['FileDelete'], mode: () => 'Plan' }, {}, 'ask'],
    [
      'that an ask rule is about',
      { allowedTools: ['FileDelete'], rulesBySource: { user: rules({ ask: 'FileDelete' }) } },
      {},
      'ask',
    ],
    ['that is denied', { allowedTools: ['FileDelete'], overrides: { FileDelete: 'deny' } }, {}, 'deny'],
  ] as const)('%s', (_, permissions, tool, permission) => {
    verifies('y-agent.permission.builtin-trust');
    expect(permissionOf(call('FileDelete', [remove('a')], tool), permissions)).toBe(permission);
  });
});

describe('a guard', () => {
  const guard = (judge: () => Verdict, onFailure?: 'open' | 'closed') => ({
    name: 'watch',
    judge,
    ...(onFailure && { onFailure }),
  });
  const broken = (): Verdict => {
    throw new Error('broken');
  };

  it.each([
    [[guard(() => 'allow')], 'allow'],
    [[guard(() => 'ask')], 'ask'],
    [[guard(() => 'ask'), guard(() => 'deny'), guard(() => 'allow')], 'deny'],
    [[guard(broken)], 'deny'],
    [[guard(broken, 'closed')], 'deny'],
    [[guard(broken, 'open')], 'allow'],
    [[guard(broken, 'open'), guard(() => 'notify')], 'notify'],
    [[guard(() => 'fine' as Verdict)], 'deny'],
  ] as const)('%#: the most restrictive wins', (guards, permission) => {
    verifies('y-agent.guard.guard-failure');
    expect(permissionOf(call('FileWrite', [write('a')]), { guards })).toBe(permission);
  });

  it('that is open opens nothing else', async () => {
    verifies('y-agent.guard.guard-failure');
    const guards = [guard(broken, 'open')];
    expect(await decide(call('FileDelete', [remove('a')]), { guards })).toBe('ask');
    expect(await decide(call('FileRead', [read('~/.ssh/id_rsa')]), { guards })).toBe('deny');
  });
});

describe('the policy', () => {
  it.each([
    ['FileRead', [read('a')], ['allow', 'allow', 'allow', 'allow', 'allow']],
    ['FileWrite', [write('a')], ['allow', 'allow', 'ask', 'allow', 'allow']],
    ['FileDelete', [remove('a')], ['ask', 'allow', 'ask', 'ask', 'deny']],
    // No mode lifts the floor, and DontAsk turns every ask into a deny.
    ['FileRead', [read('~/.ssh/id_rsa')], ['deny', 'deny', 'deny', 'deny', 'deny']],
    ['FileWrite', [write('.git/config')], ['ask', 'ask', 'ask', 'ask', 'deny']],
    ['FileWrite', [write('/srv/x')], ['ask', 'ask', 'ask', 'ask', 'deny']],
    ['FileRead', [read('.env')], ['ask', 'ask', 'ask', 'ask', 'deny']],
  ] as const)('of %s %j', async (name, facts, expected) => {
    verifies('y-agent.permission.mode-dont-ask', 'y-agent.permission.mode-bypass');
    const decided = yAgentModes.map((mode) => decide(call(name, facts), { mode: () => mode }));
    expect(await Promise.all(decided)).toEqual(expected);
  });

  it.each([
    ['eval "$X"', 'ask'],
    ['rm -rf ~', 'deny'],
    ['npm test', 'allow'],
  ])('of %s in BypassPermissions and FullAccess', async (text, verdict) => {
    const permissions: YAgentPermissions = { mode: () => 'BypassPermissions', fullAccess: () => true };
    expect(await decide(await shell(text), permissions)).toBe(verdict);
  });

  it('tells what decided', async () => {
    const policy = createYAgentPolicy({ places, rulesBySource: { user: rules({ deny: 'FileWrite(a)', why: 'no' }) } });
    expect(await policy.decide(call('FileWrite', [write('a')]))).toEqual({
      verdict: 'deny',
      level: 'medium',
      reasons: ['the rule "deny FileWrite(a)" is about `a`: no'],
      because: [{ verdict: 'deny', source: 'rule', reason: 'the rule "deny FileWrite(a)" is about `a`: no' }],
    });
  });
});
