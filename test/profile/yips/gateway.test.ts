import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { type Approval, newFolder, play } from '../../session/open.js';
import { acts, openAlone, openYips, rowsIn, tool } from './scene.js';

describe('Yips where no person is', () => {
  it('denies what it would ask about, by the gateway safety policy', async () => {
    verifies('yips.risk.gateway-denies');
    const workspace = newFolder();
    mkdirSync(join(workspace, 'kept'));
    const outside = newFolder();
    writeFileSync(join(outside, 'a.txt'), 'a');
    const session = await openAlone(
      [
        acts(
          tool('run_command', { command: 'rm -rf kept' }, 'destructive'),
          tool('read_file', { path: join(outside, 'a.txt') }, 'outside'),
          tool('run_command', { command: 'rm -rf x', cwd: outside }, 'both'),
          tool('run_command', { command: 'ls' }, 'none'),
        ),
        'Done.',
      ],
      { workspace },
    );
    await play(session.send('go'));
    const gateway = expect.stringContaining('gateway safety policy');
    expect(rowsIn(session.requests, 1)).toMatchObject([
      { callId: 'destructive', status: 'denied', output: gateway },
      { callId: 'outside', status: 'denied', output: gateway },
      { callId: 'both', status: 'denied', output: expect.stringContaining('risk policy') },
      { callId: 'none', status: 'ok', output: 'kept' },
    ]);
    expect(existsSync(join(workspace, 'kept'))).toBe(true);
  });

  it('applies a staged change with a valid token, and no other', async () => {
    verifies('yips.risk.gateway-apply');
    const workspace = newFolder();
    const stage = acts(tool('preview_write_file', { path: 'a.txt', content: 'new' }));
    const session = await openAlone([stage, acts(tool('apply_file_change', { token: 'made up' })), 'Staged.'], {
      workspace,
    });
    await play(session.send('go'));
    expect(rowsIn(session.requests, 2)).toMatchObject([
      { status: 'error', metadata: { applied: false, reason: 'invalid-or-expired-token' } },
    ]);
    expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
    const token = rowsIn(session.requests, 1)[0]?.metadata?.['token'];
    const applied = await session.call('apply_file_change', { token }).settlement;
    expect(applied).toMatchObject({ outcome: 'ok' });
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new');
  });
});

it('asks a person in the terminal, and a no is denied', async () => {
  const asked: Approval[] = [];
  const session = await openYips([acts(tool('run_command', { command: 'rm -rf kept' })), 'Done.'], {
    onQuestion(question) {
      asked.push(question as Approval);
      return { choice: 'deny' };
    },
  });
  await play(session.send('go'));
  expect(asked.map(({ tool: name }) => name)).toEqual(['run_command']);
  expect(rowsIn(session.requests, 1)).toMatchObject([{ status: 'denied' }]);
});
