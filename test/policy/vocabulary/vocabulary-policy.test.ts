import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../src/policy/create-policy.js';
import type { PolicyOptions } from '../../../src/policy/fixed-judgements.js';
import type { Grant } from '../../../src/policy/grant/grant.js';
import { type Decision, modes, type Policy, type PolicyInput, verdicts } from '../../../src/policy/policy.js';
import { astraVocabulary, createAstraPolicy } from '../../../src/profile/astra/astra-vocabulary.js';
import { harnessScopes } from '../../../src/profile/local-harness/harness-policies.js';
import { createLocalHarnessPolicy } from '../../../src/profile/local-harness/harness-vocabulary.js';
import { createSeedPolicy } from '../../../src/profile/seed/seed-vocabulary.js';
import { createYAgentPolicy } from '../../../src/profile/y-agent/y-agent-vocabulary.js';
import { createYipsPolicy } from '../../../src/profile/yips/yips-vocabulary.js';
import { type Fact, factKinds } from '../../../src/tool/fact.js';
import { call, command, makePlaces, places, read, rules, verdictOf, write } from './call.js';

makePlaces();

/** Each vocabulary at its mildest. */
const mildest: Readonly<Record<string, (options: PolicyOptions) => Policy>> = {
  yips: createYipsPolicy,
  'yips in the gateway': (options) => createYipsPolicy({ ...options, face: 'gateway' }),
  seed: (options) => createSeedPolicy({ ...options, mode: () => 'autorun_all' }),
  astra: createAstraPolicy,
  'y-agent': (options) => createYAgentPolicy({ ...options, mode: () => 'BypassPermissions', fullAccess: () => true }),
  'local-harness': (options) =>
    createLocalHarnessPolicy({
      ...options,
      policies: () =>
        harnessScopes.map((scope) => ({ scope, mode: 'always_allow', path_patterns: ['*'], deny_patterns: [] })),
    }),
};
const vocabularies = Object.entries(mildest);

const strictness = ({ verdict }: Decision): number => verdicts.indexOf(verdict);

describe.each(vocabularies)('%s', (_, create) => {
  const policy = create({ places });

  it.each([
    ['the floor', [read('~/.ssh/id_rsa')], 'deny'],
    ['the floor', [write('~/.ssh/authorized_keys')], 'deny'],
    ['the floor', [write('a', { forbidden: true })], 'deny'],
    ['a protected path', [write('.git/hooks/pre-commit')], 'ask'],
    ['a protected path', [write('.vscode/tasks.json')], 'ask'],
    ['a credential', [read('.env')], 'ask'],
    ['a change outside', [write('/srv/x')], 'ask'],
    ['what is not known', [write('a', { known: false })], 'ask'],
    ['a secret', [{ kind: 'secret', target: '$TOKEN', where: 'nowhere', known: true }], 'ask'],
    ['what cannot be read', [{ kind: 'exec', target: '$X', where: 'workspace', known: false, unread: true }], 'ask'],
  ] as const)('never lifts %s: %j', async (__, facts, least) => {
    expect(verdicts.indexOf(await verdictOf(policy, call('t', facts)))).toBeGreaterThanOrEqual(verdicts.indexOf(least));
  });

  it('obeys rules that deny, ask and notify, and knows their mode', async () => {
    const strict = create({
      places,
      rules: rules(
        { deny: 'read(a)' },
        { ask: 'read(b)' },
        { deny: 'read(c)', when: { mode: 'edit' } },
        { allow: 'read(/srv/**)' },
      ),
    });
    expect(await verdictOf(strict, call('ls', [read('a')]))).toBe('deny');
    expect(['ask', 'deny']).toContain(await verdictOf(strict, call('ls', [read('b')])));
    expect(await verdictOf(strict, call('ls', [read('c')], { mode: 'edit' }))).toBe('deny');
    expect(await verdictOf(strict, call('ls', [read('c')]))).toBe('allow');
  });

  it('runs no command unasked where none is confined', async () => {
    const facts = await command('ls');
    expect(['ask', 'deny']).toContain(await verdictOf(policy, call('t', facts, { sandboxed: false })));
    expect(await verdictOf(policy, call('t', facts, { sandboxed: false, mode: 'auto' }))).toBe('deny');
  });

  it('changes nothing in mode plan', async () => {
    expect(await verdictOf(policy, call('t', [write('a')], { mode: 'plan' }))).toBe('deny');
    expect(await verdictOf(policy, call('t', await command('npm test'), { mode: 'plan' }))).toBe('deny');
  });

  it('is at least as strict as all that judges beside the mode', () => {
    const fact = fc.record({
      kind: fc.constantFrom(...factKinds),
      target: fc.constantFrom(
        'a',
        '.env',
        '.git/config',
        'sub/b',
        '/srv/x',
        `${places.home}/.ssh/id_rsa`,
        'example.org',
      ),
      where: fc.constantFrom('workspace', 'outside', 'nowhere'),
      known: fc.boolean(),
      unread: fc.boolean(),
      deep: fc.boolean(),
    });
    const ruled = rules({ deny: 'delete(sub/**)' }, { ask: 'net(example.org)' }, { notify: 'read(a)' });
    const plain = createPolicy({ places, rules: ruled });
    const other = create({ places, rules: ruled });
    const inputs = fc.record({
      facts: fc.array(fact, { maxLength: 4 }),
      mode: fc.constantFrom(...modes),
      sandboxed: fc.boolean(),
    });
    fc.assert(
      fc.property(inputs, ({ facts, mode, sandboxed }) => {
        const input: PolicyInput = call('t', facts as readonly Fact[], { mode, sandboxed });
        const known = plain.decide(input) as Decision;
        const beside = known.because?.some(({ source }) => source !== 'mode' && source !== 'tool') === true;
        if (beside || mode === 'plan')
          expect(strictness(other.decide(input) as Decision)).toBeGreaterThanOrEqual(strictness(known));
        const auto = createPolicy({ places }).decide({ ...input, mode: 'auto', sandboxed: true }) as Decision;
        expect(strictness(other.decide(input) as Decision)).toBeGreaterThanOrEqual(strictness(auto));
      }),
    );
  });
});

