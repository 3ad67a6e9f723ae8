import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineTool } from '../../../src/tool/define-tool.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { called, done, openY, runY, type Told } from './open-y.js';

const inText = (name: string, args: object) => `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;

it.each(['openai/gpt-5', 'ollama/llama3'])(
  'runs several calls in the text of %s, one after the other',
  async (modelName) => {
    verifies('y-agent.parse.several', 'y-agent.parse.ids');
    const running: string[] = [];
    let most = 0;
    const slow = defineTool({
      name: 'slow',
      description: 'takes its time',
      parameters: { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] },
      effects: 'none',
      async run({ n }) {
        running.push(n);
        most = Math.max(most, running.length);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running.splice(running.indexOf(n), 1);
        return `done ${n}`;
      },
    });
    const text = ['a', 'b', 'c'].map((n) => inText('slow', { n })).join('\nand\n');
    const { session, model } = await openY([{ text }, done], {
      modelName,
      tools: [slow],
      exposure: { inactiveCalls: 'run' },
    });
    const { events } = await play(session.send('go'));
    const settled = bodies(events, 'call-settled');
    expect(settled.map(({ content }) => (JSON.parse(content) as Told).content)).toEqual(['done a', 'done b', 'done c']);
    expect(most).toBe(1);
    for (const { callId } of settled) expect(callId).toMatch(/^call_[0-9a-f]{24}$/);
    expect(new Set(settled.map(({ callId }) => callId)).size).toBe(3);
    const after = model.requests[1]?.messages.slice(3) ?? [];
    expect(after.map(({ role }) => role)).toEqual(modelName.startsWith('openai') ? ['tool', 'tool', 'tool'] : ['user']);
  },
);

it('turns string values of forms that have only strings into what the schema wants', async () => {
  verifies('y-agent.parse.string-coercion');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\nthree\n');
  const parameters =
    '<parameter=path>a.txt</parameter><parameter=line_offset>1</parameter><parameter=limit>1</parameter>';
  const more = '<parameter=include_line_numbers>true</parameter>';
  const text = `<tool_call><function=FileRead>${parameters}${more}</function></tool_call>`;
  const { session } = await openY([{ text }, done], { workspace });
  const { events } = await play(session.send('go'));
  const [told] = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  expect(told).toMatchObject({ success: true, content: { content: '1: two', line_offset: 1, lines: 1 } });
});

it('takes in what the user says meanwhile with the next request', async () => {
  verifies('y-agent.tool.steering');
  const { session, model } = await openY([called('FileWrite', { path: 'a.txt', content: 'one' }), done]);
  const stop = session.on((event) => {
    if (event.type !== 'call-started') return;
    stop();
    void session.steer('and be quick');
  });
  const { events, end } = await play(session.send('write it'));
  expect(bodies(events, 'message-received').map(({ text }) => text)).toEqual(['write it', 'and be quick']);
  expect(model.requests[1]?.messages.slice(-2).map(({ role }) => role)).toEqual(['tool', 'user']);
  expect(model.requests[1]?.messages.at(-1)?.text).toContain('and be quick');
  expect(end).toMatchObject({ reason: 'answered', rounds: 2 });
});

it('searches the web by WebSearch, and by WebFetch with the action search', async () => {
  verifies('y-agent.tool.web-search', 'y-agent.tool.web-fetch');
  const page = readFileSync(new URL('../../fixtures/search/duckduckgo.html', import.meta.url));
  const { port, seen } = await serve((_, response) => void response.writeHead(200).end(page));
  const calls = [
    called('WebSearch', { query: 'green tea', limit: 2 }),
    called('WebFetch', { action: 'search', query: 'black tea', search_engine: 'Brave' }),
  ];
  const told: Told[] = [];
  for (const call of calls) {
    const played = await runY([call], { webSearch: { engine: 'duckduckgo', url: `http://127.0.0.1:${port}/html/` } });
    // Where the engine is says the person's config: it is not asked about.
    expect(played.questions).toEqual([]);
    told.push(...played.told);
  }
  expect(told[0]?.content).toMatchObject({
    query: 'green tea',
    search_engine: 'DuckDuckGo',
    results: [
      { title: 'Green tea - Encyclopedia', url: 'https://en.example.org/wiki/Green_tea?a=1&b=2' },
      { url: 'https://health.example.com/tea/' },
    ],
  });
  expect(told[1]?.content?.['query']).toBe('black tea');
  expect(told[1]?.warnings).toContain('It was searched with DuckDuckGo, not with Brave.');
  expect(seen.map(({ url }) => url)).toEqual(['/html/?q=green%20tea', '/html/?q=black%20tea']);
});
