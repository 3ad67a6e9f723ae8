import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { KeptRecord } from '../../../src/sandbox/kept/kept-files.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { verifies } from '../../requirements.js';
import { countRunning, untilNone } from '../../sandbox/confined.js';
import { needs } from '../../support/needs.js';
import { runCli } from '../../support/spawn-cli.js';
import { runChild } from '../child-session.js';
import { type Approval, bodies, newFolder, play, results } from '../open.js';
import { serve } from '../taint-scene.js';
import { builtFolder, builtLibrary } from './built-library.js';

let library: Awaited<ReturnType<typeof builtLibrary>>;
beforeAll(async () => {
  library = await builtLibrary(await builtFolder());
});

let count = 0;
const mark = (): string => {
  count += 1;
  return `83${String(process.pid).padStart(7, '0')}.${count}`;
};
const call = (name: string, args: object = {}): ScriptedRound => ({ calls: [{ name, arguments: args }] });
const keep = (command: string, args: object = {}) =>
  call('start_command', { command, keep: true, wait_ms: 10_000, ...args });
const poll = call('poll_command', { id: 'cmd_1', wait_ms: 5000 });
const done = { text: 'done' };

interface Place {
  readonly folder: string;
  readonly store: string;
  readonly workspace: string;
}

/** What is kept there is stopped when the test ends, however it does. */
function newPlace(): Place {
  const folder = newFolder();
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  const place = { folder, store: join(folder, 'store.db'), workspace };
  onTestFinished(async () => {
    for (const one of kept(place)) await library.stopKeptCommand({ path: place.store }, one);
  });
  return place;
}

/** A session of the built library. */
async function open(rounds: readonly ScriptedRound[], place: Place, options: Partial<SessionOptions> = {}) {
  const model = library.scriptedModel(rounds);
  const session = await library.openSession({
    model,
    store: place.store,
    workspace: place.workspace,
    mode: 'auto',
    env: { PATH: process.env['PATH'], HOME: place.folder, DEPLOY_TOKEN: 'hunter2-hunter2-hunter2' },
    onQuestion: () => ({ choice: 'once' }),
    ...options,
  });
  onTestFinished(() => session.close());
  return Object.assign(session, { requests: model.requests });
}

const kept = ({ store }: Place) => library.listKeptCommands({ path: store });

async function recorded({ store: path }: Place, id: string) {
  const store = await library.openStore(path);
  const events = await store.read(id);
  await store.close();
  return bodies(events as never, 'command-ended');
}

const recordOf = ({ store }: Place, id: string): KeptRecord =>
  JSON.parse(readFileSync(join(`${store}.kept`, id, 'cmd_1', 'record.json'), 'utf8')) as KeptRecord;

/** The input ends with nobody who could write to it; who knows the token can. Answers when the command has ended. */
async function answerKept(place: Place, id: string): Promise<void> {
  const { token } = recordOf(place, id);
  const { connectIn } = await import('../../../src/sandbox/kept/keeper-socket.js');
  const socket = await connectIn(join(`${place.store}.kept`, id, 'cmd_1'));
  socket?.write(`${JSON.stringify({ token })}\n${JSON.stringify({ id: 1, write: 'x\n', end: true })}\n`);
  await new Promise((resolve) => socket?.resume().once('close', resolve));
}

