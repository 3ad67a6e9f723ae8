import { describe, expect, it } from 'vitest';
import { throughDoor } from '../../../src/agent/through-door.js';
import { clientOf } from '../../../src/client/local-host.js';
import type { Extension } from '../../../src/extend/extension.js';
import { createServedTools } from '../../../src/mcp-server/served-tools.js';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import type { Middleware } from '../../../src/run/middleware.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import { readSession } from '../../../src/session/sessions.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { doorDefinition } from '../../../src/tool/catalog/door.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results, writer } from '../open.js';
import { prefixScene } from './prefix-scene.js';
import { adder } from './scripts.js';

const done: ScriptedRound = { text: 'Done.' };
const through = (name: string, args: unknown) => ({
  name: 'call_tool',
  arguments: { name, arguments: args } as object,
});
const search = { calls: [{ name: 'tool_search', arguments: { query: 'write a note' } }] };

/** A tool of an extension that asks, found by a search. */
function openNotes(rounds: readonly ScriptedRound[], options: Partial<SessionOptions> = {}) {
  const { tool, runs } = writer();
  const note = { ...tool, name: 'note_down', description: 'Writes a note.', source: 'custom' as const };
  const extension: Extension = { name: 'notes', open: ({ registry }) => registry.register(note) };
  return open([search, ...rounds], { extensions: [extension], exposure: {}, ...options }).then((session) => ({
    session,
    runs,
  }));
}

describe('a call through the door', () => {
  it('is asked about, hooked, counted and recorded as a call of the tool it means', async () => {
    verifies('prefix.door.resolved');
    const asked: object[] = [];
    const seen: string[] = [];
    const middleware: Middleware = {
      name: 'watch',
      before: ({ tool }) => {
        seen.push(tool);
        return undefined;
      },
    };
    const direct = { name: 'note_down', arguments: { path: 'a' } };
    const { session, runs } = await openNotes([{ calls: [through('note_down', { path: 'a' }), direct] }, done], {
      middleware: [middleware],
      onQuestion: (question) => {
        if (question.kind === 'approval') asked.push({ tool: question.tool, digest: question.digest });
        return { choice: 'once' };
      },
    });
    const { events } = await play(session.send('go'));
    expect(runs).toEqual(['a', 'a']);
    expect(seen).toEqual(['tool_search', 'note_down', 'note_down']);
    // The same call by name has the same digest: an answer counts for what is done, however it was called.
    expect(asked[0]).toEqual({ tool: 'note_down', digest: expect.any(String) });
    expect(asked[1]).toEqual(asked[0]);
    expect(bodies(events, 'call-admitted').slice(1)).toMatchObject([
      { name: 'note_down', arguments: '{"path":"a"}', through: '{"name":"note_down","arguments":{"path":"a"}}' },
      { name: 'note_down', arguments: '{"path":"a"}' },
    ]);
    expect(bodies(events, 'call-settled').map(({ name }) => name)).toEqual(['tool_search', 'note_down', 'note_down']);
  });

  it('is denied by rules, by plan mode and by a window of tools as it is by name', async () => {
    verifies('prefix.door.resolved');
    const { session, runs } = await openNotes([{ calls: [through('note_down', { path: 'a' })] }, done], {
      mode: 'plan',
    });
    const { events } = await play(session.send('go'));
    expect([results(events)[1]?.error_type, runs]).toEqual(['permission_denied', []]);
  });

  it('is stopped as a loop together with the same calls by name', async () => {
    verifies('prefix.door.resolved');
    const add = (at: number) =>
      at % 2 === 0
        ? through('mcp__sums__add', { first: 1, second: 2 })
        : { name: adder.name, arguments: { first: 1, second: 2 } };
    const rounds = Array.from({ length: 8 }, (_, at) => ({ calls: [add(at)] }));
    const extension: Extension = { name: 'sums', open: ({ registry }) => registry.register(adder) };
    const session = await open([...rounds, done], { extensions: [extension] });
    const { types } = await play(session.send('go'));
    expect(types).toContain('guard-warned');
  });

  it('is read by the model as it wrote it, and replayed the same', async () => {
    verifies('prefix.door.kept', 'replay.same.calls');
    const store = createMemoryStore();
    const { session } = await openNotes([{ calls: [through('note_down', { path: 'a' })] }, done], {
      store,
      onQuestion: () => ({ choice: 'once' }),
    });
    await session.send('go').result;
    const said = session.requests.at(-1)?.messages.findLast(({ role }) => role === 'assistant');
    expect(said).toMatchObject({
      calls: [{ name: 'call_tool', arguments: '{"name":"note_down","arguments":{"path":"a"}}' }],
    });
    expect(session.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')).toMatchObject({
      name: 'call_tool',
    });
    await session.close();
    const { events } = await readSession(store, session.id);
    expect((await replaySession(events)).differences).toEqual([]);
  });
});

it.each([
  ['{"name":"call_tool","arguments":{"name":"x"}}', 'another door'],
  ['{"arguments":{}}', 'no name'],
  ['{"name":7}', 'a name that is none'],
  ['[1]', 'no object'],
  ['{"name":"x","arguments":{', 'no JSON'],
])('refuses %s: %s', async (args) => {
  verifies('prefix.door.refused');
  const session = await open([{ calls: [{ name: 'call_tool', arguments: args }] }, done]);
  const { events } = await play(session.send('go'));
  expect(results(events)).toMatchObject([{ error_type: 'validation_failed' }]);
  expect(results(events)[0]?.error_message).toContain(
    'takes the name of another tool and its arguments as one JSON object',
  );
});

it('takes arguments as an object, digit for digit, or as JSON text', () => {
  verifies('prefix.door.text');
  const meant = (args: string) => throughDoor({ id: 'c', name: 'call_tool', arguments: args }).arguments;
  expect(meant('{"arguments": {"a": 1.50, "b":[ 2e0 ]} ,"name":"x"}')).toBe('{"a": 1.50, "b":[ 2e0 ]}');
  expect(meant('{"name":"x","arguments":"{\\"a\\": 1.50}"}')).toBe('{"a": 1.50}');
  expect(meant('{"name":"x"}')).toBe('{}');
  expect(doorDefinition('text').parameters).toMatchObject({ properties: { arguments: { type: 'string' } } });
});

it.each([
  ['openai-chat', 'object'],
  ['anthropic', 'object'],
  ['gemini', 'string'],
] as const)('is declared for %s with arguments of type %s', async (api, type) => {
  verifies('prefix.door.text');
  const scene = await prefixScene(api, [done]);
  await (await scene.open()).send('go').result;
  const [tools = ''] = scene.requests()[0] ?? [];
  expect(tools).toMatch(/"name":"call_tool"/);
  expect(tools.slice(tools.indexOf('call_tool'))).toContain(`"arguments":{"type":"${type}"`);
});

it('is no tool of a session, nor of MCP clients', async () => {
  verifies('prefix.door.served');
  const { session } = await openNotes([done]);
  expect(session.listTools().map(({ tool }) => tool.name)).not.toContain('call_tool');
  expect(session.tools.list().map(({ name }) => name)).not.toContain('call_tool');
  const port = await clientOf(session, { who: 'tester', from: 'mcp stdio' });
  const served = createServedTools({ port, session: session.id, wanted: undefined });
  expect(await served.names()).toContain('note_down');
  expect(await served.has('call_tool')).toBe(false);
});
