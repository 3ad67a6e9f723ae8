import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

/** A session that read, wrote and was denied something. */
async function recorded(): Promise<Scene> {
  const scene = await createScene([
    {
      calls: [
        { name: 'read_file', arguments: { path: 'notes.txt' } },
        { name: 'write_file', arguments: { path: 'out.txt', content: 'giraffe' } },
        { name: 'append_file', arguments: { path: '.git/hooks/pre-commit', content: 'x' } },
        { name: 'no_such_tool', arguments: {} },
      ],
    },
    { text: 'Done.' },
  ]);
  writeFileSync(join(scene.folder, 'notes.txt'), 'n\n');
  await runCli(['run', ...scene.flags, '--mode', 'edit', 'look at the giraffe'], { cwd: scene.folder });
  return scene;
}

const replay = ({ folder, store }: Scene, ...args: string[]) =>
  runCli(['replay', ...args, '--store', store], { cwd: folder });

describe('toolwright replay', () => {
  it('finds no difference and touches nothing, wherever it is run', async () => {
    verifies('replay.command.exits', 'replay.touch.nothing', 'replay.command.json');
    const scene = await recorded();
    // What would be done again shows at once: the file is not there any more.
    rmSync(join(scene.folder, 'out.txt'));
    rmSync(join(scene.folder, 'notes.txt'));
    const before = statSync(scene.store).mtimeMs;
    const { stdout, stderr, code } = await replay(scene, 'last');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(/^1 turn of ses_\w+, \d+ events compared: no difference\.\n/);
    expect(stdout).toContain('Left out, as nothing is run again: 2 change-staged, 1 change-applied.');
    expect(existsSync(join(scene.folder, 'out.txt'))).toBe(false);
    expect(readdirSync(scene.folder)).toEqual([]);
    expect(statSync(scene.store).mtimeMs).toBe(before);
    const { stdout: json } = await replay(scene, 'last', '--json');
    expect(JSON.parse(json)).toMatchObject({ turns: 1, differences: [], redacted: false });
  });

  it('writes a redacted session that replays from its file, and tells a difference with both sides', async () => {
    verifies('replay.redact.replays', 'replay.redact.words', 'replay.told.sides', 'replay.command.exits');
    const scene = await recorded();
    const { stdout: lines, code } = await replay(scene, 'last', '--redact');
    expect(code).toBe(0);
    expect(lines).not.toContain('giraffe');
    const file = join(scene.folder, 'shared.jsonl');
    writeFileSync(file, lines);
    const again = await replay(scene, '--file', 'shared.jsonl');
    expect(again.stdout).toMatch(/: no difference\.\n/);
    expect(again.stdout).toContain('The session is redacted: of its words only the form was compared.');
    expect(again.code).toBe(0);
    writeFileSync(file, lines.replaceAll('"outcome":"ok"', '"outcome":"timeout"'));
    const other = await replay(scene, '--file', 'shared.jsonl');
    expect(other.code).toBe(1);
    expect(other.stdout).toMatch(
      /^turn 1, event \d+, call-settled call_\w+: outcome\n {2}recorded: timeout\n {2}replayed: error\n/m,
    );
    expect(readFileSync(file, 'utf8')).toContain('"timeout"');
  });

  it.each([
    [[], 'Say which session to replay: its id, last, or --file FILE.'],
    [['last', '--file', 'x'], 'Say which session to replay: its id, last, or --file FILE.'],
    [['ses_none'], 'There are no sessions here'],
    [['--file', 'gone.jsonl'], 'gone.jsonl'],
    [['--file', 'odd.jsonl'], 'odd.jsonl:1 is no event'],
  ])('refuses %j and says why', async (args, says) => {
    verifies('replay.command.exits');
    const scene = await createScene([]);
    writeFileSync(join(scene.folder, 'odd.jsonl'), 'hello\n');
    const { stdout, stderr, code } = await replay(scene, ...args);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toContain(says);
  });
});
