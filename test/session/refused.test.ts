import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/create-sandbox.js';
import type { Fact } from '../../src/tool/fact.js';
import { serve } from '../policy/net/guard-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { bodies } from './open.js';
import { createRefusedScene, playCommands, type RefusedScene } from './refused-scene.js';

const once = { choice: 'once' } as const;
const targets = (facts: readonly Fact[] | undefined): readonly string[] =>
  facts?.map(({ kind, target }) => `${kind} ${target}`) ?? [];

describe.skipIf(needs('bwrap'))('a command that the sandbox stopped', { timeout: 60_000 }, () => {
  it('may change the settings of a repository once the person says so, and that can be undone', async () => {
    verifies('sandbox.refused.asked', 'sandbox.refused.undo');
    const scene = createRefusedScene();
    const config = join(scene.workspace, '.git/config');
    const before = readFileSync(config, 'utf8');
    const { session, asked, turns } = await playCommands(scene, ['git config user.name Somebody'], { answers: [once] });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ tool: 'run_command', sandboxed: true, offers: [] });
    expect(asked[0]?.again?.ended).toMatch(/^exit code \d+$/);
    expect(targets(asked[0]?.again?.refused)).toEqual(['write .git/config']);
    expect(turns[0]?.result).toMatchObject({
      success: true,
      data: expect.stringContaining('[changed]\nM .git/config'),
    });
    expect(readFileSync(config, 'utf8')).toContain('name = Somebody');
    expect(bodies(turns[0]?.events ?? [], 'call-started').map(({ attempt }) => attempt)).toEqual([1, 2]);
    await session.undo();
    expect(readFileSync(config, 'utf8')).toBe(before);
  });

  it('keeps its first result when the person says no, in the words of the model too', async () => {
    verifies('sandbox.refused.kept');
    const scene = createRefusedScene();
    const { asked, turns } = await playCommands(scene, ['git config user.name Somebody'], {
      answers: [{ choice: 'deny' }],
    });
    expect(asked).toHaveLength(1);
    expect(turns[0]?.result).toMatchObject({ success: false, error_type: 'io_error' });
    expect(turns[0]?.result?.data).toContain('.git/config');
    expect(turns[0]?.result?.error_message).toMatch(
      /^exit code \d+\. The sandbox refused: writes \.git\/config \(a person is asked about this each time\)\. The person did not allow it\.$/,
    );
    expect(readFileSync(join(scene.workspace, '.git/config'), 'utf8')).not.toContain('Somebody');
  });

  const writers: readonly (readonly [string, (path: string) => string])[] = [
    ['bash', (path) => `x=${path}; echo hello > "$x"`],
    ['python', (path) => `python3 -c "open('${path}', 'w').write('hello\\n')"`],
    ['node', (path) => `node -e "require('fs').writeFileSync('${path}', 'hello\\n')"`],
  ];
  it.each(writers)('may write elsewhere by %s once the person says so', async (_, command) => {
    verifies('sandbox.refused.asked');
    const scene = createRefusedScene();
    const path = join(scene.elsewhere, 'new.txt');
    const script = join(scene.workspace, 'write.sh');
    writeFileSync(script, command(path));
    const no = await playCommands(scene, ['bash write.sh'], { answers: [{ choice: 'deny' }] });
    expect(targets(no.asked[0]?.again?.refused)).toEqual([`write ${path}`]);
    expect(no.turns[0]?.result?.error_message).toContain(`(allow: "write(${path})")`);
    expect(existsSync(path)).toBe(false);
    const yes = await playCommands(scene, ['bash write.sh'], { answers: [once] });
    expect(yes.turns[0]?.result).toMatchObject({ success: true });
    expect(readFileSync(path, 'utf8')).toBe('hello\n');
  });

  it('tells the changes of both runs, and journals both', async () => {
    verifies('sandbox.refused.undo');
    const scene = createRefusedScene();
    const script =
      'echo run >> log.txt; test -e first.txt || echo 1 > first.txt; git config user.name x && echo 2 > second.txt';
    writeFileSync(join(scene.workspace, 'both.sh'), script);
    const { session, turns, asked } = await playCommands(scene, ['bash both.sh'], { answers: [once] });
    expect(asked).toHaveLength(1);
    expect(turns[0]?.result?.data).toContain('[changed]\nM .git/config\nA first.txt\nA log.txt\nA second.txt');
    expect(readFileSync(join(scene.workspace, 'log.txt'), 'utf8')).toBe('run\nrun\n');
    expect(bodies(turns[0]?.events ?? [], 'change-applied')).toHaveLength(2);
    await session.undo();
    for (const name of ['log.txt', 'first.txt', 'second.txt'])
      expect(existsSync(join(scene.workspace, name))).toBe(false);
  });

  it('runs again unasked where a grant covers what is refused', async () => {
    verifies('sandbox.refused.allowed');
    const scene = createRefusedScene();
    const notes = join(scene.elsewhere, 'notes.txt');
    writeFileSync(notes, 'remember\n');
    // The name it goes by is a link, which is private too.
    symlinkSync(notes, join(scene.home, 'link.txt'));
    writeFileSync(join(scene.workspace, 'read.sh'), 'cat ~/link.txt');
    const { asked, turns } = await playCommands(scene, ['bash read.sh', 'bash read.sh'], {
      answers: [{ choice: 'project', rules: [`read(${notes})`] }],
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.offers.map(({ rules }) => rules)).toEqual([[`read(${notes})`]]);
    for (const { result } of turns)
      expect(result).toMatchObject({ success: true, data: expect.stringContaining('remember') });
    expect(bodies(turns[1]?.events ?? [], 'call-started')).toHaveLength(2);
  });

  it('reaches a host once the person says so', async () => {
    verifies('sandbox.refused.asked');
    const scene = createRefusedScene();
    const { asked, turns, seen } = await withHost(scene, [once]);
    expect(targets(asked[0]?.again?.refused)).toEqual(['net api.example.test']);
    expect(asked[0]?.offers.map(({ rules }) => rules)).toEqual([['net(api.example.test)']]);
    expect(turns[0]?.result).toMatchObject({ success: true, data: expect.stringContaining('hello') });
    expect(seen).toEqual(['api.example.test']);
  });

  it('does not reach it when nobody is there', async () => {
    verifies('sandbox.refused.kept', 'sandbox.refused.mode');
    const scene = createRefusedScene();
    const { turns, seen } = await withHost(scene, [], { onAsk: 'deny' });
    expect(turns[0]?.result?.error_message).toMatch(
      /The sandbox refused: connects to api\.example\.test \(allow: "net\(api\.example\.test\)"\)\. Nobody is there to allow it\.$/,
    );
    expect(turns[0]?.end).toMatchObject({ deniedUnasked: 1 });
    expect(seen).toEqual([]);
  });

  it.each([
    ['bash', 'exec 3<>"/dev/tcp/$H/80"'],
    ['node', `node -e "require('http').get('http://' + process.env.H)"`],
    ['python', `python3 -c "import os,urllib.request; urllib.request.urlopen('http://' + os.environ['H'])"`],
    ['git', 'git ls-remote "https://$H/a.git"'],
  ])('tells the host that %s could not reach', async (_, command) => {
    verifies('sandbox.refused.found');
    const scene = createRefusedScene();
    writeFileSync(join(scene.workspace, 'go.sh'), `export H=api.example.test; ${command}`);
    const { asked } = await playCommands(scene, ['bash go.sh']);
    expect(asked.map(({ again }) => targets(again?.refused))).toEqual([['net api.example.test']]);
  });

  it('is told, and not asked about, where nothing allows it', async () => {
    verifies('sandbox.refused.floor');
    const scene = createRefusedScene();
    mkdirSync(join(scene.home, '.ssh'));
    writeFileSync(join(scene.home, '.ssh/id_rsa'), 'canary');
    writeFileSync(join(scene.workspace, 'key.sh'), 'cat ~/.ssh/id_rsa');
    const { asked, turns } = await playCommands(scene, ['bash key.sh'], { answers: [once] });
    expect(asked).toEqual([]);
    expect(turns[0]?.result?.error_message).toMatch(/reads .*\/\.ssh\/id_rsa.* \(this is never allowed\)/);
    expect(JSON.stringify(turns)).not.toContain('canary');
  });

  it('that succeeds all the same tells what was refused', async () => {
    verifies('sandbox.refused.told');
    const scene = createRefusedScene();
    writeFileSync(join(scene.workspace, 'half.sh'), 'touch /usr/toolwright-canary; echo done');
    const { asked, turns } = await playCommands(scene, ['bash half.sh'], { answers: [once] });
    expect(asked).toEqual([]);
    expect(turns[0]?.result).toMatchObject({ success: true });
    expect(turns[0]?.result?.data).toContain(
      '[refused by the sandbox]\nwrites /usr/toolwright-canary, outside the workspace (allow: "write(/usr/toolwright-canary)")',
    );
    expect(bodies(turns[0]?.events ?? [], 'call-settled')[0]?.display).toMatch(/^exit 0, 1 refusal by the sandbox: /);
    expect(existsSync('/usr/toolwright-canary')).toBe(false);
  });

  it('that prints the messages of others is no refusal', async () => {
    verifies('sandbox.refused.quoted');
    const scene = createRefusedScene();
    const log = join(scene.workspace, 'old.log');
    writeFileSync(log, 'touch: /usr/x: Read-only file system\ncurl: (6) Could not resolve host: api.example.test\n');
    const { asked, turns } = await playCommands(scene, ['cat old.log'], { answers: [once] });
    expect(asked).toEqual([]);
    expect(turns[0]?.result?.data).not.toContain('refused by the sandbox');
  });
});

/** A command that wants to reach a host, which leads to a server of the test once it is open. */
async function withHost(scene: RefusedScene, answers: readonly (typeof once)[], options = {}) {
  const seen: string[] = [];
  const { port } = await serve((request, response) => {
    seen.push(request.headers.host ?? '');
    response.end('hello\n');
  });
  const process_ = createSandbox({
    env: { PATH: process.env['PATH'], HOME: scene.home, LANG: 'C' },
    root: scene.workspace,
    home: scene.home,
    own: [],
    mode: () => 'auto',
    hosts: (facts) =>
      facts.flatMap(({ kind, target, known }) => (kind === 'net' && known ? [{ verdict: 'allow', host: target }] : [])),
    dialing: { resolve: async () => ['203.0.113.7'], connect: () => connect({ host: '127.0.0.1', port }) },
  });
  writeFileSync(join(scene.workspace, 'ask.sh'), 'curl -sS --fail "http://api.example.test/x"');
  const played = await playCommands(scene, ['bash ask.sh'], { process: process_, answers, ...options });
  return { ...played, seen };
}
