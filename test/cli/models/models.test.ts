import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from '../../../src/testing/fake-model-server.js';
import { verifies } from '../../requirements.js';
import { runCli } from '../../support/spawn-cli.js';

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({
    rounds: [],
    models: [
      { name: 'qwen3:8b', contextTokens: 40_960, capabilities: ['completion', 'tools', 'thinking'] },
      { name: 'gemma3:4b', contextTokens: 131_072, capabilities: ['completion', 'vision'] },
      ...Array.from({ length: 30 }, (_, at) => ({ name: `zephyr:${at}`, capabilities: ['completion'] })),
    ],
  });
});
afterAll(() => server.close());

/** A folder whose config knows only the fake server, and maybe more. */
function scene(more: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-models-'));
  const file = join(folder, 'toolwright', 'config.json');
  mkdirSync(join(folder, 'toolwright'));
  const dead = { baseUrl: 'http://127.0.0.1:9/v1' };
  const providers = { ollama: { baseUrl: server.origin }, llamacpp: dead, lmstudio: dead, vllm: dead };
  writeFileSync(file, JSON.stringify({ providers, ...more }));
  const cli = (...args: string[]) => runCli(args, { cwd: folder, env: { XDG_CONFIG_HOME: folder } });
  return { folder, file, cli };
}

describe('toolwright models', () => {
  it('lists what is at hand and marks what would answer', async () => {
    verifies('models.list.command', 'models.list.abilities', 'models.face.streams');
    const { stdout, stderr, code } = await scene().cli('models');
    expect(stdout).toMatch(/^\* qwen3:8b +native calls, thinks, 40,960 tokens$/m);
    expect(stdout).toMatch(/^ {2}gemma3:4b +prompt mode \(hermes\), sees, 131,072 tokens$/m);
    expect(stdout).toContain('… and 12 more models: --all lists them');
    expect(stdout).toMatch(/^ {2}guide {2}built in, offline$/m);
    expect(stderr).toContain('ollama/qwen3:8b would answer. Ollama answers on 127.0.0.1');
    expect(code).toBe(0);
  });

  it('names with --all what is not set up', async () => {
    verifies('models.list.reachable');
    const { stdout } = await scene().cli('models', '--all');
    expect(stdout).toContain('zephyr:29');
    expect(stdout).toMatch(/^ {2}anthropic +ANTHROPIC_API_KEY is not set$/m);
  });

  it('prints JSON, and no key', async () => {
    verifies('models.list.command');
    const { stdout, stderr } = await scene({ model: 'ollama/gemma3:4b' }).cli('models', '--json');
    const { chosen, providers } = JSON.parse(stdout) as {
      chosen: string;
      providers: { name: string; state: string }[];
    };
    expect(chosen).toBe('ollama/gemma3:4b');
    expect(providers.find(({ name }) => name === 'ollama')?.state).toBe('answers');
    expect(stderr).toBe('');
  });

  it('lists also when the model that is named cannot be used', async () => {
    verifies('models.list.command');
    const { stdout, stderr, code } = await scene({ model: 'anthropic/claude-x' }).cli('models');
    expect(stdout).toContain('qwen3:8b');
    // Nothing answers in its place, the guide neither.
    expect(stdout).toMatch(/^ {2}guide /m);
    expect(stderr).toContain('No model would answer. The variable ANTHROPIC_API_KEY is not set');
    expect(code).toBe(0);
    const json = await scene({ model: 'anthropic/claude-x' }).cli('models', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ chosen: null, why: expect.stringContaining('ANTHROPIC_API_KEY') });
  });
});

describe('toolwright probe', () => {
  const code = 'KX-4821-Q';
  /** A model that writes its calls as text in the form it was told, and uses results. */
  const writes = (request: { readonly text: string }) => {
    if (request.text.includes(code)) return { text: `It is ${code}.` };
    if (request.text.includes('"tools"')) return { text: 'I have no tools.' };
    return { text: '<tool_call>\n{"name": "look_up_code", "arguments": {"parcel": "lamp"}}\n</tool_call>' };
  };

  it('tells what a model does and how to keep it', async () => {
    verifies('models.probe.save', 'models.probe.prompt', 'models.face.streams');
    server.setRounds(writes);
    const { cli, file } = scene();
    const before = readFileSync(file, 'utf8');
    const { stdout, stderr, code: exit } = await cli('probe', 'ollama/qwen3:8b');
    expect(stdout).toContain('ollama/qwen3:8b');
    expect(stdout).toMatch(/^no {3}calls by the API +it answered without a call$/m);
    expect(stdout).toMatch(/^yes {2}calls written as told/m);
    expect(stdout).toMatch(/^no {3}several calls at once +it made one call only/m);
    expect(stdout).toContain('It needs prompt mode: toolCalls prompt, dialect hermes.');
    expect(stderr).toContain("toolwright config set '/models/ollama~1qwen3:8b/toolCalls' prompt");
    expect(exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('saves it with --save, and the model is used so from then on', async () => {
    verifies('models.probe.save');
    server.setRounds(writes);
    const { cli, file } = scene();
    expect((await cli('probe', 'ollama/qwen3:8b', '--save', '--json')).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).models).toEqual({
      'ollama/qwen3:8b': { toolCalls: 'prompt', dialect: 'hermes' },
    });
    const { stdout } = await cli('models');
    expect(stdout).toMatch(/^\* qwen3:8b +prompt mode \(hermes\)/m);
  });

  it('ends with 6 when the model cannot be reached or calls no tool', async () => {
    verifies('models.probe.refused');
    server.setRounds(() => ({ text: 'I do not know.' }));
    const { cli } = scene();
    expect(await cli('probe', 'ollama/qwen3:8b')).toMatchObject({ code: 6, stdout: expect.stringContaining('larger') });
    const lost = await cli('probe', '--base-url', 'http://127.0.0.1:9/v1', '--model', 'm');
    expect(lost).toMatchObject({ code: 6, stdout: expect.stringContaining('Nothing listens') });
    expect(await cli('probe', 'guide')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no model to probe'),
    });
    expect((await cli('probe', 'a/b', '--model', 'c')).stderr).toContain('Name one model');
  });
});
