import { describe, expect, it } from 'vitest';
import { levels, type PolicyInput } from '../../../src/policy/policy.js';
import {
  type HarnessMode,
  type HarnessPolicy,
  harnessModes,
  harnessScopes,
  parsePolicies,
  renderPolicies,
} from '../../../src/profile/local-harness/harness-policies.js';
import {
  assessLocalHarness,
  createLocalHarnessPolicy,
  type HarnessGrant,
  rememberPolicies,
} from '../../../src/profile/local-harness/harness-vocabulary.js';
import type { Fact } from '../../../src/tool/fact.js';
import {
  call,
  command,
  makePlaces,
  move,
  net,
  places,
  read,
  remove,
  verdictOf,
  write,
} from '../../policy/vocabulary/call.js';
import { verifies } from '../../requirements.js';

makePlaces();

const policyOf = (
  mode: HarnessMode,
  path_patterns: readonly string[] = ['*'],
  more: Partial<HarnessPolicy> = {},
): HarnessPolicy => ({ scope: 'read_files', mode, path_patterns, deny_patterns: [], ...more });

const assess = (input: PolicyInput, policies: readonly HarnessPolicy[] = [], grants: readonly HarnessGrant[] = []) =>
  assessLocalHarness(input, { policies: () => policies, grants: () => grants });
const verdict = (input: PolicyInput, ...policies: readonly HarnessPolicy[]) => assess(input, policies).verdict;
const secret: Fact = { kind: 'secret', target: '$TOKEN', where: 'nowhere', known: true };

describe('the levels', () => {
  it('are five', () => {
    verifies('local-harness.permission.levels');
    expect(levels).toEqual(['safe', 'low', 'medium', 'high', 'critical']);
  });

  const safe = ['local-harness.permission.safe-auto'] as const;
  const medium = ['local-harness.permission.medium-asks'] as const;
  const high = ['local-harness.permission.high-warns'] as const;
  const writes = [...high, 'local-harness.permission.write-high'] as const;
  const rows = [
    [safe, 'get_current_time', [], 'safe', ['system_info'], 'allow', false, false],
    [safe, 'get_working_directory', [], 'safe', ['system_info'], 'allow', false, false],
    [safe, 'add_task', [], 'safe', ['todo_management'], 'allow', false, false],
    [safe, 'list_tasks', [], 'safe', ['todo_management'], 'allow', false, false],
    [safe, 'update_task', [], 'safe', ['todo_management'], 'allow', false, false],
    [[...safe, 'local-harness.permission.ls-auto'], 'ls', [read('.')], 'safe', ['read_files'], 'allow', false, false],
    [[], 'grep_search', [read('.', { deep: true })], 'low', ['read_files'], 'ask', false, false],
    [
      [...medium, 'local-harness.permission.read-medium'],
      'read_file',
      [read('README.md')],
      'medium',
      ['read_files'],
      'ask',
      true,
      false,
    ],
    [writes, 'write_file', [write('a')], 'high', ['write_files'], 'ask', true, true],
    [writes, 'replace_lines', [write('a')], 'high', ['write_files'], 'ask', true, true],
    [writes, 'insert_lines', [write('a')], 'high', ['write_files'], 'ask', true, true],
    [medium, 'web_fetch', [net('https://example.org')], 'medium', ['network_access'], 'ask', true, false],
    [high, 'git_push', [], 'high', ['execute_commands'], 'ask', true, true],
    [[], 'odd', [secret], 'critical', ['system_info'], 'ask', true, true],
  ] as const;
  it.each(rows)('by %j: %s %j is %s', (ids, name, facts, level, scopes, decided, preview, warns) => {
    verifies(...ids);
    const found = assess(call(name, facts));
    expect(found).toEqual({ level, scopes, verdict: decided, preview, warns, why: `${name} is ${level}` });
  });

  /** What a call does can only add to what its tool is known for. */
  it.each([
    ['ls', [read('/srv')], 'medium', ['read_files']],
    ['ls', [write('a')], 'high', ['write_files']],
    ['ls', [remove('a')], 'high', ['write_files']],
    ['read_file', [read('a'), net('https://example.org')], 'medium', ['read_files', 'network_access']],
    ['write_file', [write('/srv/x')], 'high', ['write_files']],
    ['write_file', [remove('/srv/x')], 'critical', ['write_files']],
    ['odd', [read('a')], 'medium', ['read_files']],
    ['odd', [move('a'), write('b')], 'high', ['write_files']],
    ['odd', [write('a', { forbidden: true })], 'critical', ['write_files']],
    ['odd', [], 'safe', []],
  ] as const)('%s %j is %s', (name, facts, level, scopes) => {
    const found = assess(call(name, facts));
    expect([found.level, found.scopes]).toEqual([level, scopes]);
  });

  it.each([
    ['npm test', 'high', ['execute_commands'], 'ask'],
    ['cat a.txt', 'medium', ['read_files'], 'ask'],
    ['pwd', 'safe', [], 'allow'],
  ])('the command %s is %s', async (text, level, scopes, decided) => {
    const found = assess(call('run_command', await command(text)));
    expect([found.level, found.scopes, found.verdict]).toEqual([level, scopes, decided]);
  });

  it('a tool that tells nothing or is marked dangerous asks', () => {
    expect(verdict(call('odd', [], { effects: 'outside' }))).toBe('ask');
    expect(verdict(call('odd', [], { dangerous: true }))).toBe('ask');
    expect(assess(call('odd', [], { dangerous: true }), [], [{ tool: 'odd', scope: 'system_info' }]).verdict).toBe(
      'ask',
    );
  });
});

