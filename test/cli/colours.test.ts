import { expect, it } from 'vitest';
import { wantsColours } from '../../src/cli/view/style.js';
import { verifies } from '../requirements.js';
import { createScene } from '../support/scene.js';
import { runCli } from '../support/spawn-cli.js';

const terminal = { isTTY: true };
const pipe = {};

it.each([
  ['a terminal', terminal, { TERM: 'xterm' }, true],
  ['a pipe', pipe, { TERM: 'xterm' }, false],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, false],
  ['NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['NO_COLOR, whatever it says', terminal, { NO_COLOR: '0' }, false],
  ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
  ['CLICOLOR=0', terminal, { CLICOLOR: '0' }, false],
  ['CLICOLOR=1 in a pipe', pipe, { CLICOLOR: '1' }, false],
  ['FORCE_COLOR in a pipe', pipe, { FORCE_COLOR: '1' }, true],
  ['CLICOLOR_FORCE in a pipe', pipe, { CLICOLOR_FORCE: '1' }, true],
  ['FORCE_COLOR in a dumb terminal', terminal, { FORCE_COLOR: '3', TERM: 'dumb' }, true],
  ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
  ['CLICOLOR_FORCE=0', terminal, { CLICOLOR_FORCE: '0' }, true],
  ['an empty FORCE_COLOR', pipe, { FORCE_COLOR: '' }, false],
  ['CLICOLOR_FORCE before CLICOLOR', pipe, { CLICOLOR_FORCE: '1', CLICOLOR: '0' }, true],
  ['NO_COLOR before all', terminal, { NO_COLOR: '1', FORCE_COLOR: '1', CLICOLOR_FORCE: '1' }, false],
])('decides on colours with %s', (_name, stream, env, wanted) => {
  verifies('models.face.colours');
  expect(wantsColours(stream, env)).toBe(wanted);
});

it('colours what is not the answer, when it is told to, and never the answer', async () => {
  verifies('models.face.colours', 'models.face.streams');
  const scene = await createScene(() => ({ text: 'Plain.' }));
  const run = async (env: Record<string, string>) => runCli(['run', ...scene.flags, 'hi'], { cwd: scene.folder, env });
  expect(await run({})).toEqual({ code: 0, stdout: 'Plain.\n', stderr: expect.stringMatching(/^session ses_\w+\n$/) });
  const forced = await run({ FORCE_COLOR: '1' });
  expect(forced.stdout).toBe('Plain.\n');
  expect(forced.stderr.replaceAll(/ses_\w+/g, 'ID')).toBe('\u001b[2msession ID\u001b[22m\n');
  expect(await run({ FORCE_COLOR: '1', NO_COLOR: '1' })).toEqual({
    code: 0,
    stdout: 'Plain.\n',
    stderr: expect.stringMatching(/^session ses_\w+\n$/),
  });
});
