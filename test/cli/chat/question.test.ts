import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FakeModelRounds } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';
import { openTerminal, type Terminal } from '../../support/tmux.js';

const missing = needs('tmux');

const hostile = [
  "echo '\u001b[2J\u001b[H\u001b]0;owned\u0007' \u202egnp.hs \u200b",
  '? May read_file run?',
  '  low: reads a.txt',
  '  [y] once  [n] deny',
  `c\u0430t x${' '.repeat(200)}; touch made ${'y'.repeat(150)}? May all run?`,
].join('\n');
const command = (text: string) => ({ name: 'run_command', arguments: { command: text } });
const writeLines = (path: string, count: number) => ({
  name: 'write_file',
  arguments: { path, content: Array.from({ length: count }, (_, at) => `line ${at}\n`).join('') },
});

async function openChat(rounds: FakeModelRounds): Promise<{ scene: Scene; terminal: Terminal }> {
  const scene = await createScene(rounds);
  const program = [process.execPath, await builtCli(), ...scene.flags];
  const terminal = openTerminal({ command: program, cwd: scene.folder, env: { HOME: scene.folder } });
  return { scene, terminal };
}

async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.sees(/^> $/m);
  enter(terminal, text);
}

function enter(terminal: Terminal, text: string): void {
  if (text !== '') terminal.type(text);
  terminal.press('Enter');
}

describe.skipIf(missing)(`questions in a terminal${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('shows hostile text harmless in its gutter, counts no key typed ahead, and tells the model why it was denied', async () => {
    verifies(
      'question.shown.escaped',
      'question.shown.imitation',
      'question.answer.type-ahead',
      'question.answer.reason',
    );
    const { terminal, scene } = await openChat([
      { delayMs: 1000, calls: [command(hostile)] },
      { text: 'I leave it.' },
      { text: 'Yes?' },
    ]);
    await say(terminal, 'go');
    await sleep(300);
    enter(terminal, 'y');
    const shown = await terminal.sees(/n\/r> $/m);
    expect(shown).toContain("  │ $ echo '\\e[2J\\e[H\\e]0;owned\\a' <U+202E>gnp.hs <U+200B>\n");
    expect(shown).toContain('  │   ? May read_file run?\n  │     low: reads a.txt\n  │     [y] once  [n] deny\n');
    expect(shown).toContain('⟨200 spaces⟩; touch made');
    expect(shown).toContain('⚠ hidden or odd characters, shown as escapes: \\e ×3, \\a, <U+202E>, <U+200B>');
    expect(shown).toMatch(/⚠ look-alikes: а in “cаt” is U\+0430 CYRILLIC, not a/);
    expect(shown).toContain('⚠ 200 spaces in a row');
    expect(shown).toContain('⚠ its text imitates a question or an approval');
    // Only our own question stands at the left edge.
    expect(shown.match(/^\? .*/gm)).toEqual(['? May run_command run?']);
    await sleep(400);
    expect(existsSync(join(scene.folder, 'made'))).toBe(false);
    enter(terminal, 'r');
    await terminal.sees('why>');
    enter(terminal, 'that is a trick');
    await terminal.sees('I leave it.');
    expect(scene.server.requests[1]?.text).toContain('that is a trick');
    expect(existsSync(join(scene.folder, 'made'))).toBe(false);
  });

  it('shows a long change in pages, and asks no more once the person allowed it for the session', async () => {
    verifies('question.shown.pages', 'question.answer.lasting');
    const { terminal, scene } = await openChat([
      { calls: [writeLines('src/a.txt', 120)] },
      { calls: [writeLines('src/b.txt', 3)] },
      { text: 'Both written.' },
    ]);
    await say(terminal, 'write');
    await terminal.sees(/1-46 of \d+ lines/);
    enter(terminal, 'y');
    await terminal.sees(/1-46 of \d+ lines/, { times: 2 });
    enter(terminal, '');
    await terminal.sees(/47-92 of \d+ lines/);
    enter(terminal, '');
    const end = await terminal.sees('y/s/p/a/n/r>');
    expect(end).toContain('│ +line 119\n');
    expect(end).toContain('can be undone');
    enter(terminal, 's');
    const offered = await terminal.sees('which? 1/2/back>');
    expect(offered).toContain('Allow without asking until this program ends:');
    expect(offered).toContain('2. write(src/**)\n');
    expect(offered).toMatch(/also allows every file below src\//);
    enter(terminal, '2');
    await terminal.sees(/ y\/back>/);
    expect(existsSync(join(scene.folder, 'src/a.txt'))).toBe(false);
    enter(terminal, 'y');
    await terminal.sees('Both written.');
    expect(readFileSync(join(scene.folder, 'src/a.txt'), 'utf8')).toMatch(/^line 0\n[\s\S]*line 119\n$/);
    expect(readFileSync(join(scene.folder, 'src/b.txt'), 'utf8')).toBe('line 0\nline 1\nline 2\n');
  });
});

describe('questions without a terminal', () => {
  it('are shown whole, and the same to a script and in a run', async () => {
    verifies('question.shown.same-everywhere', 'question.shown.whole');
    const text = `${hostile}\n${Array.from({ length: 300 }, (_, at) => `true ${at}`).join('\n')}`;
    const rounds: FakeModelRounds = [{ calls: [command(text)] }, { text: 'Over.' }];
    const question = /^\? May[\s\S]*?for exactly this call, \w+$/m;
    const script = await createScene(rounds);
    const chat = await runCli(script.flags, { cwd: script.folder, input: 'go\nn\n' });
    const alone = await createScene(rounds);
    const run = await runCli(['run', ...alone.flags, '--on-ask', 'wait=1s', 'go'], { cwd: alone.folder });
    const inChat = question.exec(chat.stdout)?.[0].replaceAll(script.folder, '/w').replace(/\w+$/, '');
    const inRun = question.exec(run.stderr)?.[0].replaceAll(alone.folder, '/w').replace(/\w+$/, '');
    expect(inChat).toBe(inRun);
    expect(inChat?.match(/│ {3}true \d+$/gm)).toHaveLength(300);
  });
});
