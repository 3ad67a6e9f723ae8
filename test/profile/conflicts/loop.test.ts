import { expect, it } from 'vitest';
import { ollamaChat } from '../../../src/model/provider/ollama/ollama.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { fail } from '../../../src/tool/outcome.js';
import { chats, fakeServer } from '../../model/provider/ollama/ollama-server.js';
import { verifies } from '../../requirements.js';
import { inEach, openIn, runIn, says } from './run-in.js';
import { type Call, words } from './systems.js';

const files = { 'a.txt': 'alpha\n', 'b.txt': 'beta\n' };

/** All that stands before the conversation. */
const promptOf = (messages: readonly { readonly role: string; readonly text: string }[]): string =>
  messages.flatMap(({ role, text }) => (role === 'system' ? [text] : [])).join('\n');

/** Answers the same for the same argument; fails when told to. */
const probe = defineTool({
  name: 'probe',
  description: 'looks',
  parameters: { type: 'object', properties: { n: { type: 'integer' }, fails: { type: 'boolean' } } },
  effects: 'none',
  run: ({ n, fails }) => (fails === true ? fail('io_error', 'it cannot be read') : `seen ${n}`),
});

const probing = (n: number, fails = false): Call => ({ name: 'probe', args: fails ? { n, fails } : { n } });

it('9: has its own limit of rounds and calls, and its own end there', async () => {
  verifies('conflicts.loop.limit');
  const cells = await inEach(async (system) => {
    const rounds = Array.from({ length: 60 }, (_, at) => says(system, probing(at)));
    const { end } = await runIn(system, rounds, { tools: [probe] });
    const many = says(system, ...Array.from({ length: 60 }, (_, at) => probing(at)));
    const seen = await runIn(system, [many], { tools: [probe] });
    const calls = seen.outcomes.filter((outcome) => outcome === 'ok').length;
    return { rounds: end.rounds, reason: end.reason, limit: end.limit, calls };
  });
  expect(cells).toEqual({
    yips: { rounds: 6, reason: 'limit', limit: 'max_depth', calls: 60 },
    seed: { rounds: 50, reason: 'failed', limit: 'rounds', calls: 60 },
    astra: { rounds: 8, reason: 'answered', limit: 'rounds', calls: 1 },
    'y-agent': { rounds: 10, reason: 'limit', limit: 'rounds', calls: 50 },
    'local-harness': { rounds: 10, reason: 'limit', limit: 'rounds', calls: 15 },
  });
});

it('10: counts anew with each message of the user, and calls with each round where that is the limit', async () => {
  verifies('conflicts.loop.limit-reset');
  const cells = await inEach(async (system) => {
    const rounds = Array.from({ length: 120 }, (_, at) => says(system, probing(at)));
    const { session } = await openIn(system, rounds, { tools: [probe] });
    const first = await session.send('go').result;
    const second = await session.send('go on').result;
    const many = (from: number) => says(system, ...Array.from({ length: 30 }, (_, at) => probing(from + at)));
    const seen = await runIn(system, [many(0), many(100)], { tools: [probe] });
    const calls = seen.outcomes.filter((outcome) => outcome === 'ok').length;
    return { rounds: [first.rounds, second.rounds], calls };
  });
  expect(cells).toEqual({
    yips: { rounds: [6, 6], calls: 60 },
    seed: { rounds: [50, 50], calls: 60 },
    astra: { rounds: [8, 8], calls: 2 },
    'y-agent': { rounds: [10, 10], calls: 50 },
    'local-harness': { rounds: [10, 10], calls: 30 },
  });
});

it('11: refuses repeats, ends a turn of them, says to pivot, or lets them pass', async () => {
  verifies('conflicts.loop.repeats');
  const cells = await inEach(async (system) => {
    const repeats = Array.from({ length: 5 }, () => says(system, probing(1)));
    const seen = await runIn(system, repeats, { tools: [probe] });
    const failing = [1, 2, 3].map((n) => says(system, probing(n, true)));
    const { requests } = await runIn(system, failing, { tools: [probe] });
    const pivots = requests.map(({ messages }) => messages.some(({ text }) => text.includes('another approach')));
    return { outcomes: seen.outcomes, reason: seen.end.reason, pivotAfter: pivots.indexOf(true) };
  });
  const passes = { outcomes: ['ok', 'ok', 'ok', 'ok', 'ok'], reason: 'answered', pivotAfter: -1 };
  expect(cells).toEqual({
    yips: { ...passes, pivotAfter: 2 },
    seed: passes,
    astra: { outcomes: ['ok', 'error', 'error', 'error'], reason: 'answered', pivotAfter: -1 },
    'y-agent': { outcomes: ['ok', 'ok', 'error', 'error', 'error'], reason: 'answered', pivotAfter: -1 },
    'local-harness': passes,
  });
});

it('12: chains after a result, or asks for an answer', async () => {
  verifies('conflicts.loop.after-result');
  const cells = await inEach(async (system) => {
    const { read } = words[system];
    const rounds = [says(system, read('a.txt')), says(system, read('b.txt'))];
    const { outcomes, requests } = await runIn(system, rounds, { files });
    return {
      chained: outcomes.length,
      toldToAnswer: /stop calling tools/i.test(promptOf(requests[0]?.messages ?? [])),
    };
  });
  const chains = { chained: 2, toldToAnswer: false };
  expect(cells).toEqual({
    yips: chains,
    seed: chains,
    astra: { chained: 2, toldToAnswer: true },
    'y-agent': chains,
    'local-harness': chains,
  });
});

it('28: shows tools as text of the prompt, as definitions, or as an index', async () => {
  verifies('conflicts.loop.exposure');
  const cells = await inEach(async (system) => {
    const { requests } = await runIn(system, [{ text: 'Hello.' }], { modelName: 'openai/gpt' });
    const [first] = requests;
    const names = first?.toolNames ?? [];
    if (names.includes('ToolSearch')) return names.includes('FileMove') ? 'all' : 'index';
    if (names.length > 0) return 'definitions';
    return promptOf(first?.messages ?? []).includes(words[system].read('a').name) ? 'text' : 'nothing';
  });
  expect(cells).toEqual({
    yips: 'text',
    seed: 'definitions',
    astra: 'text',
    'y-agent': 'index',
    'local-harness': 'definitions',
  });
});

it('40: asks Ollama by text of the prompt or by its tools', async () => {
  verifies('conflicts.loop.ollama');
  const models = [{ name: 'qwen3', capabilities: ['completion', 'tools'] }];
  const cells = await inEach(async (system) => {
    const server = await fakeServer({ rounds: [{ text: 'Hello.' }], models });
    const model = ollamaChat({ baseUrl: server.origin, model: 'qwen3' });
    const { session } = await openIn(system, [], { model });
    await session.send('go').result;
    const [first] = chats(server);
    const { name } = words[system].read('a');
    const system_ = first?.messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
    return {
      tools: first?.tools !== undefined,
      prompt: system_?.includes(`${name}`) === true && first?.tools === undefined,
    };
  });
  const byText = { tools: false, prompt: true };
  const byApi = { tools: true, prompt: false };
  expect(cells).toEqual({ yips: byText, seed: byApi, astra: byText, 'y-agent': byText, 'local-harness': byApi });
});
