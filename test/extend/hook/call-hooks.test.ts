import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSession } from '../../../src/index.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, echo, newFolder, open, play, results } from '../../session/open.js';
import { noting, runHooked, say } from './scene.js';

describe('a hook before a call', () => {
  it('reads what happens as JSON, with names in its environment', async () => {
    verifies('middleware.hook.input');
    const command = `${noting('NOTED')} echo "$TOOLWRIGHT_HOOK $TOOLWRIGHT_EVENT_ID $TOOLWRIGHT_SESSION" >> NOTED`;
    const { session, workspace, events, inputs, noted, ended } = await runHooked({
      hooks: [{ on: 'before-call', command }],
      actor: 'ann',
    });
    const callId = bodies(events, 'call-admitted')[0]?.callId;
    expect(inputs).toEqual([
      {
        hook: 'before-call',
        eventId: expect.stringMatching(/^hook_/),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        cwd: workspace,
        session: { id: session.id, actor: 'ann' },
        data: { callId, tool: 'echo', arguments: { text: 'a' } },
      },
    ]);
    expect(noted).toContain(`before-call ${inputs[0]?.eventId} ${session.id}\n`);
    expect(ended).toEqual([
      { hook: 'before-call', command: expect.any(String), status: 'ok', durationMs: expect.any(Number), callId },
    ]);
  });

  it.each([
    ['answers refuse', `echo '{"refuse": "Not on Sundays."}'`, 'Not on Sundays.'],
    ['ends with 2', 'echo "Not on Sundays." >&2; exit 2', 'Not on Sundays.'],
    ['ends with 2 and says nothing', 'exit 2', 'It gave no reason.'],
  ])('refuses when it %s', async (_, command, reason) => {
    verifies('middleware.hook-before.refuse');
    const { results: read, events, ended } = await runHooked({ hooks: [{ on: 'before-call', command }] });
    expect(read[0]?.error_type).toBe('permission_denied');
    expect(read[0]?.error_message).toContain(`: ${reason} Do not try it again unchanged.`);
    expect(bodies(events, 'call-refused')[0]?.by).toMatch(/^hook 1 \(/);
    expect(ended[0]?.status).toBe('ok');
  });

  it('rewrites the arguments, and they are checked again', async () => {
    verifies('middleware.hook-before.rewrite');
    const { results: read, events } = await runHooked({
      hooks: [{ on: 'before-call', command: `echo '{"arguments": {"text": "b", "times": "2"}}'` }],
    });
    expect(read[0]?.data).toBe('bb');
    expect(bodies(events, 'call-rewritten')).toMatchObject([{ from: { text: 'a' }, to: { text: 'b', times: 2 } }]);
    const unfit = await runHooked({ hooks: [{ on: 'before-call', command: `echo '{"arguments": {}}'` }] });
    expect(unfit.results[0]?.error_message).toContain('do not fit its schema');
  });

  it.each([
    ['fails', 'echo lost >&2; exit 1', 'error', 'it ended with exit code 1: lost'],
    ['is not there', 'no-such-program-here', 'error', 'it ended with exit code 127'],
    ['takes too long', 'sleep 20', 'timeout', 'it did not end within 300 ms'],
    ['kills itself', 'kill -KILL $$', 'error', 'it was ended by SIGKILL'],
    ['prints no JSON', 'echo yes', 'error', 'what it printed is no JSON'],
    ['prints a list', 'echo "[]"', 'error', 'it printed no JSON object'],
    ['answers what is unknown', `echo '{"deny": 1}'`, 'error', '"deny" is no answer here; use refuse or arguments'],
    ['answers twice', `echo '{"refuse": "a", "arguments": {}}'`, 'error', 'it answered refuse and arguments'],
    ['refuses with a number', `echo '{"refuse": 1}'`, 'error', 'refuse must be text'],
    ['prints too much', 'head -c 2000000 /dev/zero', 'error', 'it printed more than 1000000 bytes'],
  ])('keeps the call from running when it %s', async (_, command, status, message) => {
    verifies('middleware.hook-before.fail-closed', 'middleware.hook.statuses');
    const {
      results: read,
      events,
      ended,
      end,
    } = await runHooked({
      hooks: [{ on: 'before-call', command, timeoutMs: 300 }],
    });
    expect(ended).toMatchObject([{ status, message: expect.stringContaining(message) }]);
    expect(read[0]).toMatchObject({ success: false, error_type: 'internal_error' });
    expect(read[0]?.error_message).toContain(message);
    expect(bodies(events, 'call-started')).toEqual([]);
    expect(end.reason).toBe('answered');
  });

  it('is killed, with all it started, when it does not end', async () => {
    verifies('middleware.hook.kill');
    const folder = newFolder();
    const survived = join(folder, 'survived');
    const asked = join(folder, 'asked');
    const stubborn = `trap 'touch ${asked}' TERM; (trap '' TERM; sleep 1.5; touch ${survived}) & while :; do sleep 0.05; done`;
    const { ended } = await runHooked({ hooks: [{ on: 'before-call', command: stubborn, timeoutMs: 200 }] });
    expect(ended[0]?.status).toBe('timeout');
    expect(existsSync(asked)).toBe(true);
    await sleep(1600);
    expect(existsSync(survived)).toBe(false);
  });

  it('is about the tools it names', async () => {
    verifies('middleware.hook.tools');
    const refuse = `echo '{"refuse": "No."}'`;
    const about = async (...tools: readonly string[]) =>
      (await runHooked({ hooks: [{ on: 'before-call', command: refuse, tools }] })).results[0]?.success === false;
    expect(await about('echo')).toBe(true);
    expect(await about('other', 'e*o')).toBe(true);
    expect(await about('*')).toBe(true);
    expect(await about('ech', 'e*h', 'echo*o', 'Echo')).toBe(false);
  });

  it('looks at the reading of a file, and at a commit', async () => {
    const commit = `if grep -q '"command":"git commit'; then echo 'Run the tests first.' >&2; exit 2; fi`;
    const run = (command: string) => ({ name: 'run_command', arguments: { command } });
    const { inputs, results: read } = await runHooked({
      hooks: [
        { on: 'after-call', tools: ['read_file'], command: noting('NOTED') },
        { on: 'before-call', tools: ['run_command'], command: commit },
      ],
      builtins: true,
      mode: 'auto',
      calls: [run('echo it > a.txt'), { name: 'read_file', arguments: { path: 'a.txt' } }, run('git commit -m done')],
      onQuestion: () => ({ choice: 'once' }),
    });
    expect(inputs.map(({ data }) => data)).toMatchObject([{ arguments: { path: 'a.txt' }, outcome: 'ok' }]);
    expect(read.flatMap(({ error_message }) => error_message ?? [])).toEqual([
      expect.stringMatching(/^Refused by hook 2 .*: Run the tests first\./),
    ]);
  });

  it('is asked about every tool: built in, of an embedder, a meta tool', async () => {
    verifies('middleware.hook.tools');
    const meta = defineTool({
      name: 'meta',
      description: 'm',
      parameters: { type: 'object' },
      effects: 'none',
      run: () => 1,
    });
    const { inputs } = await runHooked({
      hooks: [{ on: 'before-call', command: noting('NOTED') }],
      builtins: true,
      metaTools: [meta],
      calls: [{ name: 'get_current_time', arguments: {} }, say('a'), { name: 'meta', arguments: {} }],
    });
    expect(inputs.map(({ data }) => data['tool'])).toEqual(['get_current_time', 'echo', 'meta']);
  });

  it('sees no secret, and cannot put a mark in the place of one', async () => {
    verifies('middleware.hook.masked');
    const secret = 'Zx9fQ2mLr7TtWc31';
    const scene = { env: { API_TOKEN: secret, PATH: process.env['PATH'] }, calls: [say(`key ${secret}`)] };
    const looked = await runHooked({
      ...scene,
      hooks: [{ on: 'before-call', command: `${noting('NOTED')} env >> NOTED` }],
    });
    expect(looked.noted).toContain('key [masked:API_TOKEN]');
    expect(looked.noted).not.toContain(secret);
    const back = `sed -n 's/.*"arguments":\\({[^}]*}\\).*/{"arguments":\\1}/p'`;
    const { results: read } = await runHooked({ ...scene, hooks: [{ on: 'before-call', command: back }] });
    expect(read[0]?.error_message).toContain('handed back arguments with a secret that it was shown masked');
  });

  it('is ended by a cancel', async () => {
    verifies('middleware.hook.stop');
    const model = scriptedModel([{ calls: [say('a')] }, { text: 'Done.' }]);
    const marks = join(newFolder(), 'marks');
    const session = await openSession({
      model,
      workspace: newFolder(),
      tools: [echo],
      sandbox: 'off',
      hooks: [{ on: 'before-call', command: `touch ${marks}; sleep 20`, timeoutMs: 60_000 }],
    });
    const playing = play(session.send('go'));
    while (!existsSync(marks)) await sleep(10);
    session.cancel();
    const { end, events } = await playing;
    expect(end.reason).toBe('cancelled');
    expect(bodies(events, 'call-settled')[0]?.outcome).toBe('cancelled');
    await session.close();
  });
});

describe('a hook after a call', () => {
  it('reads how it ended, and gives another result', async () => {
    verifies('middleware.hook-after.rewrite');
    const command = `${noting('NOTED')} echo '{"result": "other"}'`;
    const { inputs, results: read, events } = await runHooked({ hooks: [{ on: 'after-call', command }] });
    expect(inputs[0]?.data).toMatchObject({ tool: 'echo', arguments: { text: 'a' }, outcome: 'ok', result: 'a' });
    expect(read[0]?.data).toBe('other');
    expect(bodies(events, 'result-rewritten')).toMatchObject([{ by: expect.stringMatching(/^hook 1 /), from: 'ok' }]);
  });

  it('reads of a failure, and of a long result its ends', async () => {
    verifies('middleware.hook-after.rewrite');
    const failing = await runHooked({
      hooks: [{ on: 'after-call', command: noting('NOTED') }],
      builtins: true,
      calls: [{ name: 'read_file', arguments: { path: 'none.txt' } }],
    });
    expect(failing.inputs[0]?.data).toMatchObject({
      outcome: 'error',
      error: { type: 'not_found', message: expect.stringMatching(/^none.txt does not exist/) },
    });
    const long = await runHooked({
      hooks: [{ on: 'after-call', command: noting('NOTED') }],
      calls: [{ name: 'echo', arguments: { text: 'long word ', times: 150_000 } }],
    });
    const { result, cut } = long.inputs[0]?.data ?? {};
    expect([String(result).length <= 1_000_000, cut]).toEqual([true, true]);
  });

  it.each([
    ['fails', 'exit 3', 'error'],
    ['ends with 2', 'exit 2', 'error'],
    ['takes too long', 'sleep 20', 'timeout'],
    ['answers nonsense', 'echo nonsense', 'error'],
  ])('changes nothing when it %s', async (_, command, status) => {
    verifies('middleware.hook-after.fail-open');
    const { results: read, ended, end } = await runHooked({ hooks: [{ on: 'after-call', command, timeoutMs: 300 }] });
    expect(read[0]).toMatchObject({ success: true, data: 'a' });
    expect(ended).toMatchObject([{ hook: 'after-call', status }]);
    expect(end.reason).toBe('answered');
  });
});

describe('a hook for written files', () => {
  const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'new\n' } });

  it('is run when a call has changed files, before the model goes on', async () => {
    verifies('middleware.hook.file-written');
    const { inputs, events } = await runHooked({
      hooks: [{ on: 'file-written', command: noting('NOTED') }],
      builtins: true,
      mode: 'edit',
      calls: [write('a.txt'), say('a'), { name: 'delete_file', arguments: { path: 'a.txt' } }],
      onQuestion: () => ({ choice: 'once' }),
    });
    const ids = bodies(events, 'call-admitted').map(({ callId }) => callId);
    expect(inputs.map(({ data }) => data)).toEqual([
      { callId: ids[0], tool: 'write_file', files: [{ path: 'a.txt', change: 'created' }], more: 0 },
      { callId: ids[2], tool: 'delete_file', files: [{ path: 'a.txt', change: 'deleted' }], more: 0 },
    ]);
    const types = events.map(({ type }) => type);
    expect(types.indexOf('hook-ended')).toBeLessThan(types.indexOf('call-settled'));
  });

  it('is run when a staged change is applied', async () => {
    const workspace = newFolder();
    const noted = join(newFolder(), 'noted');
    const session = await open(
      ((request: { messages: readonly { text?: string }[] }, round: number) => {
        if (round === 0) return { calls: [{ name: 'preview_write_file', arguments: { path: 'a.txt', content: 'x' } }] };
        const token = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(request.messages.at(-1)?.text ?? '')?.[0];
        return round === 1 ? { calls: [{ name: 'apply_file_change', arguments: { token } }] } : { text: 'Done.' };
      }) as never,
      {
        workspace,
        builtins: true,
        capabilities: ['workspace', 'staging'],
        mode: 'edit',
        sandbox: 'off',
        hooks: [{ on: 'file-written', tools: ['apply_file_change'], command: `cat > ${noted}` }],
      },
    );
    const { events } = await play(session.send('go'));
    expect(results(events).map(({ success }) => success)).toEqual([true, true]);
    expect(bodies(events, 'hook-ended')).toMatchObject([{ hook: 'file-written', status: 'ok' }]);
    expect(existsSync(noted)).toBe(true);
  });
});
