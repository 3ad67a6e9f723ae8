import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

const usage = (inputTokens: number, cachedInputTokens: number) => ({
  usage: { inputTokens, outputTokens: 20, cachedInputTokens },
});

it('shows request by request what was read, reused and new, why one began anew, and what it cost', async () => {
  verifies('prefix.shown.requests', 'prefix.shown.sessions', 'prefix.shown.context', 'prefix.shown.turn');
  const scene = await createScene([
    { calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }], ...usage(1000, 0) },
    { text: 'It says one. '.repeat(300), ...usage(1100, 1000) },
    { text: 'The end.', ...usage(1300, 1100) },
    { text: 'A summary.' },
    { text: 'Done.', ...usage(400, 100) },
  ]);
  writeFileSync(join(scene.folder, 'a.txt'), 'one\n');
  const home = join(scene.folder, '..', 'config');
  mkdirSync(join(home, 'toolwright'), { recursive: true });
  writeFileSync(
    join(home, 'toolwright', 'config.json'),
    JSON.stringify({ prices: { '*': { input: 2, cachedInput: 0.2, output: 10 } } }),
  );
  const env = { XDG_CONFIG_HOME: home };
  const input = '/context\nwhat is in a.txt?\nand how does it end?\n/compact\ngo on\n/context\n';
  const chat = await runCli(scene.flags, { cwd: scene.folder, input, env });
  expect(chat).toMatchObject({ code: 0 });
  expect(chat.stdout).toContain('Nothing was sent yet.');
  expect(chat.stdout).toMatch(/fake is sent about [\d,]+ tokens/);
  expect(chat.stdout).toMatch(
    /[\d,]+ {2}tools, \d+ definitions: few of ours, since reading more takes this model long/,
  );
  const used = '4 requests: 3,800 tokens read, 2,200 of them (57%) from its cache, 80 written';
  expect(chat.stdout.replaceAll(/\s+/g, ' ')).toContain(`So far: ${used}`);

  const run = (...args: string[]) => runCli([...args, '--store', scene.store], { cwd: scene.folder, env });
  const shown = await run('explain', '--requests', 'last');
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['request', 'read', 'reused', 'new', 'written', 'cost', 'begins with the one before?'],
    ['1.1', '1,000', '0', '1,000', '20', '0.0022', 'no: it is the first; new: 1 message'],
    ['1.2', '1,100', '1,000', '100', '20', '0.0006', 'yes; new: 1 result'],
    ['2.1', '1,300', '1,100', '200', '20', '0.0008', 'yes; new: 1 message'],
    ['3.1', '400', '100', '300', '20', '0.0008', 'no: the conversation was compacted; new: 1 message'],
    [''],
    [expect.stringMatching(/^4 requests to .*fake: 3,800 tokens read, .*; 0\.0044 by the prices in the config$/)],
    [''],
  ]);
  const json = JSON.parse((await run('explain', '--requests', 'last', '--json')).stdout) as { requests: object[] };
  expect(json.requests[3]).toMatchObject({ turn: 3, round: 1, anew: 'compacted', usage: { cachedInputTokens: 100 } });
  expect((await run('sessions', 'show', 'last')).stdout).toMatch(/\n4 requests to .*fake: 3,800 tokens read/);
  const ends = (await run('sessions', 'export', 'last')).stdout
    .split('\n')
    .filter((line) => line.includes('turn-ended'));
  expect(ends[0]).toContain('"usage":{"inputTokens":2100,"outputTokens":40,"cachedInputTokens":1000}');
});

it('says that nothing was sent, and that nothing is known of a cache', async () => {
  verifies('prefix.shown.requests');
  const scene = await createScene([{ text: 'Hi.', usage: { inputTokens: 9, outputTokens: 1 } }]);
  const run = (...args: string[]) => runCli([...args, '--store', scene.store], { cwd: scene.folder });
  await runCli(['run', ...scene.flags, 'hello'], { cwd: scene.folder });
  const { stdout } = await run('explain', '--requests', 'last');
  expect(stdout).toMatch(/1\.1 +9 +– +– +1 +– +no: it is the first/);
  expect(stdout).toMatch(/1 request to .*fake: 9 tokens read, 1 written\n/);
  expect(await run('explain', '--requests', 'nothing-like-it')).toMatchObject({ code: 2 });
});
