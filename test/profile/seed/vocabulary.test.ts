import { describe, expect, it } from 'vitest';
import {
  assessSeed,
  createSeedPolicy,
  defaultSeedMode,
  type SeedMode,
  type SeedServer,
  seedModes,
  seedScopes,
} from '../../../src/profile/seed/seed-vocabulary.js';
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

const inMode = (mode: SeedMode) => ({ mode: () => mode });
const risks = (name: string, facts: readonly Fact[], args?: Readonly<Record<string, unknown>>) =>
  seedModes.map((mode) => assessSeed(call(name, facts, args === undefined ? {} : { args }), inMode(mode)).risk);

it('has three modes, of which the middle one is the default', () => {
  verifies('seed.risk.modes', 'seed.risk.default-mode');
  expect(seedModes).toEqual(['autorun_all', 'autorun_no_public', 'autorun_none']);
  expect(seedScopes).toEqual(['private', 'shared', 'public']);
  expect(defaultSeedMode).toBe('autorun_no_public');
  const edit = call('editFile', [write('public/a')]);
  expect(assessSeed(edit)).toEqual(assessSeed(edit, inMode('autorun_no_public')));
});

it('looks the mode up at every call', async () => {
  let mode: SeedMode = 'autorun_all';
  const policy = createSeedPolicy({ places, mode: () => mode });
  const edit = call('editFile', [write('public/a')]);
  expect(await verdictOf(policy, edit)).toBe('allow');
  mode = 'autorun_none';
  expect(await verdictOf(policy, edit)).toBe('ask');
});

describe('an edit', () => {
  const onlyNone = ['safe', 'safe', 'risky'];
  const public_ = ['safe', 'risky', 'risky'];

  it.each([
    [[write('private/t1/a')], { path: 'private:/a' }, onlyNone],
    [[write('private/t1/a')], { path: 'a' }, onlyNone],
    [[write('private/t1/a')], { path: '/a' }, onlyNone],
    [[write('a')], { path: 'a' }, onlyNone],
    [[write('a')], undefined, onlyNone],
    [[], { path: 'a' }, onlyNone],
    [[write('shared/t1/a')], { path: 'shared:/a' }, onlyNone],
    [[write('public/a')], { path: 'public:/a' }, public_],
    [[write('public/a')], undefined, public_],
    [[write('public')], undefined, public_],
    [[write('PUBLIC/a')], undefined, public_],
    [[write('./public/a')], undefined, public_],
    [[write('public:/a')], undefined, public_],
    [[], { path: 'public:/a' }, public_],
    [[], { path: ' Public:/a' }, public_],
    [[], { path: 7 }, public_],
    [[], { path: null }, public_],
    [[], {}, public_],
    [[], { path: ['a'] }, public_],
    // Where it leads counts, not what was named.
    [[write('public/a')], { path: 'private:/link' }, public_],
    [[write('private/t1/a', { via: 'public/link' })], { path: 'public:/link' }, public_],
    [[write('publication/a')], { path: 'publication/a' }, onlyNone],
    [[write('src/public/a')], { path: 'src/public/a' }, onlyNone],
    [[write('.', { deep: true })], undefined, public_],
    [[remove('.')], undefined, public_],
    [[write('a', { known: false })], undefined, public_],
    [[write('private/t1/a'), write('public/b')], undefined, public_],
  ])('of %j named by %j', (facts, args, expected) => {
    verifies('seed.risk.edit-none', 'seed.risk.edit-all', 'seed.risk.edit-public');
    const path = args === undefined ? undefined : (args as { readonly path?: unknown }).path;
    if (args !== undefined && typeof path !== 'string') verifies('seed.risk.edit-not-string');
    if (typeof path === 'string' && !path.includes(':')) verifies('seed.risk.edit-unscoped');
    expect(risks('editFile', facts, args)).toEqual(expected);
  });

  it('tells its scope', () => {
    expect(assessSeed(call('editFile', [write('shared/t/a')]))).toEqual({
      risk: 'safe',
      enforced: false,
      scope: 'shared',
    });
    expect(assessSeed(call('editFile', [write('public/a')]))).toEqual({
      risk: 'risky',
      enforced: false,
      scope: 'public',
      why: 'it changes public:/ in autorun_no_public',
    });
  });

  it('by a tool of another name is an edit', () => {
    expect(risks('rename', [move('public/a'), write('public/b')])).toEqual(public_);
  });
});

describe('in every mode', () => {
  it.each(['ls', 'cat a', 'npm test', 'rm -rf build', 'git status'])('the command %s is risky', async (text) => {
    verifies('seed.risk.command-enforced');
    const facts = await command(text);
    expect(risks('runCommand', facts)).toEqual(['risky', 'risky', 'risky']);
    expect(risks('another', facts)).toEqual(['risky', 'risky', 'risky']);
    expect(assessSeed(call('runCommand', facts)).enforced).toBe(true);
  });

  it.each([
    ['readFile', [read('private/t1/a')]],
    ['readFile', [read('public/a')]],
    ['listFiles', [read('.')]],
    ['glob', [read('.', { deep: true })]],
    ['grep', [read('.', { deep: true })]],
    ['createSubtasks', []],
    ['listSubtask', []],
    ['todoUpdate', []],
  ])('%s %j is safe', (name, facts) => {
    verifies('seed.risk.reads-safe');
    expect(risks(name, facts)).toEqual(['safe', 'safe', 'safe']);
  });

  it.each([
    ['runCommand', []],
    ['readFile', [read('/srv/x')]],
    ['editFile', [write('/srv/x')]],
  ])('%s %j is risky', (name, facts) => {
    expect(risks(name, facts)).toEqual(['risky', 'risky', 'risky']);
  });

  it.each([
    ['web_fetch', [net('https://example.org')], ['safe', 'safe', 'risky']],
    ['odd', [read('a', { known: false })], ['safe', 'safe', 'risky']],
  ])('%s %j', (name, facts, expected) => {
    expect(risks(name, facts)).toEqual(expected);
  });
});

