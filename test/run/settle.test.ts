import { expect, it } from 'vitest';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import type { Settlement } from '../../src/run/event.js';
import type { SessionOptions } from '../../src/session/options.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail, type ToolFailure, type ToolResult } from '../../src/tool/outcome.js';
import type { Tool } from '../../src/tool/tool.js';
import { bodies, open, play } from '../session/open.js';

const secret = 'kx-test-7d1f0c2a9b8e4f60';
const clock = { now: () => 1000, monotonic: () => 0 };

interface Settled {
  readonly settled: Partial<Settlement>;
  readonly result: ToolResult;
  readonly store: ReturnType<typeof createMemoryStore>;
}

/** How a call of a tool settles that is an ordinary one but for these. */
async function settle(part: object, { args = {}, ...options }: Partial<SessionOptions> & { args?: object } = {}) {
  const tool = {
    ...defineTool({
      name: 'tool',
      description: 'x',
      parameters: { type: 'object', properties: { n: { type: 'integer' } } },
      effects: 'none',
      run: () => 'done',
    }),
    ...part,
  } as Tool;
  const store = createMemoryStore();
  const profile = { ...toolwrightProfile, renderResult: (result: ToolResult) => JSON.stringify(result) };
  const more = { profile, tools: [tool], store, clock, env: { API_KEY: secret }, secrets: ['API_KEY'] };
  const session = await open([{ calls: [{ name: 'tool', arguments: args }] }, { text: 'ok' }], { ...more, ...options });
  const { events } = await play(session.send('go'));
  const [{ callId: _, ...settled }] = bodies(events, 'call-settled') as [Settlement];
  const { content } = settled;
  return { settled, result: content.startsWith('{') ? JSON.parse(content) : undefined, store } as Settled;
}

const metadata = { execution_time_ms: 0, data_size_bytes: 0, timestamp: 1000 };
const ok = (data: unknown, size: number, more: object = {}) => ({
  success: true,
  data,
  error_message: null,
  error_type: 'none',
  metadata: { ...metadata, data_size_bytes: size, ...more },
});
const failed = (error_type: string, error_message: string, data: unknown = null, size = 0) => ({
  success: false,
  data,
  error_message,
  error_type,
  metadata: { ...metadata, data_size_bytes: size },
});
const broken = (what: string) => failed('internal_error', `tool is broken: ${what}. Try another way.`);
const throws = (message: string) => () => {
  throw new Error(message);
};
const unshowable = { toJSON: throws('no words') };
const gone = () => fail('not_found', 'gone', { at: 'é' });