describe('the policies', () => {
  const file = call('read_file', [read('src/a.ts')]);

  it('have six scopes and four modes', () => {
    verifies('local-harness.permission.scopes', 'local-harness.permission.modes');
    expect(harnessScopes).toEqual([
      'read_files',
      'write_files',
      'execute_commands',
      'network_access',
      'system_info',
      'todo_management',
    ]);
    expect(harnessModes).toEqual(['always_allow', 'allow_once', 'ask_each_time', 'deny']);
    expect(harnessModes.map((mode) => verdict(file, policyOf(mode)))).toEqual(['allow', 'ask', 'ask', 'deny']);
  });

  it.each([
    [[], 'ask'],
    [[policyOf('always_allow')], 'allow'],
    [[policyOf('deny'), policyOf('always_allow')], 'deny'],
    [[policyOf('always_allow'), policyOf('deny')], 'allow'],
    [[policyOf('ask_each_time'), policyOf('always_allow')], 'ask'],
    [[policyOf('deny', ['docs/**']), policyOf('always_allow')], 'allow'],
    [[policyOf('always_allow', ['*'], { scope: 'write_files' })], 'ask'],
    [[policyOf('deny', ['*'], { scope: 'write_files' })], 'ask'],
    [[policyOf('always_allow', [])], 'ask'],
    [[policyOf('deny', [])], 'ask'],
  ])('%#: the first that applies decides', (policies, expected) => {
    verifies('local-harness.permission.evaluate');
    expect(verdict(file, ...policies)).toBe(expected);
  });

  it.each([
    ['*', 'src/a.ts', true],
    ['*', 'a', true],
    ['src/**', 'src/a.ts', true],
    ['src/**', 'src/deep/a.ts', true],
    ['src/**', 'src', true],
    ['src/**', 'srcfile.ts', false],
    ['src/**', 'lib/src/a.ts', false],
    ['*.ts', 'src/a.ts', true],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['*.ts', 'ats', false],
    ['src/a.ts', 'src/a.ts', true],
    ['src/a.ts', 'src/a.ts.bak', false],
    ['src/*', 'src/a.ts', false],
    ['SRC/**', 'src/a.ts', false],
    ['', 'src/a.ts', false],
  ])('the pattern %s allows %s: %s', (pattern, path, matches) => {
    verifies('local-harness.permission.globs');
    expect(verdict(call('read_file', [read(path)]), policyOf('always_allow', [pattern]))).toBe(
      matches ? 'allow' : 'ask',
    );
  });

  it.each([
    ['src/**', read('SRC/a.ts'), true],
    ['*.PEM', read('a.pem'), true],
    ['src/a.ts', read('Src/A.ts'), true],
    ['src/**', read('lib/a', { via: 'src/a' }), true],
    ['src/secret/**', read('src', { deep: true }), true],
    ['src/a.ts', read('.', { deep: true }), true],
    ['*.pem', read('.', { deep: true }), true],
    ['lib/**', read('src', { deep: true }), false],
    ['lib/**', read('src'), false],
    ['src/secret/**', read('src'), false],
  ])('the pattern %s denies %j: %s', (pattern, fact, matches) => {
    verifies('local-harness.permission.globs', 'local-harness.permission.deny-patterns');
    expect(verdict(call('read_file', [fact]), policyOf('deny', [pattern]))).toBe(matches ? 'deny' : 'ask');
    const allowed = policyOf('always_allow', ['*'], { deny_patterns: [pattern] });
    expect(verdict(call('read_file', [fact]), allowed)).toBe(matches ? 'ask' : 'allow');
  });

  it('that deny are about less where a deny pattern surely hits', () => {
    verifies('local-harness.permission.deny-patterns');
    const open = policyOf('deny', ['*'], { deny_patterns: ['docs/**'] });
    expect(verdict(call('read_file', [read('docs/a')]), open)).toBe('ask');
    expect(verdict(call('read_file', [read('Docs/a')]), open)).toBe('deny');
    expect(verdict(call('read_file', [read('src/a')]), open)).toBe('deny');
  });

  it.each([
    [[read('src/a'), read('docs/b')], 'ask'],
    [[read('src/a'), read('src/b')], 'allow'],
    [[read('src/a'), write('src/b')], 'ask'],
    [[read('src', { deep: true })], 'allow'],
    [[read('.', { deep: true })], 'ask'],
    [[read('src/a', { known: false })], 'ask'],
    [[read('/srv/x')], 'ask'],
  ])('allow %j only as a whole', (facts, expected) => {
    expect(verdict(call('read_file', facts), policyOf('always_allow', ['src/**']))).toBe(expected);
  });

  it('allow nothing outside, however broad they are', () => {
    expect(verdict(call('read_file', [read('/srv/x')]), policyOf('always_allow'))).toBe('ask');
  });

  it('deny at every level, and allow nothing critical', () => {
    verifies('local-harness.permission.critical-asks', 'local-harness.permission.deny-patterns');
    expect(verdict(call('ls', [read('docs')]), policyOf('deny', ['docs/**']))).toBe('deny');
    const critical = call('odd', [secret]);
    const all = harnessScopes.map((scope) => policyOf('always_allow', ['*'], { scope }));
    expect(verdict(critical, ...all)).toBe('ask');
    expect(verdict(critical, policyOf('deny', ['*'], { scope: 'system_info' }))).toBe('deny');
    expect(assess(critical, all, [{ tool: 'odd', scope: 'system_info' }]).verdict).toBe('ask');
  });
});

