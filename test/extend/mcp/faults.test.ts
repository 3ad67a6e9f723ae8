import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { toolwrightProfile } from '../../../src/profile/toolwright.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import { verifies } from '../../requirements.js';
import { open, play, results } from '../../session/open.js';
import { call, connecting, oddServer, playCalls, seenStore } from './scene.js';

/** The same call again and again is what this is about. */
const { loops: _, ...withoutLoops } = toolwrightProfile;

const failed = (error_type: string, words: string) => ({
  success: false,
  error_type,
  error_message: expect.stringContaining(words),
});

describe('a server that misbehaves costs only itself:', () => {
  it.each([
    ['die', 'it ended with exit code 3: boom'],
    ['flood', 'more than 2000 messages in a second'],
    ['long', 'a message of more than'],
    ['junk', 'more than 200 lines that are no message'],
  ])('%s', async (tool, words) => {
    verifies('mcp.faults.own');
    const store = await seenStore(oddServer());
    const played = await playCalls([call(`mcp__odd__${tool}`), call('mcp__odd__echo', { text: 'again' })], { store });
    expect(played.results[0]).toMatchObject(failed('io_error', words));
    expect(played.results[1]?.data).toBe('echo again');
    expect(played.starts).toBe(2);
  });

  it('one that does not answer a call is late', async () => {
    verifies('mcp.faults.unknown', 'mcp.faults.late', 'y-agent.dynamic.mcp-timeouts');
    const settings = oddServer('plain', { callTimeoutMs: 300 });
    const store = await seenStore(settings);
    const played = await playCalls([call('mcp__odd__hang'), call('mcp__odd__echo')], {
      servers: { odd: settings },
      store,
    });
    expect(played.results[0]).toMatchObject(
      failed('timeout', 'did not answer within 300 ms while calling hang. It may have been done'),
    );
    expect(played.results[1]?.success).toBe(true);
    expect(played.starts).toBe(1);
  });

  it('one that does not start, or not in time, says so, and is left alone in the end', async () => {
    verifies('mcp.faults.start', 'y-agent.dynamic.mcp-timeouts');
    const gone = await playCalls(
      Array.from({ length: 6 }, () => connecting()),
      {
        servers: { odd: oddServer('exit') },
        profile: withoutLoops,
      },
    );
    expect(gone.results[0]).toMatchObject(failed('io_error', 'it ended with exit code 7: no such thing'));
    expect(gone.results[5]).toMatchObject(failed('io_error', 'did not start 5 times'));
    expect(gone.starts).toBe(5);
    const silent = await playCalls([connecting()], { servers: { odd: oddServer('silent', { startTimeoutMs: 300 }) } });
    expect(silent.results[0]).toMatchObject(failed('timeout', 'within 300 ms'));
    const missing = await playCalls([connecting()], { servers: { odd: { command: '/nowhere/at-all' } } });
    expect(missing.results[0]).toMatchObject(failed('io_error', 'could not be started'));
  });

  it('one that cannot be used does not keep others from it', async () => {
    verifies('mcp.faults.own');
    const servers = { builtin: oddServer(), broken: {}, odd: oddServer(), missing: { command: '$' + '{NOT_SET}' } };
    const played = await playCalls([connecting('builtin'), connecting('broken'), connecting('missing'), connecting()], {
      servers,
    });
    expect(played.results.map(({ success }) => success)).toEqual([false, false, false, true]);
    expect(played.results[2]?.error_message).toContain('NOT_SET');
  });

  it('one that does not want to end is killed', async () => {
    verifies('mcp.faults.killed');
    const store = await seenStore(oddServer('stubborn'));
    const {
      results: [said],
    } = await playCalls([call('mcp__odd__stubborn')], { servers: { odd: oddServer('stubborn') }, store });
    const pid = Number(said?.data);
    expect(pid).toBeGreaterThan(0);
    expect(() => process.kill(pid, 0)).toThrow();
  });
});

it('a cancelled call is cancelled at the server, and the server stays', async () => {
  verifies('mcp.calls.cancelled');
  const store = await seenStore(oddServer());
  const session = await open([call('mcp__odd__hang'), call('mcp__odd__echo', { text: 'on' }), { text: 'Done.' }], {
    process: createBareProcesses({ env: { PATH: process.env['PATH'] } }),
    sandbox: 'off',
    store,
    extensions: [mcpServers({ odd: oddServer() })],
    onQuestion: () => ({ choice: 'once' }),
  });
  const turn = session.send('go');
  session.on((event) => {
    if (event.type === 'call-started') void sleep(300).then(() => session.cancel());
  });
  const { events } = await play(turn);
  expect(results(events)).toMatchObject([{ success: false, error_type: 'cancelled' }]);
});