it.each<[string, object, object, string]>([
  ['text', {}, ok('done', 4), 'ok'],
  ['text, by its bytes', { run: () => 'é' }, ok('é', 2), 'ok'],
  ['a value, by the bytes of its JSON', { run: () => ({ at: 'é' }) }, ok({ at: 'é' }, 11), 'ok'],
  ['nothing as null', { run: () => null }, ok(null, 4), 'ok'],
  ['the words of the tool', { run: () => ({ at: 1 }), show: () => 'at é' }, ok('at é', 5), 'ok'],
  [
    'turned arguments',
    { coerced: true },
    ok('done', 4, { coerced: [{ path: '/n', from: 'string', to: 'integer' }] }),
    'ok',
  ],
  ['no value', { run: () => undefined }, broken('it returned undefined; a tool returns a value or fail(…)'), 'error'],
  ['a function', { run: () => () => 1 }, broken('it returned a function, which cannot be passed on'), 'error'],
  [
    'what has no words',
    { run: () => unshowable },
    failed('internal_error', 'tool is broken: its result cannot be put into words: no words.'),
    'error',
  ],
  ['words that fail', { show: throws('no words') }, broken('its result cannot be shown: no words'), 'error'],
  [
    'what does not fit the schema of its result',
    { result: { type: 'object', required: ['at'] } },
    broken('its result does not fit its own schema: expected object, got string'),
    'error',
  ],
  ['a failure', { run: gone }, failed('not_found', 'gone', { at: 'é' }, 11), 'error'],
  [
    'a failure in words of the tool',
    { run: gone, show: () => 'at é' },
    failed('not_found', 'gone', 'at é', 5),
    'error',
  ],
  [
    'a failure whose words fail',
    { run: gone, show: throws('x') },
    failed('not_found', 'gone', { at: 'é' }, 11),
    'error',
  ],
  ['a failure without words', { run: () => fail('io_error', 'x', unshowable) }, failed('io_error', 'x'), 'error'],
  ['a failure of a function', { run: () => fail('io_error', 'x', () => 1) }, failed('io_error', 'x'), 'error'],
  ['a tool that was late', { run: () => fail('timeout', 'late') }, failed('timeout', 'late'), 'timeout'],
  ['a tool that may not', { run: () => fail('permission_denied', 'no') }, failed('permission_denied', 'no'), 'denied'],
  ['a tool that was ended', { run: () => fail('cancelled', 'over') }, failed('cancelled', 'over'), 'cancelled'],
])('tells %s', async (_, part, result, outcome) => {
  const { settled, result: read } = await settle(part, 'coerced' in part ? { args: { n: '7' } } : {});
  expect(read).toEqual(result);
  expect(settled).toEqual({
    name: 'tool',
    outcome,
    errorType: read.error_type,
    content: settled.content,
    durationMs: 0,
  });
});

it('tells of a schema of its result that is itself wrong', async () => {
  const { result } = await settle({ result: { type: 'objekt' } });
  expect(result).toMatchObject({
    error_type: 'internal_error',
    error_message: expect.stringMatching(
      /^tool is broken: the schema of its result is itself wrong: .+\. Try another way\.$/,
    ),
  });
});

it('tells a person in the words the tool displays, bounded, and no more than that', async () => {
  expect((await settle({ display: () => 'shown' })).settled.display).toBe('shown');
  expect((await settle({ display: () => 'x'.repeat(5000) })).settled.display).toHaveLength(4000);
  expect((await settle({ display: () => 7 })).settled).not.toHaveProperty('display');
});

it('tells a person in a message of the profile, bounded', async () => {
  const renderMessage = (result: ToolResult, name: string) => `${name} says ${result.data}`;
  const profile = { ...toolwrightProfile, renderMessage };
  expect((await settle({}, { profile })).settled.message).toBe('tool says done');
  const long = await settle({ run: () => 'x'.repeat(30_000) }, { profile });
  expect(long.settled.message).toHaveLength(20_000);
  expect((await settle({})).settled).not.toHaveProperty('message');
});

it('tells who was denied by a person from who was denied by a rule', async () => {
  const effects = { effects: 'outside' };
  const profile = { ...toolwrightProfile, renderResult: (result: ToolResult) => JSON.stringify(result) };
  const byPerson = await settle(effects, { profile, onQuestion: () => ({ choice: 'deny', reason: 'not now' }) });
  expect(byPerson.result).toMatchObject({
    error_type: 'permission_denied',
    error_message: 'The person denied this call. They say: not now. Do not try it again unchanged.',
    metadata: { denied_by_person: true },
  });
  expect(byPerson.settled).toMatchObject({ outcome: 'denied', durationMs: 0 });
  const byRule = await settle(effects, { profile, onAsk: 'deny' });
  expect(byRule.settled.outcome).toBe('denied');
  expect(byRule.result.metadata).not.toHaveProperty('denied_by_person');
});

