import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { shownAddress } from '../../src/base/web-address.js';
import { listModels } from '../../src/model/list-models.js';
import { verifies } from '../requirements.js';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const apis = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'] as const;

it.each(apis)('hides what was sent in confidence when a server repeats it (%s)', async (api) => {
  verifies('models.list.secrets');
  const host = await serve(({ headers, url }, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `no: ${JSON.stringify(headers)} ${url}` } }));
  });
  const got = await listModels(
    {
      api,
      baseUrl: `http://me:password%21@${host}/v1?sig=query-secret`,
      apiKey: 'api-key-secret',
      headers: { 'x-team': 'Bearer header-secret' },
    },
    { timeoutMs: 5000 },
  );
  const { message } = ('failure' in got && got.failure) || { message: 'no failure' };
  expect(message).toContain('It said: no: {');
  expect(message).not.toMatch(/password|query-secret|api-key-secret|header-secret/);
});

it('sends a key nowhere else, whatever a server says', async () => {
  verifies('models.choice.key-stays');
  let asked = 0;
  const other = await serve((_, response) => {
    asked += 1;
    response.end('{"data":[{"id":"x"}]}');
  });
  const host = await serve((_, response) => {
    response.writeHead(307, { location: `http://${other}/v1/models` });
    response.end();
  });
  const got = await listModels(
    { api: 'openai-chat', baseUrl: `http://${host}/v1`, apiKey: 'secret-key' },
    { timeoutMs: 5000 },
  );
  expect(got).toMatchObject({ failure: { message: expect.stringContaining('it redirects') } });
  expect(asked).toBe(0);
});

it('asks for the whole list where it comes in pages', async () => {
  verifies('models.list.command');
  const paths: string[] = [];
  const host = await serve(({ url = '' }, response) => {
    paths.push(url);
    response.end('{"data":[],"models":[]}');
  });
  for (const api of apis) await listModels({ api, baseUrl: `http://${host}` }, { timeoutMs: 5000 });
  expect(paths).toEqual(['/models', '/models', '/v1/models?limit=1000', '/models?pageSize=1000', '/api/tags']);
});

it('answers a failure for what is no address', async () => {
  verifies('models.choice.bad-address');
  for (const baseUrl of ['', 'ftp://host', 'localhost:8080', 'http://[::1']) {
    expect(await listModels({ api: 'ollama', baseUrl }, { timeoutMs: 5000 })).toMatchObject({
      failure: { kind: 'bad-request', message: expect.stringContaining('begins with http:// or https://') },
    });
  }
});

it('shows an address without what may be a secret', () => {
  verifies('models.list.secrets');
  expect(
    ['http://h/v1', 'https://me:word@h/v1?key=k', 'http://h/v1/?key=k', 'http://me:word@[::1/?key=k', ''].map(
      shownAddress,
    ),
  ).toEqual(['http://h/v1', 'https://h/v1?***', 'http://h/v1/?***', 'http://***@[::1/?***', '']);
});
