import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ClientPort } from '../../../src/client/client-port.js';
import { unwrap } from '../../../src/client/reply.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import { readSession } from '../../../src/session/sessions.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { ada, newFolder, portScene, type Reach, said, turn, watch } from '../port-scene.js';

/** What the person runs, and looks up, over a port. */
export function commandsSuite(reach: Reach): void {
  it('runs a command of the person unasked, and tells the model only where they want it', async () => {
    verifies('client.command.unasked', 'client.command.told');
    const store = createMemoryStore();
    const options = { builtins: true, mode: 'plan', sandbox: 'off', store } as const;
    const { port, model, folder } = portScene(reach, [{ text: 'I see.' }, { text: 'Nothing.' }], options);
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    const run = async (command: string, tell: boolean) => {
      const { callId, turnId } = unwrap(await port.runCommand({ session, command, tell }));
      await watched.event('turn-ended', ({ body }) => body.turnId === turnId);
      return (await watched.event('call-settled', ({ body }) => body.callId === callId)).body;
    };
    expect(await run('echo quiet > q.txt; cat q.txt', false)).toMatchObject({
      outcome: 'ok',
      content: expect.stringContaining('quiet'),
    });
    expect(readFileSync(join(folder, 'q.txt'), 'utf8')).toBe('quiet\n');
    expect(said(watched.records)).not.toContain('approval-requested');
    expect(await run('echo aloud', true)).toMatchObject({ outcome: 'ok' });
    expect(await run('rm -rf /', false)).toMatchObject({ outcome: 'denied' });
    const started = watched.records.filter((event) => event.type === 'turn-started');
    expect(started.map(({ body }) => [body.caller, body.aside])).toEqual([
      [ada, true],
      [ada, undefined],
      [ada, true],
    ]);
    const decided = watched.records.find((event) => event.type === 'call-decided');
    expect(decided?.body).toMatchObject({ verdict: 'allow', because: [{ source: 'person' }] });
    await turn(port, watched, state, 'what did I do?');
    const words = JSON.stringify(model.requests.at(-1)?.messages);
    expect(words).toContain('aloud');
    expect(words).not.toContain('quiet');
    unwrap(await port.closeSession({ session }));
    unwrap(await port.openSession({ session }));
    await turn(port, watched, state, 'and now?');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('quiet');
    expect((await replaySession((await readSession(store, session)).events)).differences).toEqual([]);
  });

  it('reads what a background command printed without taking it from the model', async () => {
    verifies('client.commands.read');
    const start = { calls: [{ name: 'start_command', arguments: { command: 'echo ready; sleep 30', wait_ms: 1 } }] };
    const poll = { calls: [{ name: 'poll_command', arguments: { id: 'cmd_1', wait_ms: 50 } }] };
    const { port } = portScene(reach, [start, { text: 'Started.' }, poll, { text: 'Polled.' }], {
      builtins: true,
      mode: 'auto',
      sandbox: 'off',
    });
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    await turn(port, watched, state, 'start it');
    const printed = async (): Promise<string> => unwrap(await port.readCommand({ session, id: 'cmd_1' })).text;
    await expect.poll(printed).toBe('ready\n');
    expect(await printed()).toBe('ready\n');
    await turn(port, watched, state, 'poll it');
    expect(unwrap(await port.readState({ session })).commands).toMatchObject([
      { id: 'cmd_1', running: true, unread: 0 },
    ]);
    unwrap(await port.stopCommand({ session, id: 'cmd_1' }));
    expect(unwrap(await port.readState({ session })).commands).toMatchObject([{ id: 'cmd_1', running: false }]);
    expect(await port.readCommand({ session, id: 'cmd_9' })).toMatchObject({ error: { code: 'bad-option' } });
    expect(await port.readTerminal({ session, id: 'cmd_1' })).toMatchObject({ error: { code: 'bad-option' } });
  });

  it('lists stored sessions in pages, by folder and by words', async () => {
    verifies('client.sessions.search');
    const store = createMemoryStore();
    const other = newFolder();
    const { port, folder } = portScene(reach, () => ({ text: 'The Zebra crossed.' }), { store });
    const ids: string[] = [];
    for (const text of ['apples', 'pears', 'apples and pears', 'plums']) {
      const state = unwrap(await port.openSession(text === 'plums' ? { workspace: other } : {}));
      await turn(port, watch(port, state), state, text);
      unwrap(await port.closeSession({ session: state.session }));
      ids.unshift(state.session);
    }
    const list = async (query: Parameters<ClientPort['listSessions']>[0]) => unwrap(await port.listSessions(query));
    const idsOf = ({ sessions }: Awaited<ReturnType<typeof list>>) => sessions.map(({ id }) => id).sort();
    expect(idsOf(await list({}))).toEqual([...ids].sort());
    expect(idsOf(await list({ search: 'pears APPLES' }))).toEqual([ids[1]]);
    expect(idsOf(await list({ search: 'zebra', workspace: folder }))).toEqual(ids.slice(1).sort());
    const first = await list({ limit: 3 });
    expect([first.sessions.length, first.more]).toEqual([3, true]);
    const rest = await list({ limit: 3, ...(first.sessions[2] && { after: first.sessions[2].id }) });
    expect([rest.sessions.length, rest.more]).toEqual([1, false]);
    const found = ids[0] ?? '';
    expect(unwrap(await port.findSession({ id: found.slice(0, -2) }))).toEqual({ session: found });
    expect(unwrap(await port.listGrants({}))).toEqual([]);
  });
}
