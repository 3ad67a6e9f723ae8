import { expect, it } from 'vitest';
import { ollamaChat } from '../../../src/model/provider/ollama/ollama.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { answerLine, ownServer } from '../../model/provider/ollama/ollama-server.js';
import { verifies } from '../../requirements.js';
import { inEach, runIn, says } from './run-in.js';
import { type Call, type System, words } from './systems.js';

const files = { 'a.txt': 'alpha\n', 'b.txt': 'beta\n' };
const isNative = (system: System): boolean => system === 'seed' || system === 'local-harness';

/** Which files the calls of a turn were for. */
const filesOf = ({ admitted }: { readonly admitted: readonly { readonly arguments: string }[] }): string =>
  admitted.map(({ arguments: args }) => /[ab](?=\.txt)/.exec(args)?.[0] ?? '?').join('');

it('1: takes one envelope of many actions, all calls, or the last call of a message', async () => {
  verifies('conflicts.calls.several');
  const cells = await inEach(async (system) => {
    const [a, b] = [words[system].read('a.txt'), words[system].read('b.txt')];
    const apart = isNative(system)
      ? says(system, a, b)
      : { text: [says(system, a).text, says(system, b).text].join('\n') };
    return {
      together: filesOf(await runIn(system, [says(system, a, b)], { files })),
      apart: filesOf(await runIn(system, [apart], { files })),
    };
  });
  expect(cells).toEqual({
    yips: { together: 'ab', apart: '' },
    seed: { together: 'ab', apart: 'ab' },
    astra: { together: 'b', apart: 'b' },
    'y-agent': { together: 'ab', apart: 'ab' },
    'local-harness': { together: 'ab', apart: 'ab' },
  });
});

it('2: runs calls in sequence, safe ones at once, or one alone', async () => {
  verifies('conflicts.calls.order');
  const cells = await inEach(async (system) => {
    let running = 0;
    let most = 0;
    const probe = defineTool({
      name: 'probe',
      description: 'looks how many run',
      parameters: { type: 'object', properties: { n: { type: 'integer' } } },
      effects: 'none',
      concurrency: 'parallel',
      async run() {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        return 'looked';
      },
    });
    const calls: Call[] = [1, 2, 3].map((n) => ({ name: 'probe', args: { n } }));
    const { outcomes } = await runIn(system, [says(system, ...calls)], { tools: [probe] });
    return { ran: outcomes.length, atOnce: most };
  });
  expect(cells).toEqual({
    yips: { ran: 3, atOnce: 1 },
    seed: { ran: 3, atOnce: 3 },
    astra: { ran: 1, atOnce: 1 },
    'y-agent': { ran: 3, atOnce: 1 },
    'local-harness': { ran: 3, atOnce: 1 },
  });
});

