import type { CallToolResult } from '@modelcontextprotocol/client';
import type { McpHost } from 'toolwright/mcp-server';
import { describe, expect, it } from 'vitest';
import { defineTool } from '../../src/tool/define-tool.js';
import { isFailure } from '../../src/tool/outcome.js';
import { verifies } from '../requirements.js';
import { echo, newFolder } from '../session/open.js';
import { allows, connectHttp, eras, memoryHost, startHttp, wordsOf } from './mcp-scene.js';
import { suiteTools } from './suite-tools.js';

const none = { type: 'object', properties: {} } as const;
const long = `${'line of the result\n'.repeat(20_000)}the end`;

const longWinded = defineTool({
  name: 'long_winded',
  description: 'says much',
  parameters: none,
  effects: 'none',
  run: () => long,
});

const serve = (options: Parameters<typeof memoryHost>[0]) =>
  startHttp(memoryHost({ workspace: newFolder(), ...options }));

const linkIn = (result: CallToolResult) => result.content.find(({ type }) => type === 'resource_link');

describe.each(eras)('a client of version %s', (era) => {
  it('reads the whole of a result that was cut, and nobody else does', async () => {
    verifies('mcp-server.resources.kept');
    const url = await serve({ tools: [longWinded, echo] });
    const client = await connectHttp(url, { era });
    expect((await client.listResources()).resources).toEqual([]);
    const result = (await client.callTool({ name: 'long_winded', arguments: {} })) as CallToolResult;
    expect(wordsOf(result).length).toBeLessThan(long.length);
    const link = linkIn(result);
    const { uri } = link as { readonly uri: string };
    expect(link).toMatchObject({ uri: expect.stringMatching(/^toolwright:\/\/kept\//), mimeType: 'text/plain' });
    expect((await client.listResources()).resources.map((one) => one.uri)).toEqual([uri]);
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/plain', text: long }]);
    const other = await connectHttp(url, { era, person: allows() });
    await expect(other.readResource({ uri })).rejects.toThrow();
    await expect(client.readResource({ uri: 'toolwright://kept/other' })).rejects.toThrow();
    expect(
      linkIn((await client.callTool({ name: 'echo', arguments: { text: 'a' } })) as CallToolResult),
    ).toBeUndefined();
  });

  it('lends its model to a tool that asks one, and says so when it does not answer', async () => {
    verifies('mcp-server.client.model');
    const url = await serve({ tools: suiteTools });
    const asked: unknown[] = [];
    const answers: unknown[] = [
      { role: 'assistant', content: { type: 'text', text: 'it is 42' }, model: 'm' },
      { role: 'assistant', content: { type: 'image', data: '', mimeType: 'image/png' }, model: 'm' },
    ];
    const samples = (params: unknown) => {
      asked.push(params);
      return answers.shift();
    };
    const client = await connectHttp(url, { era, samples });
    const ask = async () => wordsOf(await client.callTool({ name: 'test_sampling', arguments: { prompt: 'What?' } }));
    expect(await ask()).toContain('LLM response: it is 42');
    expect(asked).toMatchObject([{ messages: [{ role: 'user', content: { type: 'text', text: 'What?' } }] }]);
    expect(await ask()).toContain('did not have its model answer');
    const plain = await connectHttp(url, { era });
    const refused = await plain.callTool({ name: 'test_sampling', arguments: { prompt: 'What?' } });
    expect(refused.isError).toBe(true);
    expect(wordsOf(refused)).toContain('no model');
  });

  it('is shown a form of a tool as it is, and what does not fit is not taken', async () => {
    verifies('mcp-server.ask.form');
    const url = await serve({ tools: suiteTools });
    const person = allows();
    const client = await connectHttp(url, { era, person });
    const fill = async (content: Record<string, string | number | boolean | string[]>) => {
      person.answer = () => ({ action: 'accept', content });
      return wordsOf(await client.callTool({ name: 'test_elicitation_sep1034_defaults', arguments: {} }));
    };
    expect(await fill({ name: 'Ann', age: 7, score: 1.5, status: 'pending', verified: false, more: 'x' })).toContain(
      '"values":{"name":"Ann","age":7,"score":1.5,"status":"pending","verified":false}',
    );
    expect(person.asked[0]?.requestedSchema).toMatchObject({ properties: { age: { type: 'integer', default: 30 } } });
    person.answer = () => ({ action: 'decline' });
    const declined = await client.callTool({ name: 'test_elicitation_sep1034_defaults', arguments: {} });
    expect(wordsOf(declined)).toContain('permission_denied');
  });

  it('is told of a resource that changes, once it asks for that', async () => {
    verifies('mcp-server.resources.watched');
    const changed = new Set<() => void>();
    let text = 'before';
    const news = {
      uri: 'news://today',
      name: 'news',
      read: () => text,
      watch(tell: () => void) {
        changed.add(tell);
        return () => changed.delete(tell);
      },
    };
    const url = await serve({ resources: [news] });
    const client = await connectHttp(url, { era });
    const { uri } = news;
    const told = new Promise((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    });
    if (era === '2025-11-25') await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri] });
    text = 'after';
    for (const tell of changed) tell();
    expect(await told).toBe(uri);
    expect((await client.readResource({ uri })).contents).toMatchObject([{ text: 'after' }]);
    if (era !== '2025-11-25') return;
    const watching = changed.size;
    await client.unsubscribeResource({ uri });
    expect(changed.size).toBe(watching - 1);
    await expect(client.subscribeResource({ uri: 'news://other' })).rejects.toThrow();
  });
});

