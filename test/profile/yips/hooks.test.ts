import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Hook, timeOfHook } from '../../../src/extend/hook/hook.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { runHere } from '../../support/run-here.js';
import { acts, openYips, rowsIn, tool } from './scene.js';

interface Noted {
  readonly hook: string;
  readonly eventId: string;
  readonly timestamp: string;
  readonly cwd: string;
  readonly session: { readonly id: string };
  readonly data: Readonly<Record<string, unknown>>;
}

/** One message of actions, then a change that is staged and applied, with these hooks: `NOTED` is a file they may write. */
async function hooked(
  hooks: readonly Hook[],
  actions: readonly object[] = [tool('list_dir')],
  options: Partial<SessionOptions> = {},
) {
  const workspace = newFolder();
  const noted = join(newFolder(), 'noted');
  writeFileSync(noted, '');
  const model = scriptedModel((request, at) => {
    if (at === 0)
      return { text: acts(...actions, tool('preview_write_file', { path: 'new.txt', content: 'x' }, 'stage')) };
    const token = /"token":"([^"]+)"/.exec(
      request.messages.findLast(({ text }) => text.startsWith('Action'))?.text ?? '',
    )?.[1];
    return { text: at === 1 ? acts(tool('apply_file_change', { token }, 'apply')) : 'Done.' };
  });
  const session = await openYips([], {
    workspace,
    model,
    ...options,
    hooks: hooks.map((hook) => ({ ...hook, command: hook.command.replaceAll('NOTED', noted) })),
  });
  const { events, end } = await play(session.send('go'));
  await session.close();
  const lines = readFileSync(noted, 'utf8').split('\n');
  const inputs = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Noted);
  return {
    session,
    workspace,
    end,
    events,
    inputs,
    lines,
    ended: bodies(events, 'hook-ended'),
    rows: rowsIn(model.requests, 1),
  };
}

const note = 'cat >> NOTED; echo >> NOTED';

it('fire at both ends of a session and when a change was applied', async () => {
  verifies('yips.hooks.events', 'yips.change.apply-hook', 'yips.hooks.input');
  const { inputs, session, workspace, lines } = await hooked([
    { on: 'session-opened', command: note },
    {
      on: 'file-written',
      command: `${note}; echo "$TOOLWRIGHT_HOOK $TOOLWRIGHT_EVENT_ID $TOOLWRIGHT_SESSION" >> NOTED`,
    },
    { on: 'session-closed', command: note },
  ]);
  expect(inputs.map(({ hook }) => hook).sort()).toEqual(['file-written', 'session-closed', 'session-opened']);
  const written = inputs.find(({ hook }) => hook === 'file-written');
  expect(written).toMatchObject({
    eventId: expect.stringMatching(/^hook_/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    cwd: workspace,
    session: { id: session.id },
    data: { tool: 'apply_file_change', files: [{ path: 'new.txt', change: 'created' }] },
  });
  expect(lines).toContain(`file-written ${written?.eventId} ${session.id}`);
});

it('look at the reading of a file, and at a commit', async () => {
  verifies('yips.hooks.planned');
  const commit = `if grep -q '"command":"git commit'; then echo 'Run the tests first.' >&2; exit 2; fi`;
  const { inputs, rows } = await hooked(
    [
      { on: 'after-call', tools: ['read_file'], command: note },
      { on: 'before-call', tools: ['run_command'], command: commit },
    ],
    [tool('read_file', { path: 'missing' }, 'read'), tool('run_command', { command: 'git commit -m x' }, 'commit')],
  );
  expect(inputs.map(({ data }) => data)).toMatchObject([{ tool: 'read_file', outcome: 'error' }]);
  expect(rows[1]).toMatchObject({
    callId: 'commit',
    status: 'denied',
    output: expect.stringContaining('Run the tests first.'),
  });
});

describe('a hook', () => {
  it.each([
    ['ok', 'true'],
    ['error', 'exit 7'],
    ['error', 'no-such-program-here'],
    ['timeout', 'sleep 9'],
  ] as const)('ends as %s by %s, and the turn goes on', async (status, command) => {
    verifies('yips.hooks.statuses');
    const { ended, end, workspace } = await hooked([{ on: 'file-written', command, timeoutMs: 300 }]);
    expect(ended).toMatchObject([{ hook: 'file-written', status }]);
    expect([end.reason, readFileSync(join(workspace, 'new.txt'), 'utf8')]).toEqual(['answered', 'x']);
  });

  it('of a workspace is skipped where commands cannot be confined, and the turn goes on', async () => {
    verifies('yips.hooks.statuses');
    const process = { ...createBareProcesses({ env: {} }), sandboxed: false };
    const origin = { layer: 'workspace', file: 'config.json', line: 1 } as const;
    const hook = { on: 'file-written', command: note, origin } as const;
    const { ended, end, inputs } = await hooked([hook], undefined, { process, sandbox: 'required' });
    expect(ended).toMatchObject([{ hook: 'file-written', status: 'skipped' }]);
    expect([end.reason, inputs]).toEqual(['answered', []]);
  });

  it('over its time gets SIGTERM, and half a second later it is killed with all it started', async () => {
    verifies('yips.hooks.kill');
    const folder = newFolder();
    const [asked, survived] = [join(folder, 'asked'), join(folder, 'survived')];
    const stubborn = `trap 'touch ${asked}' TERM; (trap '' TERM; sleep 1.5; touch ${survived}) & while :; do sleep 0.05; done`;
    const began = performance.now();
    const { ended } = await hooked([{ on: 'before-call', tools: ['list_dir'], command: stubborn, timeoutMs: 200 }]);
    expect([ended[0]?.status, existsSync(asked)]).toEqual(['timeout', true]);
    expect(ended[0]?.durationMs).toBeGreaterThanOrEqual(200 + 500 - 20);
    await sleep(Math.max(0, 2200 - (performance.now() - began)));
    expect(existsSync(survived)).toBe(false);
  });
});

it('has a command and a time in the config, ten seconds unless it says another, at most two minutes', async () => {
  verifies('yips.hooks.config');
  const cwd = newFolder();
  mkdirSync(join(cwd, 'toolwright'));
  const config = (hook: object) =>
    writeFileSync(join(cwd, 'toolwright/config.json'), JSON.stringify({ profile: 'yips', hooks: [hook] }));
  const run = () =>
    runHere(['run', '--model', 'guide', '--store', 'memory', 'hello'], {
      cwd,
      env: { XDG_CONFIG_HOME: cwd },
    });
  config({ on: 'session-opened', command: 'true', timeoutMs: 120_001 });
  expect((await run()).stderr).toContain('timeoutMs must be a whole number from 1 to 120000');
  config({ on: 'session-opened' });
  expect((await run()).stderr).toContain('has no "command"');
  config({ on: 'session-opened', command: 'true', timeoutMs: 120_000 });
  expect((await run()).code).toBe(0);
  expect(timeOfHook({ on: 'file-written', command: 'true' })).toBe(10_000);
});