it.each<[string, object, number]>([
  ['a value', { run: () => ({ key: secret, more: [secret] }) }, 2],
  ['text', { run: () => `key ${secret}` }, 1],
  ['words of its own', { show: () => `key ${secret}` }, 1],
  ['what is displayed', { display: () => `key ${secret}` }, 0],
  ['a failure', { run: () => fail('io_error', `not ${secret}`, { key: secret }) }, 2],
  ['a thrown error', { run: throws(`not ${secret}`) }, 1],
  ['words that fail', { show: throws(`not ${secret}`) }, 1],
  ['nothing secret', {}, 0],
])('masks secrets in %s, and counts those the model would have read', async (_, part, count) => {
  const { settled } = await settle(part);
  expect(JSON.stringify(settled)).not.toContain(secret);
  expect(settled.masked).toBe(count === 0 ? undefined : count);
  expect(JSON.stringify(settled).includes('[masked:API_KEY]')).toBe(count > 0 || 'display' in part);
});

it.each([
  ['text', 'ä'.repeat(50_000)],
  ['what takes more room in JSON', '\n"'.repeat(25_000)],
  ['a value', { list: Array.from({ length: 9000 }, (_, at) => at) }],
])('cuts a long result to what the model may read, and keeps the whole: %s', async (_, value) => {
  const { settled, store } = await settle({ run: () => value, limits: { resultChars: 3000 } });
  const whole = typeof value === 'string' ? value : JSON.stringify(value);
  const { content = '', blob = '' } = settled;
  expect(content.length).toBeLessThanOrEqual(3000);
  expect(content.length).toBeGreaterThan(1500);
  expect(Buffer.from((await store.blobs.read(blob)) ?? []).toString()).toBe(whole);
  const { data } = JSON.parse(content) as { data: string };
  const [, head = '', left, where, tail = ''] =
    /^(.*)\n\[… (\d+) characters left out; the whole (.*) …\]\n(.*)$/s.exec(data) ?? [];
  expect(where).toBe(`is kept: as ${blob}`);
  expect(whole.startsWith(head)).toBe(true);
  expect(whole.endsWith(tail)).toBe(true);
  expect(Number(left)).toBe(whole.length - head.length - tail.length);
});

it('names what reads the whole, in the words of the profile where it has some', async () => {
  const long = { run: () => 'x'.repeat(20_000) };
  const builtin = await settle(long, { builtins: true });
  expect(builtin.settled.content).toContain(`the whole is kept: read_file with path ${builtin.settled.blob}`);
  const renderCut = ({ total, shown, where }: { total: number; shown: number; where: string }) =>
    `<${total} ${shown} ${where}>`;
  const own = await settle(long, { profile: { ...toolwrightProfile, renderCut } });
  expect(own.settled.content).toMatch(/<20000 9\d{3} is kept: as blob:/);
});

it('tells that the whole could not be kept', async () => {
  const store = createMemoryStore();
  const blobs = { ...store.blobs, write: () => Promise.reject(new Error('full')) };
  const { settled } = await settle({ run: () => 'x'.repeat(20_000) }, { store: { ...store, blobs } });
  expect(settled.content).toContain('the whole could not be kept');
  expect(settled.content?.length).toBeLessThanOrEqual(10_000);
  expect(settled).not.toHaveProperty('blob');
});

it('leaves room for what a failure is about, however long its message', async () => {
  const run = (): ToolFailure => fail('io_error', `begins ${'x'.repeat(50_000)} ends`, 'y'.repeat(50_000));
  const { settled, result } = await settle({ run });
  expect(result.error_message).toMatch(/^begins x+ \[… \d+ characters left out …\] x+ ends$/);
  expect(result.error_message?.length).toBeLessThanOrEqual(3334);
  expect(String(result.data)).toMatch(
    /^y+\n\[… \d+ characters left out; the whole is kept: as blob:[0-9a-f]{64} …\]\ny+$/,
  );
  expect(settled.content?.length).toBeLessThanOrEqual(10_000);
  const alone = await settle({ run: () => fail('io_error', 'x'.repeat(50_000)) });
  expect(alone.settled.content?.length).toBeLessThanOrEqual(10_000);
  expect(alone.settled).not.toHaveProperty('blob');
});
