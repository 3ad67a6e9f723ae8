import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSession } from '../../../src/session/session.js';
import { readSession } from '../../../src/session/sessions.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { seedProfile } from '../../../src/systems/seed/index.js';
import { scriptedModel } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { createHere } from '../cli-here.js';
import { call, openSeed } from './seed-scene.js';

const write = (path: string) => call('editFile', { path, oldString: '', newString: 'x\n' });
const inPublic = (name: string) => [{ calls: [write(`public:/${name}`)] }, { text: 'Done.' }];

describe('the risk mode of a session of Seed', () => {
  it('is the usual one, is changed while the session runs, and is kept when it is gone on with', async () => {
    verifies('seed.risk.session-mode', 'seed.risk.default-mode', 'seed.risk.mode-recorded');
    const store = createMemoryStore();
    const rounds = ['a', 'b', 'c'].flatMap(inPublic);
    const { session, asked, workspace } = await openSeed(rounds, { store, actor: 'ada' });
    expect(session.riskMode).toBe('autorun_no_public');
    await play(session.send('go'));
    expect(asked).toHaveLength(1);
    await session.setRiskMode('autorun_all', { from: 'web' });
    await play(session.send('go'));
    expect([session.riskMode, asked.length]).toEqual(['autorun_all', 1]);
    await session.setRiskMode('autorun_none');
    const { session: other } = await openSeed([], { store });
    expect(other.riskMode).toBe('autorun_no_public');
    await session.close();
    const again = await openSession({ model: scriptedModel([]), store, session: session.id, workspace });
    expect(again.riskMode).toBe('autorun_none');
    await again.close();
    const { events } = await readSession(store, session.id);
    expect(bodies(events, 'session-opened').map(({ riskMode }) => riskMode)).toEqual(['autorun_no_public']);
    expect(bodies(events, 'risk-mode-changed')).toEqual([
      { from: 'autorun_no_public', to: 'autorun_all', origin: { who: 'ada', from: 'web' } },
      { from: 'autorun_all', to: 'autorun_none', origin: { who: 'ada', from: 'program' } },
    ]);
  });

  it('counts for a call that was judged in another one and has not run', async () => {
    const { session, asked } = await openSeed(
      [{ calls: [write('public:/a'), write('public:/b')] }, { text: 'Done.' }],
      {
        riskMode: 'autorun_all',
        // The second is judged, and waits for its turn.
        profile: { ...seedProfile, limits: { ...seedProfile.limits, maxParallel: 1 } },
        onQuestion: undefined as never,
        onAsk: 'person',
      },
    );
    session.on((event) => {
      if (event.type === 'call-started' && session.riskMode === 'autorun_all') void session.setRiskMode('autorun_none');
      if (event.type === 'approval-requested') session.answer(event.body.id, { choice: 'deny' });
    });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['ok', 'denied']);
    expect(asked).toEqual([]);
  });

  it('is refused where there is none of that name, where the profile has none, and where its program keeps it', async () => {
    const { session } = await openSeed([]);
    await expect(session.setRiskMode('autorun_some')).rejects.toThrow(
      'The profile seed has no risk mode "autorun_some": use autorun_all, autorun_no_public, autorun_none.',
    );
    const model = scriptedModel([]);
    await expect(openSession({ model, workspace: newFolder(), profile: 'seed', riskMode: 'x' })).rejects.toThrow(
      'no risk mode',
    );
    await expect(openSession({ model, workspace: newFolder(), riskMode: 'x' })).rejects.toThrow(
      'The profile toolwright has no risk modes: its mode says what runs unasked.',
    );
  });

  it('is chosen by a flag or in the config, and kept by a session that is gone on with', async () => {
    verifies('seed.risk.chosen');
    const scene = await createHere((_request, at) => inPublic(`${Math.floor(at / 2)}.txt`)[at % 2] ?? {});
    const made = (at: number): boolean => existsSync(join(scene.folder, 'public', `${at}.txt`));
    const seed = ['--profile', 'seed'];
    expect(await scene.run([...seed, '--risk', 'autorun_all', 'go'])).toMatchObject({ code: 0, stdout: 'Done.\n' });
    expect(made(0)).toBe(true);
    expect(await scene.run(['--session', 'last', 'go'])).toMatchObject({ code: 0 });
    expect(made(1)).toBe(true);
    scene.writeConfig({ risk: 'autorun_all' });
    expect(await scene.run([...seed, 'go'])).toMatchObject({ code: 0 });
    expect(made(2)).toBe(true);
    expect(await scene.run([...seed, '--risk', 'autorun_no_public', 'go'])).toMatchObject({ code: 4 });
    expect(await scene.run(['go'])).not.toMatchObject({ code: 2 });
    expect(await scene.run(['--risk', 'autorun_all', 'go'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--risk: The profile toolwright has no risk modes'),
    });
    scene.writeConfig({ risk: 'some' });
    expect(await scene.run([...seed, 'go'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('use autorun_all, autorun_no_public, autorun_none'),
    });
  });

  it('is shown in the first line of the chat and changed by /risk', async () => {
    verifies('seed.risk.mode-change', 'seed.risk.header', 'seed.risk.modes');
    const scene = await createHere([...inPublic('a'), ...inPublic('b')]);
    const end = await scene.chat(
      ['--profile', 'seed'],
      ['/risk', '/risk autorun_al', '/risk autorun_all', 'go', '/new', 'go'],
    );
    expect(end.code).toBe(0);
    expect(end.stdout).toMatch(/^Toolwright .* · profile seed · risk autorun_no_public$/m);
    expect(end.stdout).toContain('* autorun_no_public what changes public:/ is asked about');
    expect(end.stdout).toContain(
      'no risk mode "autorun_al": use autorun_all, autorun_no_public, autorun_none. Did you mean autorun_all?',
    );
    expect(end.stdout).toContain('The risk mode is now autorun_all: everything but commands');
    // A new session of the same chat has it too.
    expect(['a', 'b'].map((name) => existsSync(join(scene.folder, 'public', name)))).toEqual([true, true]);
    expect((await scene.chat([], ['/risk'])).stdout).toContain('The profile toolwright has no risk modes');
  });

  it('changes in a session that has said something, on the record', async () => {
    verifies('seed.risk.mode-recorded');
    const scene = await createHere([{ text: 'Hello.' }, ...inPublic('a')]);
    await scene.chat(['--profile', 'seed'], ['hi', '/risk autorun_all', 'go']);
    expect(existsSync(join(scene.folder, 'public/a'))).toBe(true);
    const { stdout } = await scene.cli(['audit', '--store', scene.store, '--kind', 'mode', '--format', 'jsonl']);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'mode',
      says: 'risk autorun_no_public → autorun_all',
      from: 'stdin',
    });
  });
});