describe.skipIf(needs('bwrap'))('a kept command', () => {
  it("is asked about in mode auto, goes on after its session, and is its session's again", async () => {
    verifies(
      'background.keep.asked',
      'background.keep.goes-on',
      'background.keep.resumed',
      'background.keep.read-only',
      'background.keep.masked',
    );

    const [place, time] = [newPlace(), mark()];
    const asked: Approval[] = [];
    writeFileSync(join(place.workspace, 'secret'), 'it is hunter2-hunter2-hunter2\n');
    writeFileSync(join(place.workspace, 'make.sh'), 'touch no; touch dist/yes && ls dist\n');
    // In one piece: it is read as soon as some of it is there.
    const line = `echo "$(cat secret; bash make.sh 2>&1)"; read a; echo got $a; sleep ${time}`;
    const session = await open([keep(line, { writes: ['dist'] }), done], place, {
      onQuestion: (question) => {
        asked.push(question as Approval);
        return { choice: 'once' };
      },
    });
    const { events } = await play(session.send('go'));
    expect(asked[0]).toMatchObject({
      preview: { kind: 'command', background: true, keptHours: 24 },
      reasons: expect.arrayContaining(['goes on after this session, for at most 24 hours, until it is stopped']),
      offers: [],
      withheld: expect.stringContaining('asked about each time'),
    });
    const [started] = results(events);
    expect(started?.data).toMatch(/\[masked:DEPLOY_TOKEN\][\s\S]*yes\n/);
    expect(started?.data).toMatch(/touch: .*no.*Read-only file system/);
    expect(bodies(events, 'command-started')).toMatchObject([{ commandId: 'cmd_1', keptUntil: expect.any(Number) }]);
    await session.close();
    await sleep(100);
    expect(countRunning(time)).toBe(0);
    const folder = join(`${place.store}.kept`, session.id, 'cmd_1');
    expect(statSync(`${place.store}.kept`).mode & 0o77).toBe(0);
    for (const name of readdirSync(folder).filter((one) => one !== 'socket'))
      expect(statSync(join(folder, name)).mode & 0o77).toBe(0);
    expect(readFileSync(join(folder, 'output-0000000000000000'), 'utf8')).not.toContain('hunter2');

    const stranger = await open([call('list_commands'), done], place);
    expect(results((await play(stranger.send('and?'))).events)[0]?.data).toEqual({ commands: [] });

    const write = call('write_command', { id: 'cmd_1', text: 'it\n' });
    const again = await open([call('list_commands'), write, poll, done], place, { session: session.id });
    expect(again.commands).toMatchObject([{ id: 'cmd_1', running: true, unread: 0, keptUntil: expect.any(Number) }]);
    const [listed, written, polled] = results((await play(again.send('on'))).events);
    expect(listed?.data).toMatchObject({ commands: [{ id: 'cmd_1', state: 'running', kept: true }] });
    expect(written?.data).toEqual({ id: 'cmd_1', taken: true });
    expect(polled?.data).toMatch(/^got it\n/);
    expect(countRunning(time)).toBeGreaterThan(0);
    await again.stopCommand('cmd_1');
    expect(await untilNone(time, 500)).toBe(0);
    await again.close();
    expect(await recorded(place, session.id)).toMatchObject([{ commandId: 'cmd_1', by: 'person' }]);
    expect(kept(place)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it('that ends while its session is away is told of when it is opened again, with its exit', async () => {
    verifies('background.keep.ended-away');
    const place = newPlace();
    const session = await open([keep('echo up; read a; echo over; exit 3', { wait_ms: 5000 }), done], place);
    await play(session.send('go'));
    await session.close();
    await answerKept(place, session.id);
    expect(kept(place)).toMatchObject([{ id: 'cmd_1', end: { by: 'itself', exitCode: 3 }, bytes: 8 }]);
    const again = await open([poll, done], place, { session: session.id });
    expect(again.commands).toMatchObject([{ id: 'cmd_1', running: false, unread: 5 }]);
    const { events } = await play(again.send('well?'));
    expect(again.requests[0]?.messages.at(-1)?.text).toMatch(
      /cmd_1 .* has ended, with exit code 3\. poll_command gives 5 bytes/,
    );
    expect(results(events)[0]?.data).toMatch(/^over\n\[cmd_1 ended with exit code 3/);
    await again.close();
    expect(await recorded(place, session.id)).toMatchObject([{ by: 'itself', exitCode: 3 }]);
    expect(kept(place)).toEqual([]);
  });

  it.skipIf(needs('curl'))(
    'reaches the hosts of its question after its session, no others, and taints who reads it',
    async () => {
      verifies('background.keep.hosts', 'background.taint.polled');
      const [place, named, ruled, hidden] = [newPlace(), await serve('One.\n'), await serve('Two.\n'), await serve('')];
      const fetch = 'curl -sS --max-time 5';
      const more = [ruled, hidden].map(({ host }) => `${fetch} http://${host}/more || echo kept out`);
      writeFileSync(join(place.workspace, 'more.sh'), more.join('\n'));
      const line = `echo up; read a; ${fetch} http://${named.host}/late; bash more.sh`;
      const given: readonly object[] = [{ allow: `net(${ruled.host})` }];
      const { rules } = parseRuleList(given, { layer: 'user', file: 'config.json', line: 1 });
      // In `auto` a host of this machine that is only named would stay closed.
      const options = { mode: 'edit', rules } as const;
      const session = await open([keep(line), done], place, options);
      await play(session.send('go'));
      await session.close();
      expect(named.asked).toEqual([]);
      await answerKept(place, session.id);
      expect([named.asked, ruled.asked, hidden.asked]).toEqual([['/late'], ['/more'], []]);
      const again = await open([poll, done], place, { ...options, session: session.id });
      const { events } = await play(again.send('well?'));
      expect(results(events)[0]?.data).toMatch(/One\.\nTwo\.\n[\s\S]*kept out/);
      // The named one taints from the start: nobody knows when it is connected to.
      expect(bodies(events, 'taint-raised')).toMatchObject([{ kind: 'network', source: ruled.host }]);
      expect(again.taint.sources.map(({ source }) => source)).toEqual([named.host, ruled.host]);
    },
  );

  it('outlives kill -9 of its program, dies with kill -9 of its keeper, and both are told', async () => {
    verifies('background.keep.killed', 'background.keep.keeper-killed');
    const [place, time, other] = [newPlace(), mark(), mark()];
    const { id, end } = await runChild('kept/kept-child.ts', [
      await builtFolder(),
      place.store,
      place.workspace,
      `echo up; sleep ${time}`,
      `echo too; sleep ${other}`,
    ]);
    expect(end).toBe('SIGKILL');
    expect(await untilNone(other, 3000)).toBe(0);
    expect(countRunning(time)).toBeGreaterThan(0);
    const session = await open([done], place, { session: id });
    expect(session.commands).toMatchObject([{ id: 'cmd_1', running: true }]);
    const ended = new Promise<void>((resolve) => {
      session.on(({ type }) => (type === 'command-ended' ? resolve() : undefined));
    });
    process.kill(recordOf(place, id).keeper.pid, 'SIGKILL');
    await ended;
    expect(await untilNone(time, 3000)).toBe(0);
    await session.close();
    expect(await recorded(place, id)).toMatchObject([
      { commandId: 'cmd_2', by: 'program' },
      { commandId: 'cmd_1', by: 'program' },
    ]);
  });

  it('is listed, shown and stopped by the person, and keeps its session from being deleted', async () => {
    verifies('background.keep.commands', 'background.keep.delete');
    const [place, time] = [newPlace(), mark()];
    const session = await open([keep(`echo up; sleep ${time}`), done], place);
    await play(session.send('go'));
    await session.close();
    const cli = (...args: string[]) => runCli([...args, '--store', place.store], { cwd: place.folder });
    const listed = await cli('commands', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ sessionId: session.id, id: 'cmd_1', bytes: 3 }]);
    expect((await cli('commands')).stdout).toMatch(/\/cmd_1 {2}echo up; sleep .*\n {2}runs since .*, until .* at most/);
    expect(await cli('commands', 'show', 'cmd_1')).toMatchObject({ code: 0, stdout: 'up\n' });
    const refused = await cli('sessions', 'delete', session.id, '--yes');
    expect(refused.stderr).toContain(`toolwright commands stop ${session.id}/cmd_1`);
    expect(refused.code).not.toBe(0);
    expect((await cli('commands', 'stop', 'cmd_7')).stderr).toContain(`Known are ${session.id}/cmd_1`);
    const stopped = await cli('commands', 'stop', `${session.id}/cmd_1`);
    expect(stopped).toMatchObject({ code: 0, stderr: expect.stringContaining('ended because you stopped it') });
    expect(await untilNone(time, 500)).toBe(0);
    expect((await cli('sessions', 'delete', session.id, '--yes')).code).toBe(0);
    expect(existsSync(join(`${place.store}.kept`, session.id))).toBe(false);
  });

  it('is not started where it could not be held', async () => {
    verifies('background.keep.refused');
    const place = newPlace();
    const time = mark();
    writeFileSync(`${place.store}.kept`, 'in the way');
    const session = await open([keep(`sleep ${time}`), done], place);
    const { events } = await play(session.send('go'));
    expect(results(events)[0]).toMatchObject({
      error_type: 'io_error',
      error_message: expect.stringContaining('It cannot be kept, and was not started'),
    });
    expect(bodies(events, 'command-started')).toEqual([]);
    const refusals: [Partial<SessionOptions>, RegExp][] = [
      [{ store: 'memory' }, /this session is in memory alone/],
      [{ keepHours: 0 }, /keepHours is 0/],
      [{ sandbox: 'off' }, /commands are not sandboxed here/],
    ];
    for (const [options, reason] of refusals) {
      const other = await open([keep(`sleep ${time}`), done], newPlace(), options);
      const told = results((await play(other.send('go'))).events)[0];
      expect(told).toMatchObject({ success: false, error_message: expect.stringMatching(reason) });
    }
    const outside = await open([keep('ls', { writes: ['..'] }), keep('ls', { writes: ['.'] }), done], newPlace());
    for (const told of results((await play(outside.send('go'))).events))
      expect(told.error_message).toMatch(/is no folder within the workspace/);
    expect(spawnSync('pgrep', ['-f', `sleep ${time}`]).status).not.toBe(0);
  });
});
