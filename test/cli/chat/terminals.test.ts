import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene } from '../../support/scene.js';
import { startCli } from '../../support/spawn-cli.js';
import { openTerminal } from '../../support/tmux.js';

/** Confined, where that is possible. */
const bare = needs('bwrap') ? ['--sandbox', 'off'] : [];

const run = (command: string) => ({
  calls: [{ name: 'virtual_terminal', arguments: { action: 'run', command, timeout_ms: 20_000 } }],
});

it('the chat shows output as it comes, lists terminals and shows their screens', async () => {
  verifies('terminals.chat.shown', 'terminals.output.shown');
  const scene = await createScene([
    run("printf '\\033]2;work\\007first\\n'; sleep 1.6; echo second"),
    { text: 'It is up.' },
  ]);
  const chat = await startCli([...scene.flags, '--mode', 'auto', ...bare], { cwd: scene.folder });
  chat.write('/terminals\n');
  await chat.sees('No terminal was opened.');
  chat.write('go\n');
  await chat.sees('│ first');
  await chat.sees('It is up.');
  chat.write('/terminals\n');
  await chat.sees(/cmd_1 {3}ready {4}80x24 {4}bash/);
  chat.write('/terminals cmd_1\n');
  await chat.sees(/─\nwork\n[\s\S]*first\nsecond\n/);
  chat.write('/terminals cmd_4\n');
  await chat.sees('! There is no terminal cmd_4. Known are cmd_1');
  chat.write('/exit\n');
  const { code, stdout } = await chat.end;
  expect(code).toBe(0);
  expect(stdout).toContain('Ending 1 background command: cmd_1 (bash)');
});

it.skipIf(needs('tmux'))(
  'the chat shows the screen of a terminal, and ends it, while a turn runs',
  async () => {
    verifies('dialogue.show.in-turn', 'terminals.chat.shown', 'background.chat.shown');
    const open = { action: 'open', command: "printf 'Name? '; read name; sleep 100" };
    const scene = await createScene([
      { calls: [{ name: 'virtual_terminal', arguments: open }] },
      { text: 'Late.', delayMs: 6000 },
    ]);
    const terminal = openTerminal({
      command: [process.execPath, await builtCli(), ...scene.flags, '--mode', 'auto', ...bare],
      cwd: scene.folder,
      env: { HOME: scene.folder },
    });
    await terminal.sees(/^> $/m);
    terminal.type('go');
    terminal.press('Enter');
    await terminal.sees('cmd_1 running');
    for (const [line, wanted] of [
      ['/terminals cmd_1', /─\nName\?\n─/],
      ['/commands', /cmd_1 +runs/],
      ['/commands stop cmd_1', 'cmd_1 has ended.'],
      ['/commands stop cmd_7', /! .*cmd_7/],
      ['/mode plan', '/mode plan waits for the end of the turn.'],
    ] as const) {
      terminal.type(line);
      terminal.press('Enter');
      expect(await terminal.sees(wanted)).not.toContain('Late.');
    }
    await terminal.sees(/Late\.\n> \/mode plan\nThe mode is now plan/);
  },
  60_000,
);
