import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type HarnessPolicy,
  harnessModes,
  harnessScopes,
  renderPolicies,
} from '../../../src/profile/local-harness/harness-policies.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { FactKind } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { call, harnessResults, openHarness, typing } from './open-harness.js';

/** A tool of the host that does what its arguments say, as far as anybody can see. */
const odd = defineTool({
  name: 'odd',
  description: 'does something',
  parameters: {
    type: 'object',
    properties: { kind: { type: 'string' }, target: { type: 'string' } },
    required: ['kind', 'target'],
  },
  plan: ({ kind, target }) => ({
    facts: [{ kind: kind as FactKind, target, where: kind === 'read' ? 'workspace' : 'nowhere', known: true }],
    preview: { kind: 'text', text: `${kind} ${target}` },
  }),
  run: () => 'done',
});

const policyOf = (mode: HarnessPolicy['mode'], path_patterns = ['*'], more: Partial<HarnessPolicy> = {}) =>
  ({ scope: 'read_files', mode, path_patterns, deny_patterns: [], ...more }) as const;

/** What becomes of each call with these policies: its level and verdict. Who is asked says no. */
async function decided(calls: readonly ReturnType<typeof call>[], ...policies: readonly HarnessPolicy[]) {
  const home = newFolder();
  const file = join(home, '.config/localharness/policies.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, renderPolicies(policies));
  const user = typing('4');
  const files = Object.fromEntries(
    ['README.md', 'src/a.ts', 'src/deep/b.ts', 'docs/c.md', 'key.pem'].map((path) => [path, 'x\n']),
  );
  const session = await openHarness([{ calls }, { text: 'ok' }], { files, env: { HOME: home }, tools: [odd], ...user });
  const { events } = await play(session.send('go'));
  await session.close();
  const verdicts = bodies(events, 'call-decided').map(({ level, verdict }) => `${level} ${verdict}`);
  return { verdicts, asked: user.asked, results: harnessResults(events) };
}

const read = (path: string) => call('read_file', { path });
const write = call('write_file', { path: 'a', content: 'x' });
const does = (kind: FactKind, target: string) => call('odd', { kind, target });
const only = async (calls: readonly ReturnType<typeof call>[], ...policies: readonly HarnessPolicy[]) =>
  (await decided(calls, ...policies)).verdicts.map((one) => one.split(' ')[1]);

describe('the levels of a session of LocalHarness', () => {
  it('are five: safe runs, what is more is asked about, with a warning from high on', async () => {
    verifies('local-harness.permission.levels', 'local-harness.permission.read-medium');
    verifies('local-harness.permission.medium-asks', 'local-harness.permission.write-high');
    const calls = [
      call('ls'),
      call('grep_search', { pattern: 'x' }),
      read('README.md'),
      write,
      does('secret', '$TOKEN'),
    ];
    const { verdicts, asked } = await decided(calls);
    expect(verdicts).toEqual(['safe allow', 'low ask', 'medium ask', 'high ask', 'critical ask']);
    expect(asked.map(({ level }) => level)).toEqual(['low', 'medium', 'high', 'critical']);
  });

  it('critical are asked about whatever the policies allow and whatever was answered', async () => {
    verifies('local-harness.permission.critical-asks');
    const all = harnessScopes.map((scope) => policyOf('always_allow', ['*'], { scope }));
    const calls = [write, does('secret', '$TOKEN'), does('secret', '$TOKEN')];
    const { verdicts, asked } = await decided(calls, ...all);
    expect(verdicts).toEqual(['high allow', 'critical ask', 'critical ask']);
    expect(asked.map(({ offers }) => offers)).toEqual([[], []]);
    expect(await only(calls, policyOf('deny', ['*'], { scope: 'system_info' }), ...all)).toEqual([
      'allow',
      'deny',
      'deny',
    ]);
  });
});

describe('the policies of a session of LocalHarness', () => {
  it('have six scopes, each for what it names', async () => {
    verifies('local-harness.permission.scopes', 'local-harness.executor.auto-denied');
    const calls = [
      read('README.md'),
      write,
      does('exec', 'npm test'),
      does('net', 'https://example.org'),
      does('env', 'PATH'),
      call('add_task', { content: 'x' }),
    ];
    const usual = ['ask', 'ask', 'ask', 'ask', 'ask', 'allow'];
    expect(await only(calls)).toEqual(usual);
    for (const [at, scope] of harnessScopes.entries()) {
      const { verdicts, results } = await decided(calls, policyOf('deny', ['*'], { scope }));
      expect([scope, ...verdicts.map((one) => one.split(' ')[1])]).toEqual([scope, ...usual.with(at, 'deny')]);
      expect(results[at]?.error_type).toBe('permission_denied');
    }
  });

  it('have four modes, and the first that is about a call decides', async () => {
    verifies('local-harness.permission.modes', 'local-harness.permission.evaluate');
    const file = [read('src/a.ts')];
    for (const [at, verdict] of ['allow', 'ask', 'ask', 'deny'].entries())
      expect(await only(file, policyOf(harnessModes[at] ?? 'deny'))).toEqual([verdict]);
    for (const [policies, verdict] of [
      [[], 'ask'],
      [[policyOf('deny'), policyOf('always_allow')], 'deny'],
      [[policyOf('always_allow'), policyOf('deny')], 'allow'],
      [[policyOf('ask_each_time'), policyOf('always_allow')], 'ask'],
      [[policyOf('deny', ['docs/**']), policyOf('always_allow')], 'allow'],
      [[policyOf('always_allow', ['*'], { scope: 'write_files' })], 'ask'],
    ] as const)
      expect(await only(file, ...policies)).toEqual([verdict]);
  });

  it('name files by a star, a folder with all below it, an ending, or exactly', async () => {
    verifies('local-harness.permission.globs', 'local-harness.permission.deny-patterns');
    const calls = ['README.md', 'src/a.ts', 'src/deep/b.ts', 'key.pem'].map(read);
    for (const [pattern, allowed] of [
      ['*', ['allow', 'allow', 'allow', 'allow']],
      ['src/**', ['ask', 'allow', 'allow', 'ask']],
      ['*.ts', ['ask', 'allow', 'allow', 'ask']],
      ['README.md', ['allow', 'ask', 'ask', 'ask']],
      ['src', ['ask', 'ask', 'ask', 'ask']],
    ] as const) {
      const verdicts = await only(calls, policyOf('always_allow', [pattern]));
      expect([pattern, ...verdicts.slice(0, 3)]).toEqual([pattern, ...allowed.slice(0, 3)]);
      const but = await only(calls, policyOf('always_allow', ['*'], { deny_patterns: [pattern] }));
      const expected = allowed.map((verdict) => (verdict === 'allow' ? 'ask' : 'allow'));
      expect([pattern, ...but.slice(0, 3)]).toEqual([pattern, ...expected.slice(0, 3)]);
    }
  });
});
