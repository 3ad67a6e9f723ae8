import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/session/event.js';
import { verifies } from '../../requirements.js';
import { createOwnScene, sentBy, toolsOf } from './own-scene.js';

const reader = {
  extends: 'toolwright',
  tools: { only: ['read_file', 'grep'] },
  system: { add: 'You only read.' },
} as const;
const writes = { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'one\n' } }] };

const openedIn = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent)
    .flatMap((event) => (event.type === 'session-opened' ? [event.body.profile] : []));

describe('the profile of a run', () => {
  it('is the one that is named: its tools and its words are sent, and it is recorded', async () => {
    verifies('profiles.choose.run', 'profiles.file.tools', 'profiles.file.system');
    const scene = await createOwnScene(() => ({ text: 'Read.' }));
    scene.writeProfile('reader', reader);
    const end = await scene.run(['--json', '--profile', 'reader', 'look']);
    expect({ code: end.code, opened: openedIn(end.stdout) }).toEqual({ code: 0, opened: ['reader'] });
    const [sent] = sentBy(scene);
    expect(sent && toolsOf(sent)).toEqual(['read_file', 'grep']);
    expect(sent?.messages[0]).toMatchObject({ role: 'system', content: expect.stringMatching(/You only read\.$/) });
  });

  it('is that of the config, unless the flag names another', async () => {
    verifies('profiles.choose.config');
    const scene = await createOwnScene(() => ({ text: 'Done.' }));
    scene.writeProfile('reader', reader);
    scene.writeConfig({ profile: 'reader' });
    expect(openedIn((await scene.run(['--json', 'look'])).stdout)).toEqual(['reader']);
    expect(openedIn((await scene.run(['--json', '--profile', 'toolwright', 'look'])).stdout)).toEqual(['toolwright']);
    expect((await scene.cli(['config', 'get', 'profile'])).stdout).toBe('reader\n');
  });

  it('is not said by a workspace', async () => {
    verifies('profiles.choose.workspace');
    const scene = await createOwnScene(() => ({ text: 'Done.' }));
    mkdirSync(join(scene.folder, '.toolwright'));
    writeFileSync(join(scene.folder, '.toolwright', 'config.json'), '{\n  "profile": "astra"\n}');
    await scene.cli(['trust', '--yes', '--store', scene.store]);
    const end = await scene.run(['look']);
    expect(end.code).toBe(2);
    expect(end.stderr).toContain('config.json:2: profile cannot be set by a workspace; set it in your own config.json');
    expect(scene.server.requests).toEqual([]);
  });

  it('is refused when there is none of that name, or its file is wrong', async () => {
    verifies('profiles.choose.unknown', 'profiles.file.mistakes');
    const scene = await createOwnScene([]);
    const file = scene.writeProfile('reader', { ...reader, limitz: {} });
    expect(await scene.run(['--profile', 'yisp', 'look'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'toolwright: There is no profile "yisp"; did you mean "yips"?\n',
    });
    expect(await scene.run(['--profile', 'reader', 'look'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `toolwright: The profile reader cannot be used:\n${file}:12: "limitz" is no setting; did you mean "limits"?\n`,
    });
    scene.writeConfig({ profile: 'No Such' });
    expect((await scene.run(['look'])).stderr).toContain('profile must be the name of a profile: small letters');
  });
});

describe('a question nobody can answer', () => {
  it('is dealt with as the profile says, unless --on-ask says otherwise', async () => {
    verifies('profiles.choose.no-person');
    const scene = await createOwnScene((_request, at) => (at % 2 === 0 ? writes : { text: 'Well.' }));
    scene.writeProfile('parks', { extends: 'toolwright', noPerson: 'park' });
    scene.writeProfile('aborts', { extends: 'toolwright', noPerson: 'abort' });
    scene.writeProfile('waits', { extends: 'toolwright', noPerson: 'wait=1h' });
    const codeOf = async (...args: string[]) => (await scene.run([...args, 'write'])).code;
    expect(await codeOf('--profile', 'waits', '--on-ask', 'deny')).toBe(3);
    expect(await codeOf()).toBe(3);
    // The prompt came from stdin: no answer could.
    expect((await scene.run(['--profile', 'waits', '-'], 'write')).code).toBe(3);
    const parked = await scene.run(['--profile', 'parks', 'write']);
    expect(parked.code).toBe(4);
    expect(parked.stderr).toContain('--on-ask is park');
  });

  it('ends the turn where the profile aborts', async () => {
    verifies('profiles.choose.no-person');
    const scene = await createOwnScene(() => writes);
    scene.writeProfile('aborts', { extends: 'toolwright', noPerson: 'abort' });
    expect((await scene.run(['--profile', 'aborts', 'write'])).code).toBe(3);
    expect(scene.server.requests).toHaveLength(1);
  });
});

describe('a session that is gone on with', () => {
  it('keeps its profile, and finds the file of one by its name', async () => {
    verifies('profiles.session.keeps', 'profiles.session.own');
    const scene = await createOwnScene(() => ({ text: 'Done.' }));
    scene.writeProfile('reader', reader);
    await scene.run(['--profile', 'reader', 'look']);
    scene.writeConfig({ profile: 'seed' });
    const end = await scene.run(['--json', '--session', 'last', 'again']);
    expect({ code: end.code, opened: openedIn(end.stdout) }).toEqual({ code: 0, opened: ['reader'] });
    expect(sentBy(scene).map(toolsOf)).toEqual([
      ['read_file', 'grep'],
      ['read_file', 'grep'],
    ]);
    expect((await scene.run(['--session', 'last', '--profile', 'reader', 'once more'])).code).toBe(0);
    const replayed = await scene.cli(['replay', 'last', '--store', scene.store]);
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('no difference') });
  });

  it('is not gone on with under another', async () => {
    verifies('profiles.session.other');
    const scene = await createOwnScene(() => ({ text: 'Done.' }));
    scene.writeProfile('reader', reader);
    await scene.run(['--profile', 'reader', 'look']);
    for (const other of ['yips', 'toolwright']) {
      const end = await scene.run(['--session', 'last', '--profile', other, 'again']);
      expect(end.code).toBe(2);
      expect(end.stderr).toMatch(
        new RegExp(`--profile ${other}: the session ses_\\w+ has the profile reader, and keeps it`),
      );
    }
    expect(scene.server.requests).toHaveLength(1);
  });

  it('tells when the file of its profile is gone, and takes another only when it is named', async () => {
    verifies('profiles.session.gone');
    const scene = await createOwnScene(() => ({ text: 'Done.' }));
    scene.writeProfile('reader', reader);
    await scene.run(['--profile', 'reader', 'look']);
    scene.removeProfile('reader');
    const end = await scene.run(['--session', 'last', 'again']);
    expect(end.code).toBe(2);
    expect(end.stderr).toMatch(/has the profile reader, and there is none of that name here any more: put the file/);
    expect(end.stderr).toContain(
      'profiles/reader.json back beside your config.json, or name another one with --profile',
    );
    const other = await scene.run(['--json', '--session', 'last', '--profile', 'toolwright', 'again']);
    expect({ code: other.code, opened: openedIn(other.stdout) }).toEqual({ code: 0, opened: ['toolwright'] });
  });
});