it('links nothing for a client that does not know of links', async () => {
  verifies('mcp-server.resources.kept');
  const url = await serve({ tools: [longWinded] });
  const protocolVersion = '2025-03-26';
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (message: object, more: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const clientInfo = { name: 'old', version: '1' };
  const begun = await post({ id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } });
  await begun.text();
  const session = {
    'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': protocolVersion,
  };
  await post({ method: 'notifications/initialized' }, session);
  const called = await post({ id: 2, method: 'tools/call', params: { name: 'long_winded', arguments: {} } }, session);
  const text = await called.text();
  expect(text).toContain('"isError":false');
  expect(text).not.toContain('resource_link');
});

it('puts prompts into words, completes their arguments, and reads templates', async () => {
  verifies('mcp-server.prompts.given', 'mcp-server.completion.given', 'mcp-server.resources.given');
  const offered: Pick<McpHost, 'prompts' | 'templates'> = {
    prompts: [
      {
        name: 'greet',
        description: 'greets',
        arguments: [
          {
            name: 'whom',
            required: true,
            complete: (written) => ['ann', 'anton'].filter((one) => one.startsWith(written)),
          },
          { name: 'how' },
        ],
        render: ({ whom, ...more }) => `Greet ${whom}${JSON.stringify(more)}`,
      },
    ],
    templates: [
      {
        uriTemplate: 'orders://{year}/{number}',
        name: 'orders',
        complete: { year: () => Array.from({ length: 150 }, (_, at) => String(1900 + at)) },
        read: ({ year, number }) => (year === '2026' ? `order ${number}` : undefined),
      },
    ],
  };
  const client = await connectHttp(await serve(offered));
  expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'greet', arguments: [{ required: true }, {}] }]);
  const said = await client.getPrompt({ name: 'greet', arguments: { whom: 'ann', other: 'x' } });
  expect(said.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Greet ann{}' } }]);
  await expect(client.getPrompt({ name: 'greet' })).rejects.toThrow('needs the argument whom');
  await expect(client.getPrompt({ name: 'greeet' })).rejects.toThrow('Did you mean greet?');
  const complete = async (
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    name: string,
    value: string,
  ) => (await client.complete({ ref, argument: { name, value } })).completion;
  const greet = { type: 'ref/prompt', name: 'greet' } as const;
  expect(await complete(greet, 'whom', 'ant')).toMatchObject({ values: ['anton'], hasMore: false });
  expect(await complete(greet, 'constructor', '')).toMatchObject({ values: [] });
  const orders = { type: 'ref/resource', uri: 'orders://{year}/{number}' } as const;
  expect(await complete(orders, 'year', '')).toMatchObject({ total: 150, hasMore: true });
  expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ name: 'orders' }]);
  const uri = 'orders://2026/7';
  expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/plain', text: 'order 7' }]);
  for (const bad of ['orders://2025/7', `orders://2026/${'9'.repeat(5000)}`, 'orders:', 'file:///etc/passwd'])
    await expect(client.readResource({ uri: bad }), bad).rejects.toThrow();
});

