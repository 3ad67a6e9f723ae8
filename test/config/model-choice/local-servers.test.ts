import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLocalServers, startProbeMs } from '../../../src/config/model-choice/local-servers.js';
import { providersOf } from '../../../src/config/model-choice/provider.js';
import { verifies } from '../../requirements.js';

/** A server on 127.0.0.1 and its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json =
  (paths: Record<string, unknown>): RequestListener =>
  (request, response) => {
    const value = paths[request.url ?? ''];
    response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value ?? {}));
  };

const dead = 'http://127.0.0.1:9';
const providers = (places: Record<string, string>) => {
  const settings = Object.fromEntries(
    ['ollama', 'llamacpp', 'lmstudio', 'vllm'].map((name) => [name, { baseUrl: places[name] ?? dead }]),
  );
  return providersOf({ providers: settings }, {}).values();
};
const found = async (places: Record<string, string>, timeoutMs: number) =>
  (await findLocalServers(providers(places), { timeoutMs })).map(({ provider, models, best }) => [
    provider.name,
    models,
    best,
  ]);

describe('looking for model servers', () => {
  it('finds those that answer with a list of models, in their order, and leaves other kinds of models out', async () => {
    verifies('models.choice.probe');
    const ollama = await serve(
      json({ '/api/tags': { models: ['llama3.2:1b', 'qwen3:8b', 'nomic-embed-text'].map((name) => ({ name })) } }),
    );
    const lmstudio = await serve(json({ '/v1/models': { data: [{ id: 'phi-4' }] } }));
    expect(await found({ ollama, lmstudio: `${lmstudio}/v1` }, 5000)).toEqual([
      ['ollama', ['llama3.2:1b', 'qwen3:8b'], 'qwen3:8b'],
      ['lmstudio', ['phi-4'], 'phi-4'],
    ]);
  });

  it('takes what answers something else for no model server', async () => {
    verifies('models.choice.probe-others');
    const page = await serve((_, response) => response.end('<!doctype html><title>My site</title>'));
    const odd = await serve(json({ '/v1/models': { data: 'none' } }));
    const endless = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('{"data":['.repeat(1000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await found({ ollama: page, llamacpp: `${odd}/v1`, vllm: `${endless}/v1` }, 300)).toEqual([]);
  });

  it('takes each name once, and none that cannot be typed', async () => {
    verifies('models.list.bounded');
    const names = ['a\u001b[31m', 'x\ny', 'b\u202ec', ' ', '', 'k'.repeat(301), 'fine', 'fine', 'x/y "z"'];
    const ollama = await serve(json({ '/api/tags': { models: names.map((name) => ({ name })) } }));
    const vllm = await serve(json({ '/v1/models': { data: names.map((id) => ({ id })) } }));
    expect(await found({ ollama, vllm: `${vllm}/v1` }, 5000)).toEqual([
      ['ollama', ['fine', 'x/y "z"'], 'fine'],
      ['vllm', ['fine', 'x/y "z"'], 'fine'],
    ]);
  });

  it('reads no list that would take longer than it may', async () => {
    verifies('models.choice.probe-quick');
    const list = JSON.stringify({ data: Array.from({ length: 100_000 }, (_, at) => ({ id: `model-${at}` })) });
    const origin = await serve((_, response) => response.end(list));
    expect(await found({ vllm: `${origin}/v1` }, 999)).toEqual([]);
    const [[, models] = []] = await found({ vllm: `${origin}/v1` }, 30_000);
    expect(models).toHaveLength(10_000);
  });

  it('waits for none longer than it may', async () => {
    verifies('models.choice.probe-quick');
    const silent = await serve(() => {});
    const start = performance.now();
    expect(await found({ ollama: silent, llamacpp: `${silent}/v1`, vllm: `${silent}/v1` }, startProbeMs)).toEqual([
      ['ollama', [], undefined],
    ]);
    // The promise is 150 ms; a loaded machine is given more.
    expect(performance.now() - start).toBeLessThan(600);
  });
});
