import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../docs/markdown.js';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

/** A model that always has another file to look for. */
const busy = () => {
  let looked = 0;
  return createScene(() => ({ calls: [{ name: 'glob', arguments: { pattern: `*.${looked++}` } }] }));
};

describe('a limit on the command line and in the config', () => {
  it('ends a run with a note and a code of its own', async () => {
    verifies('limits.config.flag', 'limits.end.chat');
    const scene = await busy();
    const end = await runCli(['run', ...scene.flags, '--limit', 'rounds=2', 'go'], { cwd: scene.folder });
    expect(end.code).toBe(5);
    expect(end.stderr).toContain('! Stopped at the limit of 2 rounds a turn. Send a message to go on.\n');
    expect(scene.server.requests).toHaveLength(2);
    // The page shows the same line, of the default.
    expect(readPage('docs/limits.md')).toContain(
      '! Stopped at the limit of 20 rounds a turn. Send a message to go on.',
    );
  });

  it('is set in the config, with rates of tools, and told where it is wrong', async () => {
    verifies('limits.config.keys', 'limits.rate.config');
    const scene = await busy();
    const home = join(dirname(scene.folder), 'config');
    mkdirSync(join(home, 'toolwright'), { recursive: true });
    const file = join(home, 'toolwright', 'config.json');
    const env = { XDG_CONFIG_HOME: home };
    const config = { limits: { rounds: 3, atLimit: 'fail' }, rateLimits: { glob: { max: 1 } } };
    writeFileSync(file, JSON.stringify(config));
    const end = await runCli(['run', ...scene.flags, '--json', 'go'], { cwd: scene.folder, env });
    expect(end.code).toBe(5);
    expect(end.stdout).toContain('"reason":"failed"');
    expect(end.stdout).toMatch(/glob may be called 1 time in 1 minute\. Wait \d+ ms \([\d.]+ (?:seconds|minute)\)/);
    writeFileSync(file, '{ "limits": { "rounds": 0 } }');
    const wrong = await runCli(['run', ...scene.flags, 'go'], { cwd: scene.folder, env });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('limits.rounds must be a whole number') });
  });

  it('asks in the chat whether to go on', async () => {
    verifies('limits.end.chat', 'limits.end.ask');
    const scene = await busy();
    const flags = [...scene.flags, '--limit', 'rounds=2', '--limit', 'atLimit=ask'];
    const end = await runCli(flags, { cwd: scene.folder, input: 'go\n1\nstop\n' });
    expect(end.stdout).toContain('The turn is at the limit of 2 rounds a turn. Go on with as much again?');
    expect(end.stdout).toContain('1. go on');
    expect(end.stdout).toContain('! Stopped at the limit of 2 rounds a turn. Send a message to go on.');
    expect(scene.server.requests).toHaveLength(4);
  });
});
