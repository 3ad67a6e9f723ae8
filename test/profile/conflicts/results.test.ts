import { expect, it } from 'vitest';
import { parseApproval } from '../../../src/agent/parse-approval.js';
import { findProfile } from '../../../src/profile/find-profile.js';
import { verifies } from '../../requirements.js';
import { inEach, runIn, says } from './run-in.js';
import { type System, words } from './systems.js';

const files = { 'a.txt': 'alpha\n' };

it('5: hands results back as system messages, tool messages or one message of the user', async () => {
  verifies('conflicts.results.channel');
  const cells = await inEach(async (system) => {
    const { read } = words[system];
    return (await runIn(system, [says(system, read('a.txt'))], { files })).after;
  });
  expect(cells).toEqual({
    yips: ['assistant', 'system', 'system'],
    seed: ['assistant', 'tool'],
    astra: ['assistant', 'tool'],
    'y-agent': ['assistant', 'user'],
    'local-harness': ['assistant', 'tool'],
  });
  const byApi = { calls: [{ name: 'FileRead', arguments: { path: 'a.txt' } }] };
  const native = await runIn('y-agent', [byApi], { files, modelName: 'openai/gpt' });
  expect(native.after).toEqual(['assistant', 'tool']);
});

it('8: speaks in statuses, isError, ERROR text, codes or error types', async () => {
  verifies('conflicts.results.status-words');
  const cells = await inEach(async (system) => {
    const { told, requests } = await runIn(system, [says(system, words[system].read('missing.txt'))], { files });
    const said = [...told, ...(requests[1]?.messages.map(({ text }) => text) ?? [])].join('\n');
    return {
      status: /"status":\s*"error"/.test(said),
      isError: /"isError":\s*true/.test(said),
      text: /^ERROR: /m.test(said),
      code: /"code":\s*"file_not_found"/.test(said) && /"retryable":\s*false/.test(said),
      type: /"success":\s*false/.test(said) && /"error_type":\s*"not_found"/.test(said),
    };
  });
  const none = { status: false, isError: false, text: false, code: false, type: false };
  expect(cells).toEqual({
    yips: { ...none, status: true },
    seed: { ...none, isError: true },
    astra: { ...none, text: true },
    'y-agent': { ...none, code: true },
    'local-harness': { ...none, type: true },
  });
});

it('18: has its own words for a no of the person, and nothing is done', async () => {
  verifies('conflicts.results.rejection');
  const cells = await inEach(async (system) => {
    const { shell, write } = words[system];
    const call = shell?.('rm -rf a.txt') ?? write('new.txt', 'x');
    const { approval } = await findProfile(system);
    const no = approval.choices.find(({ gives }) => gives === 'deny')?.words[0] ?? '';
    let asked = 0;
    const seen = await runIn(system, [says(system, call)], {
      files,
      onQuestion(question) {
        asked += 1;
        // What a chat makes of the word for no.
        const parsed = question.kind === 'approval' ? parseApproval(no, approval, question) : undefined;
        return parsed?.type === 'answer' ? parsed.answer : { choice: 'once' };
      },
    });
    const done = seen.read(words[system].lies('a.txt')) !== 'alpha\n' || seen.read('new.txt') !== undefined;
    const [told = ''] = seen.told;
    return {
      asked,
      outcomes: seen.outcomes,
      told: told.startsWith('{') ? JSON.parse(told) : told,
      done,
    };
  });
  const cell = { asked: 1, outcomes: ['denied'], done: false };
  expect(cells).toEqual({
    yips: {
      ...cell,
      told: {
        status: 'denied',
        output:
          'The person denied this call. They say: rejected by the user confirmation policy. Do not try it again unchanged.',
      },
    },
    seed: { ...cell, told: { output: { isError: true, error: 'User rejected the request' }, isError: true } },
    astra: { ...cell, told: 'ERROR: The person denied this call. Do not try it again unchanged.' },
    'y-agent': {
      ...cell,
      told: {
        code: 'permission_denied',
        error:
          'The person denied this call. They say: do not retry this call; find another way or ask what is wanted. Do not try it again unchanged.',
        retryable: false,
        details: null,
      },
    },
    'local-harness': {
      ...cell,
      told: {
        success: false,
        data: null,
        error_type: 'permission_denied',
        error_message: 'The person denied this call. Do not try it again unchanged.',
        metadata: expect.any(Object),
      },
    },
  });
});

it('25: takes a search without a match for a result', async () => {
  verifies('conflicts.results.no-match');
  const cells = await inEach(
    async (system) => (await runIn(system, [says(system, words[system].search('zzzz'))], { files })).outcomes,
  );
  expect(cells).toEqual({
    yips: ['ok'],
    seed: ['ok'],
    astra: ['ok'],
    'y-agent': ['ok'],
    'local-harness': ['ok'],
  });
});

it('27: bounds what a model reads where the system does', async () => {
  verifies('conflicts.results.output-cap');
  const long = `${'x'.repeat(99)}\n`.repeat(250);
  const cells = await inEach(async (system) => {
    const { read, shell } = words[system];
    const call = system === 'seed' ? shell?.("printf 'x%.0s' $(seq 25000)") : undefined;
    const { told } = await runIn(system, [says(system, call ?? read('long.txt'))], { files: { 'long.txt': long } });
    const length = told[0]?.length ?? 0;
    return length >= 24_000 ? 'whole' : length > 9000 && length < 12_000 ? 'cut at 10,000' : length;
  });
  expect(cells).toEqual({
    yips: 'whole',
    seed: 'cut at 10,000',
    astra: 'whole',
    'y-agent': 'cut at 10,000',
    'local-harness': 'whole',
  });
});

it('34: keeps reasoning apart from the answer, whether it came in tags or by the API', async () => {
  verifies('conflicts.results.reasoning');
  const cells = await inEach(async (system) => {
    const round = inTags(system) ? { text: '<think>hm</think>Hello.' } : { reasoning: 'hm', text: 'Hello.' };
    const { events, end } = await runIn(system, [round]);
    const [answer] = events.flatMap((event) => (event.type === 'model-answered' ? [event.body] : []));
    return { text: end.text, reasoning: answer?.reasoning };
  });
  const cell = { text: 'Hello.', reasoning: 'hm' };
  expect(cells).toEqual({ yips: cell, seed: cell, astra: cell, 'y-agent': cell, 'local-harness': cell });
  const thought = says('astra', words.astra.read('a.txt')).text ?? '';
  expect((await runIn('astra', [{ text: `<think>${thought}</think>Hello.` }], { files })).outcomes).toEqual([]);
});

const inTags = (system: System): boolean => system === 'yips' || system === 'astra';
