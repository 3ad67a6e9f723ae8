import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene } from '../../support/scene.js';
import { openTerminal, type Terminal } from '../../support/tmux.js';

/** Keys pressed right after a question was drawn do not count. */
async function answer(terminal: Terminal, key: string): Promise<void> {
  await sleep(500);
  terminal.type(key);
  terminal.press('Enter');
}

it.skipIf(needs('tmux') ?? needs('bwrap'))(
  'a person lets a command do what was refused, and it runs again',
  async () => {
    verifies('sandbox.refused.asked');
    const command = 'git config user.name Somebody';
    const scene = await createScene([
      { calls: [{ name: 'run_command', arguments: { command } }] },
      { text: 'It is set.' },
    ]);
    execFileSync('git', ['init', '-q', scene.folder]);
    const home = join(dirname(scene.folder), 'home');
    mkdirSync(home);
    const terminal = openTerminal({
      command: [process.execPath, await builtCli(), ...scene.flags],
      cwd: scene.folder,
      env: { HOME: home },
    });
    await terminal.sees(/^> $/m);
    terminal.type('set my name');
    terminal.press('Enter');
    await terminal.sees(/n\/r> $/m);
    await answer(terminal, 'y');
    const asked = await terminal.sees('It may have done part of its work already.');
    expect(asked).toMatch(
      /\? May run_command run\?\n {2}It was run, and the sandbox refused it what it needs \(exit code \d+\):\n {4}writes \.git\/config\n {2}With a yes it is run again, and may do that\. It may have done part of its work already\.\n {2}│ \$ git config user\.name Somebody\n/,
    );
    await terminal.sees(/n\/r> $/m);
    await answer(terminal, 'y');
    const shown = await terminal.sees('It is set.');
    expect(shown).toContain('⎿ exit 0');
    expect(readFileSync(join(scene.folder, '.git/config'), 'utf8')).toContain('name = Somebody');
  },
);
