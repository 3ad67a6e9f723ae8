import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

it.each([
  ['openai-chat', '/v1'],
  ['openai-responses', '/v1'],
  ['anthropic', ''],
  ['gemini', '/v1beta'],
  ['ollama', ''],
] as const)('speaks %s, in whichever file of the program that lies', async (api, path) => {
  verifies('core.pack.bundled');
  const scene = await createScene([
    { calls: [{ name: 'get_working_directory', arguments: {} }] },
    { text: 'It is here.' },
  ]);
  const url = `${scene.server.origin}${path}`;
  const flags = ['--api', api, '--base-url', url, '--model', 'fake-model', '--store', 'memory'];
  const { code, stdout, stderr } = await runCli(['run', ...flags, 'Where?'], { cwd: scene.folder });
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'It is here.\n' });
  expect(JSON.stringify(scene.server.requests.at(-1)?.body)).toContain(scene.folder);
});
