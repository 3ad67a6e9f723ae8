import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Hook } from '../../../src/extend/hook/hook.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { verifies } from '../../requirements.js';
import { bodies, echo, newFolder, open, play, results } from '../../session/open.js';
import { needs } from '../../support/needs.js';
import { say } from './scene.js';

async function run(hook: Hook, options: Partial<SessionOptions> = {}) {
  const session = await open([{ calls: [say('a')] }, { text: 'Done.' }], { tools: [echo], hooks: [hook], ...options });
  const { events } = await play(session.send('go'));
  await session.close();
  return { ended: bodies(events, 'hook-ended')[0], result: results(events)[0] };
}

describe.skipIf(needs('bwrap'))('a confined hook', () => {
  it('reads the workspace and writes nowhere', async () => {
    verifies('middleware.hook.confined');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'in.txt'), 'inside\n');
    const home = newFolder();
    const command = 'grep -q inside in.txt && touch ~/new.txt && ! touch new.txt 2> /dev/null';
    const { ended } = await run({ on: 'before-call', command }, { workspace, env: { HOME: home } });
    expect(ended?.status).toBe('ok');
    expect(existsSync(join(workspace, 'new.txt'))).toBe(false);
    // Its home is an empty one of its own.
    expect(existsSync(join(home, 'new.txt'))).toBe(false);
  });

  it('writes what its config says, and not in plan mode', async () => {
    verifies('middleware.hook.opened');
    const home = newFolder();
    writeFileSync(join(home, 'log.txt'), '');
    const workspace = newFolder();
    mkdirSync(join(workspace, 'out'));
    const command = 'echo a >> ~/log.txt && echo b > out/b.txt && ! touch other.txt 2> /dev/null';
    const hook: Hook = { on: 'before-call', command, writes: ['out', '~/log.txt'] };
    const { ended } = await run(hook, { workspace, env: { HOME: home } });
    expect(ended).toMatchObject({ status: 'ok' });
    expect(readFileSync(join(home, 'log.txt'), 'utf8')).toBe('a\n');
    expect(readFileSync(join(workspace, 'out/b.txt'), 'utf8')).toBe('b\n');
    const planning = await run(hook, { workspace, env: { HOME: home }, mode: 'plan' });
    expect(planning.ended?.status).toBe('error');
    const away = newFolder();
    symlinkSync(away, join(workspace, 'away'));
    const linked = await run({ on: 'before-call', command: 'touch away/x', writes: ['away'] }, { workspace });
    expect(linked.ended?.status).toBe('error');
    const whole = await run({ on: 'before-call', command: 'touch any.txt', writes: ['.'] }, { workspace });
    expect(whole.ended?.status).toBe('ok');
  });

  it('has no network but the hosts its config says', async () => {
    verifies('middleware.hook.opened');
    const server = createServer((_, response) => response.writeHead(204).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { readonly port: number };
    const command = `curl -s --max-time 5 -o /dev/null -f http://127.0.0.1:${port}/`;
    const hook: Hook = { on: 'before-call', command };
    expect((await run(hook)).ended?.status).toBe('error');
    expect((await run({ ...hook, hosts: [`127.0.0.1:${port}`] })).ended).toMatchObject({ status: 'ok' });
    server.close();
  });
});

describe('where nothing can confine', () => {
  const bare = { ...createBareProcesses({ env: { PATH: process.env['PATH'] } }), sandboxed: false };
  const place = (layer: 'user' | 'workspace') => ({ origin: { layer, file: 'config.json', line: 1 } }) as const;

  it('runs the hooks of the user, and those of a workspace only with sandbox off', async () => {
    verifies('middleware.hook.unconfined');
    const hook: Hook = { on: 'before-call', command: 'true' };
    expect((await run({ ...hook, ...place('user') }, { process: bare })).ended?.status).toBe('ok');
    const { ended, result } = await run({ ...hook, ...place('workspace') }, { process: bare });
    expect(ended).toMatchObject({
      status: 'skipped',
      message: expect.stringContaining('commands cannot be confined here, and it comes from a workspace'),
    });
    expect(result).toMatchObject({ success: false });
    expect((await run({ ...hook, ...place('workspace') }, { sandbox: 'off' })).ended?.status).toBe('ok');
    const after = await run({ ...hook, on: 'after-call', ...place('workspace') }, { process: bare });
    expect([after.ended?.status, after.result?.success]).toEqual(['skipped', true]);
  });
});