describe('activateSkill', () => {
  const skills = {
    isVisible: (name: string) => name !== 'hidden',
    isActivated: (name: string) => name === 'used',
  };
  const facts = [read('skills/x/SKILL.md'), write('private/t1/.skills/x', { deep: true })];

  it.each([
    [{ name: 'new' }, 'risky'],
    [{ name: 'used' }, 'safe'],
    [{ name: 'hidden' }, 'safe'],
    [{ name: 7 }, 'risky'],
    [{}, 'risky'],
  ])('of %j is %s', (args, risk) => {
    verifies('seed.risk.activate-first', 'seed.risk.activate-again');
    for (const mode of seedModes)
      expect(assessSeed(call('activateSkill', facts, { args }), { ...inMode(mode), skills }).risk).toBe(risk);
  });

  it('is risky where nothing is known of skills or of its arguments', () => {
    expect(assessSeed(call('activateSkill', facts, { args: { name: 'used' } })).risk).toBe('risky');
    expect(assessSeed(call('activateSkill', facts), { skills }).risk).toBe('risky');
  });

  it('covers no more than the copy', () => {
    const more = [...facts, write('public/a')];
    const input = call('activateSkill', more, { args: { name: 'used' } });
    expect(assessSeed(input, { ...inMode('autorun_no_public'), skills }).risk).toBe('risky');
    expect(
      assessSeed(call('activateSkill', [write('src/a')], { args: { name: 'used' } }), {
        ...inMode('autorun_none'),
        skills,
      }).risk,
    ).toBe('risky');
  });
});

describe('an MCP tool', () => {
  const servers: Readonly<Record<string, SeedServer>> = {
    docs: { risk: 'safe' },
    mail: { safeTools: ['list'] },
    bare: {},
  };

  it.each([
    ['mcp__docs__find', 'safe'],
    ['mcp__mail__list', 'safe'],
    ['mcp__mail__send', 'risky'],
    ['mcp__mail__list__2', 'risky'],
    ['mcp__bare__find', 'risky'],
    ['mcp__none__find', 'risky'],
    ['mcp__docs__evil__find', 'risky'],
    ['mcp__toString__find', 'risky'],
    ['docs__find', 'risky'],
    ['find', 'risky'],
  ])('%s is %s', (name, risk) => {
    verifies('seed.risk.mcp-risk');
    const input = call(name, [], { source: 'mcp' });
    for (const mode of seedModes) expect(assessSeed(input, { ...inMode(mode), servers }).risk).toBe(risk);
    expect(assessSeed(input).risk).toBe('risky');
  });

  it('that is safe is still judged by what it does', () => {
    const input = call('mcp__docs__find', [write('public/a')], { source: 'mcp' });
    expect(assessSeed(input, { servers }).risk).toBe('risky');
  });
});

describe('the policy', () => {
  it.each([
    ['editFile', [write('private/t1/a')], ['allow', 'allow', 'ask']],
    ['editFile', [write('public/a')], ['allow', 'ask', 'ask']],
    ['readFile', [read('a')], ['allow', 'allow', 'allow']],
    ['createSubtasks', [], ['allow', 'allow', 'allow']],
    // The floor, protected paths and what lies outside hold in every mode.
    ['editFile', [write('private/t1/AGENTS.md')], ['ask', 'ask', 'ask']],
    ['editFile', [write('.git/config')], ['ask', 'ask', 'ask']],
    ['editFile', [write('/srv/x')], ['ask', 'ask', 'ask']],
    ['editFile', [write('~/.ssh/authorized_keys')], ['deny', 'deny', 'deny']],
    ['readFile', [read('~/.ssh/id_rsa')], ['deny', 'deny', 'deny']],
    ['readFile', [read('.env')], ['ask', 'ask', 'ask']],
  ])('%s %j: %j', async (name, facts, expected) => {
    const decided = seedModes.map((mode) =>
      verdictOf(createSeedPolicy({ places, ...inMode(mode) }), call(name, facts)),
    );
    expect(await Promise.all(decided)).toEqual(expected);
  });

  it.each([
    ['ls', ['ask', 'ask', 'ask']],
    ['rm -rf ~', ['deny', 'deny', 'deny']],
  ])('runCommand %s: %j', async (text, expected) => {
    const facts = await command(text);
    const decided = seedModes.map((mode) =>
      verdictOf(createSeedPolicy({ places, ...inMode(mode) }), call('runCommand', facts)),
    );
    expect(await Promise.all(decided)).toEqual(expected);
  });

  it.each([
    ['autorun_all', 'allow'],
    ['autorun_no_public', 'ask'],
    ['autorun_none', 'ask'],
  ] as const)('a tool marked dangerous, in %s: %s', async (mode, verdict) => {
    const policy = createSeedPolicy({ places, ...inMode(mode) });
    expect(await verdictOf(policy, call('odd', [read('a')], { dangerous: true }))).toBe(verdict);
  });
});
