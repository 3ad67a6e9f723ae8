import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';
import { openTerminal } from '../../support/tmux.js';

const call = (name: string, args: object) => ({ calls: [{ name, arguments: args }] });

async function editing() {
  const scene = await createScene([
    call('edit_file', { path: 'a.txt', old_text: 'two', new_text: 'TWO' }),
    call('edit_file', { path: 'a.txt', old_text: 'missing', new_text: 'x' }),
    { text: 'Done.' },
  ]);
  writeFileSync(join(scene.folder, 'a.txt'), 'one\ntwo\n');
  return scene;
}

it.skipIf(needs('tmux')).each([
  ['edit', {}, true],
  ['auto', { NO_COLOR: '1' }, false],
] as const)(
  'shows what is changed unasked below its result in mode %s, and nothing of what failed',
  async (mode, env, coloured) => {
    verifies('dialogue.show.diffs');
    const scene = await editing();
    const command = [process.execPath, await builtCli(), ...scene.flags, '--mode', mode];
    const terminal = openTerminal({ command, cwd: scene.folder, env: { HOME: scene.folder, ...env } });
    await terminal.sees(/^> $/m);
    terminal.type('go');
    terminal.press('Enter');
    const shown = await terminal.sees('Done.');
    expect(shown).toContain(
      'Edited a.txt: 1 line added, 1 removed.\n    @@ -1,2 +1,2 @@\n     one\n    -two\n    +TWO\n• ',
    );
    expect(shown.split('@@ -')).toHaveLength(2);
    const escapes = terminal.text({ escapes: true });
    expect([escapes.includes('\u001b[31m-two'), escapes.includes('\u001b[32m+TWO')]).toEqual([coloured, coloured]);
  },
);

it('does not show again what the person was asked about', async () => {
  verifies('dialogue.show.diffs');
  const scene = await editing();
  const { stdout } = await runCli([...scene.flags, '--mode', 'ask'], { cwd: scene.folder, input: 'go\ny\n' });
  expect(stdout).toContain('  │ +TWO\n');
  expect(stdout.split('+TWO')).toHaveLength(2);
});