describe('an answer for the session', () => {
  const grant = (tool: string, scope: HarnessGrant['scope']): HarnessGrant => ({ tool, scope });
  it.each([
    ['grep_search', [read('.', { deep: true })], [grant('grep_search', 'read_files')], 'allow'],
    ['read_file', [read('a')], [grant('grep_search', 'read_files')], 'ask'],
    ['read_file', [read('a')], [grant('read_file', 'write_files')], 'ask'],
    ['read_file', [read('/srv/x')], [grant('read_file', 'read_files')], 'ask'],
    ['read_file', [read('a', { known: false })], [grant('read_file', 'read_files')], 'ask'],
    ['odd', [read('a'), write('b')], [grant('odd', 'read_files')], 'ask'],
    ['odd', [read('a'), write('b')], [grant('odd', 'read_files'), grant('odd', 'write_files')], 'allow'],
  ] as const)('of %s %j with %j: %s', async (name, facts, grants, expected) => {
    expect(assess(call(name, facts), [], grants).verdict).toBe(expected);
    const policy = createLocalHarnessPolicy({ places, grants: () => grants });
    expect(await verdictOf(policy, call(name, facts))).toBe(expected);
  });
});

describe('Remember', () => {
  const any = { mode: 'always_allow', path_patterns: ['*'], deny_patterns: [] } as const;

  it.each([
    ['read_file', [read('a')], [{ scope: 'read_files', ...any }]],
    ['grep_search', [read('.', { deep: true })], [{ scope: 'read_files', ...any }]],
    ['write_file', [write('a')], [{ scope: 'write_files', ...any }]],
    ['replace_lines', [write('a')], [{ scope: 'write_files', ...any }]],
    ['insert_lines', [write('a')], [{ scope: 'write_files', ...any }]],
    [
      'odd',
      [read('a'), write('b')],
      [
        { scope: 'read_files', ...any },
        { scope: 'write_files', ...any },
      ],
    ],
    [
      'web_fetch',
      [net('https://example.org')],
      [{ scope: 'network_access', ...any, path_patterns: ['https://example.org'] }],
    ],
    ['git_push', [], [{ scope: 'execute_commands', ...any, path_patterns: ['git_push'] }]],
  ] as const)('of %s %j works the next time', (name, facts, expected) => {
    verifies('local-harness.permission.remember-writes');
    const input = call(name, facts);
    const remembered = rememberPolicies(input);
    expect(remembered).toEqual(expected);
    expect(verdict(input, ...parsePolicies(renderPolicies(remembered)).policies)).toBe('allow');
  });

  it('of a command is about that command', async () => {
    verifies('local-harness.permission.remember-writes');
    const remembered = rememberPolicies(call('run_command', await command('npm test')));
    expect(remembered).toEqual([{ scope: 'execute_commands', ...any, path_patterns: ['npm test'] }]);
    expect(verdict(call('run_command', await command('npm test')), ...remembered)).toBe('allow');
    expect(verdict(call('run_command', await command('npm publish')), ...remembered)).toBe('ask');
    expect(verdict(call('run_command', await command('npm test; npm publish')), ...remembered)).toBe('ask');
    const star: Fact = { kind: 'exec', target: '*', where: 'workspace', known: true };
    expect(rememberPolicies(call('run_command', [star]))[0]?.path_patterns).toEqual([]);
  });

  it('is not offered for what is safe or always asks', () => {
    expect(rememberPolicies(call('ls', [read('.')]))).toEqual([]);
    expect(rememberPolicies(call('odd', [secret]))).toEqual([]);
    expect(rememberPolicies(call('read_file', [read('/srv/x')]))).toEqual([]);
    expect(rememberPolicies(call('write_file', [write('a', { known: false })]))).toEqual([]);
  });
});