it('tells of nothing that is not there', async () => {
  verifies('mcp-server.offers.only-real');
  const bare = await connectHttp(await serve({ tools: [echo] }));
  expect(bare.getServerCapabilities()).toEqual({
    tools: { listChanged: true },
    resources: { listChanged: true },
    logging: {},
  });
});

it('tells what is logged during a call, as much as the client wants, and no secret', async () => {
  verifies('mcp-server.log.level');
  const secret = 'tw-7f3k9q2m8x5v1z6c';
  const talks = defineTool({
    name: 'talks',
    description: 'logs',
    parameters: none,
    effects: 'none',
    run(_args, ctx) {
      ctx.log.debug(`it is ${secret}`);
      ctx.log.warn('careful');
      return 'done';
    },
  });
  const client = await connectHttp(await serve({ tools: [talks], env: { SERVICE_API_KEY: secret } }));
  const told: unknown[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => void told.push([params.level, params.data]));
  const call = async () => {
    told.length = 0;
    await client.callTool({ name: 'talks', arguments: {} });
    return JSON.stringify(told);
  };
  expect(await call()).toBe('[["warning","careful"]]');
  await client.setLoggingLevel('debug');
  expect(await call()).toMatch(/^\[\["debug","it is \[masked:[^"]*"\],\["warning","careful"\]\]$/);
  await client.setLoggingLevel('error');
  expect(await call()).toBe('[]');
});

it('hands over what goes with a result: sound as sound, text without secrets, what is large as a link', async () => {
  verifies('mcp-server.result.enclosures');
  const secret = 'tw-7f3k9q2m8x5v1z6c';
  const attaches = defineTool({
    name: 'attaches',
    description: 'attaches',
    parameters: none,
    effects: 'none',
    run: async (_args, ctx) => ({
      sound: await ctx.blobs.write(Buffer.from([1, 2, 3])),
      note: await ctx.blobs.write(`the key is ${secret}`),
      large: await ctx.blobs.write(Buffer.alloc(2_000_000)),
    }),
    show: () => 'three things',
    enclosures: (result) => {
      const { sound, note, large } = result as Record<'sound' | 'note' | 'large', string>;
      return [
        { name: 'sound.wav', mediaType: 'audio/wav', blob: sound },
        { name: 'note.md', mediaType: 'text/markdown', blob: note },
        { name: 'large.bin', mediaType: 'application/octet-stream', blob: large },
        { name: 'lost.bin', mediaType: 'application/octet-stream', blob: `blob:${'0'.repeat(64)}` },
      ];
    },
  });
  const client = await connectHttp(await serve({ tools: [attaches], env: { SERVICE_API_KEY: secret } }));
  const { content } = (await client.callTool({ name: 'attaches', arguments: {} })) as CallToolResult;
  expect(content).toMatchObject([
    { type: 'text', text: expect.stringContaining('three things') },
    { type: 'audio', data: 'AQID', mimeType: 'audio/wav' },
    { type: 'resource', resource: { mimeType: 'text/markdown', text: expect.stringContaining('[masked:') } },
    { type: 'resource_link', name: 'large.bin' },
  ]);
  expect(JSON.stringify(content)).not.toContain(secret);
  const { uri } = content[3] as { readonly uri: string };
  const [large] = (await client.readResource({ uri })).contents;
  expect(Buffer.from((large as { readonly blob: string }).blob, 'base64')).toHaveLength(2_000_000);
});

it('is asked about by a person who sees what it is, where the host has no words of its own', async () => {
  verifies('mcp-server.ask.elicited');
  const sends = defineTool({
    name: 'sends',
    description: 'sends',
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    effects: 'outside',
    run: () => 'sent',
  });
  const { renderQuestion: _own, ...host } = memoryHost({ workspace: newFolder(), tools: [sends] });
  const person = allows();
  const client = await connectHttp(await startHttp(host), { person });
  expect(isFailure(await client.callTool({ name: 'sends', arguments: { to: 'ann' } }))).toBe(false);
  expect(person.asked[0]?.message).toContain('May sends run?');
  expect(person.asked[0]?.message).toContain('{"to":"ann"}');
});
