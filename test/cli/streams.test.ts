import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/base/version.js';
import { runCli as runInProcess } from '../../src/cli/cli.js';
import { commands } from '../../src/cli/commands.js';
import { verifies } from '../requirements.js';
import { createScene } from '../support/scene.js';
import { runCli } from '../support/spawn-cli.js';
import { fakeHost } from './fake-host.js';

async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { host, written } = fakeHost({ cwd: tmpdir(), env: { HOME: '/nowhere/at/all' } });
  const code = await runInProcess(args, host);
  return { code, ...written };
}

const somewhere = { cwd: tmpdir(), env: { HOME: '/nowhere/at/all' } };

describe.each(commands.map(({ name }) => [name]))('toolwright %s', (name) => {
  const words = name.split(' ').filter((word) => word !== '');

  it('prints its help and the version on stdout only', async () => {
    verifies('models.face.streams');
    expect(await cli(...words, '--help')).toEqual({ code: 0, stdout: expect.stringMatching(/\n$/), stderr: '' });
    expect(await cli(...words, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('tells bad usage on stderr only', async () => {
    verifies('models.face.streams');
    const wrong = { code: 2, stdout: '', stderr: expect.stringMatching(/^toolwright: .*--no-such-option/) };
    expect(await cli(...words, '--no-such-option')).toEqual(wrong);
  });
});

describe('what is printed', () => {
  it.each([
    [['tools'], /^tool_search /],
    [['tools', '--json'], /^\[\n/],
    [['sessions', '--json'], /^\[\]\n$/],
    [['config', 'get', 'mode'], /^ask\n$/],
    [['config', 'schema'], /^\{\n/],
    [['completion', 'bash'], /\ncomplete -F _toolwright toolwright\n$/],
    [['completion', 'zsh'], /^#compdef toolwright\n/],
    [['completion', 'fish'], /\ncomplete -c toolwright -f\n/],
    [['man'], /^\.TH TOOLWRIGHT 1 /],
  ])('is the result on stdout, and nothing on stderr: %j', async (args, wanted) => {
    verifies('models.face.streams');
    expect(await runCli(args, somewhere)).toEqual({ code: 0, stdout: expect.stringMatching(wanted), stderr: '' });
  });

  it('is a remark on stderr where there is no result', async () => {
    verifies('models.face.streams');
    expect(await runCli(['sessions'], somewhere)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There are no sessions yet.\n',
    });
    const missing = await runCli(['sessions', 'show', 'last'], somewhere);
    expect(missing).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('There are no sessions here') });
  });

  it('is the answer of a turn on stdout, its calls and its session on stderr', async () => {
    verifies('models.face.streams');
    const scene = await createScene([
      { text: 'Let me see. ', calls: [{ name: 'list_dir', arguments: {} }] },
      { reasoning: 'thinking', text: 'Nothing here.' },
    ]);
    const { stdout, stderr } = await runCli(['run', ...scene.flags, 'look'], { cwd: scene.folder });
    expect(stdout).toBe('Let me see. \nNothing here.\n');
    expect(stderr).toMatch(/^• list_dir\n {2}⎿ .*\nsession ses_\w+\n$/);
    const shown = await runCli(['sessions', 'show', 'last', '--store', scene.store], { cwd: scene.folder });
    expect(shown).toEqual({ code: 0, stdout: expect.stringContaining('Nothing here.'), stderr: '' });
    const removed = ['sessions', 'delete', 'last', '--yes', '--store', scene.store];
    expect(await runCli(removed, { cwd: scene.folder })).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Deleted ses_\w+ /),
    });
  });
});