describe('policies.json', () => {
  const one = policyOf('always_allow', ['src/**', '*.md'], { deny_patterns: ['src/secret/**'] });

  it('is written in its own shape and read back', () => {
    expect(renderPolicies([one])).toBe(
      [
        '[',
        '  {',
        '    "scope": "read_files",',
        '    "mode": "always_allow",',
        '    "path_patterns": [',
        '      "src/**",',
        '      "*.md"',
        '    ],',
        '    "deny_patterns": [',
        '      "src/secret/**"',
        '    ]',
        '  }',
        ']',
        '',
      ].join('\n'),
    );
    const all = harnessScopes.flatMap((scope) => harnessModes.map((mode) => policyOf(mode, ['*'], { scope })));
    expect(parsePolicies(renderPolicies(all))).toEqual({ policies: all, problems: [] });
    expect(parsePolicies('[]')).toEqual({ policies: [], problems: [] });
    expect(parsePolicies('[{"scope":"read_files","mode":"deny"}]').policies).toEqual([policyOf('deny', [])]);
  });

  it.each([
    [{ scope: 'every_thing', mode: 'deny' }, 'policy 2 has the unknown scope "every_thing"'],
    [{ mode: 'deny' }, 'policy 2 has the unknown scope null'],
    [{ scope: 'read_files', mode: 'never' }, 'policy 2 has the unknown mode "never"'],
    [{ scope: 'read_files' }, 'policy 2 has the unknown mode null'],
    ['read_files', 'policy 2 is no object'],
    [null, 'policy 2 is no object'],
    [[], 'policy 2 is no object'],
    [
      { scope: 'read_files', mode: 'always_allow', path_patterns: '*' },
      'policy 2 must have path_patterns and deny_patterns as lists of at most 1000 texts',
    ],
    [
      { scope: 'read_files', mode: 'always_allow', path_patterns: ['*'], deny_patterns: [7] },
      'policy 2 must have path_patterns and deny_patterns as lists of at most 1000 texts',
    ],
  ])('leaves out %j and says so', (entry, problem) => {
    verifies('local-harness.permission.policies-tolerant');
    expect(parsePolicies(JSON.stringify([one, entry, one]))).toEqual({ policies: [one, one], problems: [problem] });
  });

  it.each([
    ['', 'the file is no JSON'],
    ['{', 'the file is no JSON'],
    ['{}', 'the file must hold a list of policies'],
    ['7', 'the file must hold a list of policies'],
    [`["${'x'.repeat(1024 * 1024)}"]`, 'the file is larger than 1 MB: shorten it'],
  ])('%#: is not read at all', (text, problem) => {
    verifies('local-harness.permission.policies-tolerant');
    const parsed = parsePolicies(text);
    expect([parsed.policies, parsed.problems.length]).toEqual([[], 1]);
    expect(parsed.problems[0]).toContain(problem);
  });

  it('has a limit of policies', () => {
    verifies('local-harness.permission.policies-tolerant');
    const parsed = parsePolicies(renderPolicies(Array.from({ length: 1001 }, () => policyOf('deny'))));
    expect([parsed.policies.length, parsed.problems]).toEqual([1000, ['only the first 1000 policies are read']]);
  });
});