it('3: drops a call of an unknown tool and says so, or answers it: no admitted call stays unanswered', async () => {
  verifies('conflicts.calls.unknown-tool', 'conflicts.calls.unknown-answered');
  const cells = await inEach(async (system) => {
    const seen = await runIn(system, [says(system, { name: 'no_such_tool', args: { x: 1 } })]);
    expect(seen.settled.map(({ callId }) => callId)).toEqual(seen.admitted.map(({ callId }) => callId));
    return {
      reads: seen.told.map((text) => /"?(ERROR:|isError|tool_not_found|not_found)/.exec(text)?.[1]).join(),
      recorded: seen.problems.length > 0 || seen.settled.length > 0,
      goesOn: seen.end.rounds > 1,
    };
  });
  expect(cells).toEqual({
    yips: { reads: '', recorded: true, goesOn: false },
    seed: { reads: 'isError', recorded: true, goesOn: true },
    astra: { reads: 'ERROR:', recorded: true, goesOn: true },
    'y-agent': { reads: 'tool_not_found', recorded: true, goesOn: true },
    'local-harness': { reads: 'not_found', recorded: true, goesOn: true },
  });
});

it('4: ends the turn at a malformed call, answers it, takes it for the answer or leaves it as text', async () => {
  verifies('conflicts.calls.malformed');
  const broken: Partial<Record<System, string>> = {
    yips: '```yips-agent\n{"actions": [{"type": "tool",\n```',
    astra: '<tool_call>{"name": "read", "arguments": {"path"</tool_call>',
    'y-agent': '<tool_call>{"name": "FileRead", "arguments": [1]}</tool_call>',
  };
  const cells = await inEach(async (system) => {
    const { read } = words[system];
    const round = broken[system] ?? says(system, { ...read('a.txt'), args: { path: { no: 'text' } } });
    const seen = await runIn(system, [typeof round === 'string' ? { text: round } : round], { files });
    return {
      rounds: seen.end.rounds,
      outcomes: seen.outcomes,
      told: seen.told.some((text) => text.includes('validation_failed')),
      warned: seen.problems.length > 0,
    };
  });
  expect(cells).toEqual({
    yips: { rounds: 1, outcomes: [], told: false, warned: true },
    seed: { rounds: 2, outcomes: ['error'], told: false, warned: false },
    astra: { rounds: 1, outcomes: [], told: false, warned: true },
    'y-agent': { rounds: 1, outcomes: [], told: false, warned: true },
    'local-harness': { rounds: 2, outcomes: ['error'], told: true, warned: false },
  });
});

it('6: has ids of the text, of the provider, or of its own making', async () => {
  verifies('conflicts.calls.call-id');
  const cells = await inEach(async (system) => {
    const { admitted } = await runIn(system, [says(system, { ...words[system].read('a.txt'), id: 'own-1' })], {
      files,
    });
    return admitted.map(({ callId }) => callId.replace(/^call_[0-9a-f]{24}$/, 'call_<hex>'));
  });
  expect(cells).toEqual({
    yips: ['own-1'],
    seed: ['own-1'],
    astra: ['0-read'],
    'y-agent': ['call_<hex>'],
    'local-harness': ['own-1'],
  });
  const without =
    '```yips-agent\n{"actions": [{"type": "tool", "name": "read_file", "arguments": {"path": "a.txt"}}]}\n```';
  expect((await runIn('yips', [{ text: without }], { files })).admitted).toEqual([]);
});

it('7: keeps the first of two calls with one id and warns, answers each id once, or has ids of its own', async () => {
  verifies('conflicts.calls.duplicate-id');
  const cells = await inEach(async (system) => {
    const twice = ['a.txt', 'b.txt'].map((name) => ({ ...words[system].read(name), id: 'x' }));
    const seen = await runIn(system, [says(system, ...twice)], { files });
    const ids = seen.settled.map(({ callId }) => callId);
    return {
      ran: filesOf(seen),
      firstIs: seen.admitted[0]?.callId === 'x' ? 'x' : 'its own',
      onceEach: new Set(ids).size === ids.length,
      problems: [...new Set(seen.problems.map(({ code }) => code))],
    };
  });
  expect(cells).toEqual({
    yips: { ran: 'a', firstIs: 'x', onceEach: true, problems: ['call-repeated'] },
    seed: { ran: 'ab', firstIs: 'x', onceEach: true, problems: ['call-id-replaced'] },
    // It takes the last call alone.
    astra: { ran: 'b', firstIs: 'its own', onceEach: true, problems: ['call-ignored'] },
    'y-agent': { ran: 'ab', firstIs: 'its own', onceEach: true, problems: [] },
    'local-harness': { ran: 'ab', firstIs: 'x', onceEach: true, problems: ['call-id-replaced'] },
  });
});

it('35: reads calls in code where the system does', async () => {
  verifies('conflicts.calls.code-fences');
  const cells = await inEach(async (system) => {
    const written = isNative(system) ? says('astra', words[system].read('a.txt')).text : undefined;
    const text = written ?? says(system, words[system].read('a.txt')).text ?? '';
    const quoted = system === 'yips' ? text : `Look:\n\`\`\`xml\n${text}\n\`\`\``;
    return filesOf(await runIn(system, [{ text: quoted }], { files }));
  });
  expect(cells).toEqual({ yips: 'a', seed: '', astra: 'a', 'y-agent': 'a', 'local-harness': '' });
});

it('36: reads tool_call JSON leniently, strictly, or not at all', async () => {
  verifies('conflicts.calls.tool-call-json');
  const cells = await inEach(async (system) => {
    const { name, args } = words[system].read('a.txt');
    const text = `<tool_call>${JSON.stringify({ name, args })}`;
    const closed = `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;
    return {
      lenient: filesOf(await runIn(system, [{ text }], { files })),
      strict: filesOf(await runIn(system, [{ text: closed }], { files })),
    };
  });
  expect(cells).toEqual({
    yips: { lenient: '', strict: '' },
    seed: { lenient: '', strict: '' },
    astra: { lenient: 'a', strict: 'a' },
    'y-agent': { lenient: '', strict: 'a' },
    'local-harness': { lenient: '', strict: '' },
  });
});

it('37: drops, fails, warns of or empties arguments that are no object', async () => {
  verifies('conflicts.calls.non-object-arguments');
  const bare: Record<System, Call> = {
    yips: { name: 'list_dir', args: ['.'] },
    seed: { name: 'listFiles', args: ['.'] },
    astra: { name: 'active_file', args: ['.'] },
    'y-agent': { name: 'FileRead', args: ['.'] },
    'local-harness': { name: 'get_working_directory', args: ['.'] },
  };
  const cells = await inEach(async (system) => {
    // There the provider sees to it.
    const provider = system === 'local-harness' ? { model: await ollamaWith(bare[system]) } : {};
    const { outcomes, problems, end } = await runIn(system, [says(system, bare[system])], provider);
    return { outcomes, warned: problems.length > 0, rounds: end.rounds };
  });
  expect(cells).toEqual({
    yips: { outcomes: [], warned: true, rounds: 1 },
    seed: { outcomes: ['error'], warned: false, rounds: 2 },
    // They go to the tool as they are, and its check answers them.
    astra: { outcomes: ['error'], warned: false, rounds: 2 },
    'y-agent': { outcomes: [], warned: true, rounds: 1 },
    'local-harness': { outcomes: ['ok'], warned: true, rounds: 2 },
  });
});

/** A model of Ollama that makes this call, with its arguments as they are, and then is done. */
async function ollamaWith({ name, args }: Call) {
  const message = { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: args } }] };
  let chatted = 0;
  const server = await ownServer((route) => {
    if (!route.endsWith('/api/chat')) return JSON.stringify({ capabilities: ['completion', 'tools'], models: [] });
    chatted += 1;
    return chatted === 1 ? `${JSON.stringify({ message, done: true, done_reason: 'stop' })}\n` : answerLine('Done.');
  });
  return ollamaChat({ baseUrl: server.url, model: 'qwen3' });
}
