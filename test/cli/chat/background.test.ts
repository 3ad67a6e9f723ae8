import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { untilNone } from '../../sandbox/confined.js';
import { needs } from '../../support/needs.js';
import { createScene } from '../../support/scene.js';
import { runCli, startCli } from '../../support/spawn-cli.js';

let count = 0;
const mark = (): string => {
  count += 1;
  return `81${String(process.pid).padStart(7, '0')}.${count}`;
};

const start = (time: string) => ({
  calls: [{ name: 'start_command', arguments: { command: `echo up; sleep ${time}`, wait_ms: 10_000 } }],
});
const bare = ['--mode', 'auto', '--sandbox', 'off'];

it('the chat lists and stops background commands, and names those it ends', async () => {
  verifies('background.chat.shown', 'background.session.ends');
  const [one, two] = [mark(), mark()];
  const scene = await createScene([start(one), start(two), { text: 'Both are up.' }]);
  const chat = await startCli([...scene.flags, ...bare], { cwd: scene.folder });
  chat.write('go\n');
  await chat.sees('Both are up.');
  chat.write('/commands\n');
  await chat.sees(/cmd_1 {3}runs .* echo up; sleep/);
  chat.write('/commands stop cmd_1\n');
  await chat.sees('cmd_1 has ended.');
  expect(await untilNone(one, 1000)).toBe(0);
  chat.write('/commands stop cmd_5\n');
  await chat.sees('! There is no background command cmd_5. Known are cmd_1');
  chat.write('/exit\n');
  const { code, stdout } = await chat.end;
  expect(code).toBe(0);
  expect(stdout).toContain(`Ending 1 background command: cmd_2 (echo up; sleep ${two})`);
  expect(await untilNone(two, 1000)).toBe(0);
});

it('run says what it ends', async () => {
  verifies('background.chat.shown');
  const time = mark();
  const scene = await createScene([start(time), { text: 'Up.' }]);
  const { code, stdout, stderr } = await runCli(['run', ...scene.flags, ...bare, 'go'], { cwd: scene.folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Up.\n' });
  expect(stderr).toContain(`toolwright: Ending 1 background command: cmd_1 (echo up; sleep ${time})`);
  expect(await untilNone(time, 1000)).toBe(0);
});

it.skipIf(needs('bwrap'))('the chat asks about what is kept, and says at its end that it goes on', async () => {
  verifies('background.chat.shown', 'background.keep.asked', 'background.keep.goes-on');
  const time = mark();
  const kept = { command: `echo up; sleep ${time}`, wait_ms: 10_000, keep: true };
  const scene = await createScene([{ calls: [{ name: 'start_command', arguments: kept }] }, { text: 'It stays.' }]);
  const chat = await startCli([...scene.flags, '--mode', 'auto'], { cwd: scene.folder });
  chat.write('go\n');
  await chat.sees('and goes on after this session, until it is stopped, for at most 24 hours');
  chat.write('y\n');
  await chat.sees('It stays.');
  chat.write('/commands\n');
  await chat.sees(/cmd_1 {3}runs .* echo up; sleep .*, kept until \d{4}-/);
  chat.write('/exit\n');
  const { stdout } = await chat.end;
  expect(stdout).toMatch(/Going on: cmd_1 \(echo up; sleep .*\), until .* UTC at most\. toolwright commands lists/);
  expect(stdout).not.toContain('Ending');
  const stopped = await runCli(['commands', 'stop', 'cmd_1', '--store', scene.store], { cwd: scene.folder });
  expect(stopped.stderr).toContain('ended because you stopped it');
  expect(await untilNone(time, 1000)).toBe(0);
});