describe('the policy', () => {
  const all = harnessScopes.map((scope) => policyOf('always_allow', ['*'], { scope }));
  const bare = createLocalHarnessPolicy({ places });
  const open = createLocalHarnessPolicy({ places, policies: () => all });

  it.each([
    ['ls', [read('.')], 'allow', 'allow'],
    ['read_file', [read('a')], 'ask', 'allow'],
    ['write_file', [write('a')], 'ask', 'allow'],
    ['write_file', [write('.git/config')], 'ask', 'ask'],
    ['write_file', [write('/srv/x')], 'ask', 'ask'],
    ['write_file', [write('~/.ssh/authorized_keys')], 'deny', 'deny'],
    ['read_file', [read('.env')], 'ask', 'ask'],
    ['read_file', [read('~/.ssh/id_rsa')], 'deny', 'deny'],
  ] as const)('of %s %j: %s, and with all policies open %s', async (name, facts, without, withAll) => {
    const input = call(name, facts);
    expect([await verdictOf(bare, input), await verdictOf(open, input)]).toEqual([without, withAll]);
  });

  it.each([
    ['npm test', 'allow'],
    ['eval "$X"', 'ask'],
    ['rm -rf ~', 'deny'],
  ])('of the command %s with all policies open: %s', async (text, expected) => {
    expect(await verdictOf(open, call('run_command', await command(text)))).toBe(expected);
  });

  it('tells the heavier of its own level and that of the facts', async () => {
    verifies('local-harness.permission.levels');
    const levelOf = async (input: PolicyInput) => (await bare.decide(input)).level;
    expect(await levelOf(call('read_file', [read('a')]))).toBe('medium');
    expect(await levelOf(call('write_file', [write('a')]))).toBe('high');
    expect(await levelOf(call('ls', [read('.')]))).toBe('safe');
    expect(await levelOf(call('read_file', [read('~/.ssh/id_rsa')]))).toBe('critical');
  });
});