it('tells why as every policy does', async () => {
  expect(await createYipsPolicy({ places }).decide(call('apply_file_change', [write('.git/config')]))).toEqual({
    verdict: 'ask',
    level: 'medium',
    reasons: ['writes .git/config: Git runs or obeys what is in it', 'it changes a file'],
    because: [
      {
        verdict: 'ask',
        source: 'protected',
        reason: 'writes .git/config: Git runs or obeys what is in it',
        fact: 0,
      },
      { verdict: 'ask', source: 'tool', reason: 'it changes a file' },
    ],
  });
});

describe('a grant', () => {
  const grant = (rules: readonly string[]): Grant => ({
    id: 'gra_1',
    scope: 'session',
    rules,
    workspace: places.root,
    sessionId: 'ses_1',
    createdAt: 0,
    expiresAt: Number.POSITIVE_INFINITY,
    unconfined: false,
    origin: { questionId: 'q', tool: 'write', digest: '', who: '', from: '' },
  });
  const astraWith = (...rules: readonly string[]): Policy => {
    const grants = [grant(rules)];
    return createPolicy({ places, vocabulary: astraVocabulary, grants: { inForce: () => grants } });
  };

  it('lowers what the vocabulary asks about, where it covers all that the call does', async () => {
    const input = call('write', [write('a.txt')]);
    expect(await verdictOf(astraWith(), input)).toBe('ask');
    expect(await verdictOf(astraWith('write(b.txt)'), input)).toBe('ask');
    expect(await verdictOf(astraWith('write(a.txt)'), input)).toBe('allow');
    expect(await astraWith('write(a.txt)').decide(input)).toMatchObject({ because: [{ grant: 'gra_1' }] });
    expect(await verdictOf(astraWith('write(a.txt)'), call('write', [write('a.txt'), write('b.txt')]))).toBe('ask');
  });

  it('lowers nothing that stands above it', async () => {
    expect(await verdictOf(astraWith('write(~/.ssh/**)'), call('write', [write('~/.ssh/authorized_keys')]))).toBe(
      'deny',
    );
  });
});
