import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakeModelRequest } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { laidOutInTurn, layOutEarlier, made } from '../../support/earlier-store.js';
import { needs } from '../../support/needs.js';

const command = (line: string) => ({ calls: [{ name: 'run_command', arguments: { command: line } }] });

describe('what a user of an earlier version had settled', { timeout: laidOutInTurn }, () => {
  it.skipIf(needs('bwrap'))('still lets calls pass by what was granted, until it is revoked', async () => {
    verifies('durability.earlier.grants');
    const rounds = [command('make all'), command('npm run test'), command('make check'), { text: 'Done.' }];
    const { run, flags, server } = await layOutEarlier(rounds);
    expect(JSON.parse((await run(['grants', '--all', '--json'])).stdout)).toEqual(made.grants);
    const outcomes = async () => {
      server.setRounds(rounds);
      const { stdout, code } = await run(['run', '--json', ...flags, 'Make it.']);
      const settled = stdout.split('\n').filter((line) => line.includes('"call-settled"'));
      return { code, outcomes: settled.map((line) => JSON.parse(line).body.outcome) };
    };
    // That version had revoked the grant for `make check`.
    expect(await outcomes()).toEqual({ code: 3, outcomes: ['ok', 'ok', 'denied'] });
    const used = JSON.parse((await run(['grants', '--json'])).stdout) as readonly { uses: number }[];
    expect(used.map(({ uses }) => uses)).toEqual([2, 2]);
    const revoked = await run(['grants', 'revoke', '--all', '--yes']);
    expect(revoked).toMatchObject({ code: 0, stderr: expect.stringContaining('exec(make all)') });
    expect(await outcomes()).toEqual({ code: 3, outcomes: ['denied', 'denied', 'denied'] });
  });

  it('still trusts the workspace, as long as nothing in it changes', async () => {
    verifies('durability.earlier.grants');
    const { run, work } = await layOutEarlier();
    expect(JSON.parse((await run(['trust', '--list', '--json'])).stdout)).toEqual(made.trust);
    const tools = async () => (await run(['tools'])).stdout;
    expect(await tools()).toContain('count_lines');
    const file = join(work, '.toolwright', 'tools', 'count_lines.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"wc"', '"cat"'));
    expect(await tools()).not.toContain('count_lines');
  });

  it.each([
    ['those in use', made.config, {}],
    ['all there were', made.everySetting, { XDG_CONFIG_HOME: '/tmp/toolwright-fixture/every-setting' }],
  ] as const)(
    'still means the same by its settings: %s, but for removed ones, which are named',
    async (_, then, env) => {
      verifies('durability.earlier.settings');
      const { run } = await layOutEarlier();
      const checked = await run(['config', 'check'], { env });
      expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('No problems in 2 files') });
      const removed = [...checked.stderr.matchAll(/:\d+: (\S+) is no setting any more/g)].map(([, path]) => path);
      const today = leavesOf(JSON.parse((await run(['config', '--json'], { env })).stdout).values);
      const left = Object.entries(leavesOf(then.values)).filter(([path]) => !removed.includes(path));
      expect(today).toMatchObject(Object.fromEntries(left));
      expect(await run(['policy', 'test'], { env })).toMatchObject({ code: 0 });
    },
  );

  it('still judges tools by rules with the names they had', async () => {
    verifies('durability.earlier.settings');
    const { run } = await layOutEarlier();
    const explained = async (...args: readonly string[]) => (await run(['policy', 'explain', ...args])).stdout;
    expect(await explained('task', '{"prompt":"x"}')).toMatch(/^Verdict {2}notify.*notify task/s);
    expect(await explained('todos', '{}')).toMatch(/^Verdict {2}notify.*notify todos/s);
    expect(await explained('todos', '{}', '--mode', 'plan')).toMatch(/^Verdict {2}deny.*deny todos/s);
    const past = await run(['policy', 'replay', made.sessions.files]);
    expect(past).toMatchObject({ code: 0, stdout: expect.stringContaining('all decided as before') });
  });

  it('still offers tools by the names they had: pinned ones, those of a profile and those of an agent', async () => {
    verifies('durability.earlier.settings');
    const { run, flags, server } = await layOutEarlier((request) => {
      if (isOf(request, 'Look again.')) return { text: 'Nothing.' };
      return request.text.includes('Nothing.')
        ? { text: 'Looked.' }
        : { calls: [{ name: 'task', arguments: { prompt: 'Look again.', agent: 'reviewer' } }] };
    });
    const ended = await run(['run', ...flags, '--session', made.sessions['own-profile'], 'Have somebody look.']);
    expect(ended).toMatchObject({ code: 0, stdout: 'Looked.\n' });
    const [first] = server.requests;
    const child = server.requests.find((request) => isOf(request, 'Look again.'));
    expect(kindsOf(first)).toEqual(['delegate', 'find todos']);
    expect(kindsOf(child)).toEqual(['find todos']);
  });

  it('still runs the hook and keeps the rate of a tool by the name it had', async () => {
    verifies('durability.earlier.settings');
    const { run, flags } = await layOutEarlier([{ calls: [{ name: 'todos', arguments: {} }] }, { text: 'Found.' }]);
    const { stdout, code } = await run(['run', '--json', ...flags, 'Find them.']);
    expect(code).toBe(0);
    expect(stdout).toContain('"type":"hook-ended"');
    const [settled] = stdout.split('\n').filter((line) => line.includes('"call-settled"'));
    expect(JSON.parse(settled ?? '{}')).toMatchObject({ body: { outcome: 'ok' } });
  });
});

/** Single values by their paths. */
const leavesOf = (value: unknown, path = ''): Readonly<Record<string, unknown>> =>
  typeof value !== 'object' || value === null
    ? { [path]: value }
    : Object.assign(
        {},
        ...Object.entries(value).map(([key, one]) => leavesOf(one, path === '' ? key : `${path}.${key}`)),
      );

const isOf = ({ body }: FakeModelRequest, prompt: string): boolean =>
  (body as { messages: { role: string; content: unknown }[] }).messages.some(
    ({ role, content }) => role === 'user' && content === prompt,
  );

/** The two tools by what they do, whatever they are called. */
function kindsOf(request: FakeModelRequest | undefined): readonly string[] {
  const { tools = [] } = (request?.body ?? {}) as { tools?: readonly { function: { description: string } }[] };
  const said = tools.map(({ function: { description } }) => description);
  return [
    ...(said.some((text) => text.startsWith('Has a subagent')) ? ['delegate'] : []),
    ...(said.some((text) => text.startsWith('Finds TODO')) ? ['find todos'] : []),
  ];
}
