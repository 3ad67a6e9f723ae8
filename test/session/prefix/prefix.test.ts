import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../src/client/local-host.js';
import { findDialect } from '../../../src/dialect/find-dialect.js';
import type { Api } from '../../../src/model/provider/protocol.js';
import { yAgentProfile } from '../../../src/profile/y-agent/y-agent-profile.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { forkSession } from '../../../src/session/fork-session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { look } from '../compaction/long-talk.js';
import { bodies, play as events, results } from '../open.js';
import { prefixScene } from './prefix-scene.js';
import { type Script, scripts } from './scripts.js';
import { breaksIn } from './wire-parts.js';

const apis: readonly Api[] = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'];
const done = { text: 'Done.' };

describe.each(apis)('a request to %s', (api) => {
  it.each(scripts)('begins with all of the one before: $name', async ({ rounds, play }) => {
    verifies('prefix.requests.begin');
    const scene = await prefixScene(api, rounds);
    const session = await scene.open();
    await play(session);
    const requests = scene.requests();
    expect(requests.length).toBeGreaterThan(3);
    expect(breaksIn(requests)).toEqual([]);
  });
});

describe.each(['hermes', 'llama3', 'mistral', 'qwen3_coder', 'glm', 'kimi_k2'])(
  'a request in the text of %s',
  (name) => {
    it.each(scripts)('begins with all of the one before: $name', async ({ rounds, play }) => {
      verifies('prefix.requests.begin', 'prefix.door.own-name');
      const dialect = findDialect(name);
      const written = rounds.map(({ text = '', calls = [] }, at) => {
        const form = dialect.renderCalls(
          calls.map((call, index) => ({
            id: `c${at}${index}0000`,
            name: call.name,
            arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
          })),
        );
        return { text: `${text}${calls.length > 0 && typeof form === 'string' ? form : ''}` };
      });
      const scene = await prefixScene('openai-chat', written, { toolCalls: 'prompt', dialect: name });
      const session = await scene.open();
      await play(session);
      const requests = scene.requests();
      expect(requests.length).toBeGreaterThan(1);
      expect(breaksIn(requests)).toEqual([]);
      expect(requests[0]?.join('\n')).not.toContain('call_tool');
    });
  },
);

it('begins so for 300 rounds', async () => {
  verifies('prefix.requests.begin');
  const rounds = Array.from({ length: 300 }, (_, at) => ({
    calls: [{ name: 'look', arguments: { what: String(at), length: 40 } }],
  }));
  const scene = await prefixScene('openai-chat', [...rounds, done]);
  const limits = { rounds: 400, callsPerTurn: 400 };
  const session = await scene.open({ tools: [look], limits });
  await session.send('Look.').result;
  expect(scene.requests()).toHaveLength(301);
  expect(breaksIn(scene.requests())).toEqual([]);
});

describe('a session that is resumed', () => {
  const cut = async (script: Script, at: number) => {
    const scene = await prefixScene('openai-chat', script.rounds);
    const session = await scene.open();
    await script.play(session);
    const all = (await scene.store.read(session.id)) as readonly SessionRecord[];
    const rounds = all.flatMap(({ type }, place) => (type === 'round-started' ? [place] : []));
    const until = rounds[at] ?? 0;
    const sent = scene.requests()[at] ?? [];
    const before = scene.requests().length;
    const store = { ...createMemoryStore(), blobs: scene.store.blobs };
    await store.append(
      session.id,
      all.slice(0, until + 1).map(({ type, body }) => ({ type, body })),
    );
    await session.close();
    scene.setRounds([done, done, done]);
    const again = await scene.open({ store, session: session.id });
    await again.resume().result;
    return { sent, next: scene.requests()[before] ?? [] };
  };

  it.each(scripts)('sends the same bytes after a kill in any round: $name', async (script) => {
    verifies('prefix.requests.resumed');
    for (let at = 0; at < 3; at += 1) {
      const { sent, next } = await cut(script, at);
      expect(breaksIn([sent, next])).toEqual([]);
    }
  });

  it('sends the same also where its instructions, mode and tools are others, and tells what is', async () => {
    verifies('prefix.requests.resumed', 'prefix.notes.once');
    const scene = await prefixScene('openai-chat', [done, done, done]);
    const first = await scene.open();
    await first.send('One.').result;
    await first.close();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${first.workspace}/AGENTS.md`, 'Be brief.\n');
    const again = await scene.open({ session: first.id, mode: 'plan', extensions: [] });
    await again.send('Two.').result;
    await again.send('Three.').result;
    const requests = scene.requests();
    expect(breaksIn(requests)).toEqual([]);
    const news = requests[1]?.at(-1) ?? '';
    expect(news).toContain('The mode is now plan: only reading is allowed');
    expect(news).toContain(`The instructions in ${first.workspace}/AGENTS.md are others now:\\nBe brief.`);
    expect(news).toContain('Not there any more: tool mcp__sums__add.');
    expect(requests[2]?.filter((part) => part.includes('The mode is now plan'))).toHaveLength(1);
  });
});

it('breaks the start of requests for a compaction, and not for a fork', async () => {
  verifies('prefix.requests.exceptions', 'prefix.tools.compacted');
  const search = { calls: [{ name: 'tool_search', arguments: { query: 'add two numbers' } }] };
  const add = { calls: [{ name: 'mcp__sums__add', arguments: { first: 1, second: 2 } }] };
  const scene = await prefixScene('openai-chat', [search, add, done, { text: 'A summary.' }, done, done, done, done]);
  const session = await scene.open();
  await session.send('Add.').result;
  expect(breaksIn(scene.requests())).toEqual([]);
  await session.compact();
  await session.send('And?').result;
  const [tools] = scene.requests().at(-1) ?? [];
  // What is in use stays known without its search.
  expect(tools).toContain('mcp__sums__add');
  expect(scene.requests()[0]?.[0]).not.toContain('mcp__sums__add');
  await session.send('More.').result;
  expect(breaksIn(scene.requests().slice(-2))).toEqual([]);
  const records = (await scene.store.read(session.id)) as readonly SessionRecord[];
  expect(bodies(records, 'prefix-fixed').map(({ why }) => why)).toEqual(['opened', 'compacted']);
  await session.close();
  const fork = await scene.open({ session: await forkSession(scene.store, session.id) });
  await fork.send('Else.').result;
  expect(breaksIn(scene.requests().slice(-2))).toEqual([]);
});

it('begins otherwise with each tool that is found where the profile of a system wants that', async () => {
  verifies('prefix.requests.exceptions');
  const search = { calls: [{ name: 'ToolSearch', arguments: { tool: 'FileEdit' } }] };
  const scene = await prefixScene('openai-chat', [search, done]);
  const session = await scene.open({ profile: yAgentProfile, extensions: [] });
  await session.send('Find.').result;
  expect(breaksIn(scene.requests())).toMatchObject([{ request: 1, at: 0 }]);
});

describe('a tool that is another one by then', () => {
  it('is told with its new definition before the next request, and a call from before is answered with it', async () => {
    verifies('prefix.notes.definition', 'prefix.tools.stale');
    const search = { calls: [{ name: 'tool_search', arguments: { tool: 'mcp__sums__add' } }] };
    const add = (args: object) => ({ calls: [{ name: 'mcp__sums__add', arguments: args }] });
    let registry: import('../../../src/tool/registry.js').Registry | undefined;
    const { adder } = await import('./scripts.js');
    const wider = {
      ...adder,
      parameters: { type: 'object' as const, properties: { all: { type: 'array' as const } }, required: ['all'] },
      run: async () => 6,
    };
    const rounds = [search, add({ first: 1, second: 2 }), add({ all: [1, 2, 3] }), done];
    const scene = await prefixScene('openai-chat', (_request, at) => {
      // While the model answers with the second round.
      if (at === 1) registry?.replace(wider as never);
      return rounds[at];
    });
    const extension = {
      name: 'sums',
      open: (host: { registry: typeof registry }) => {
        registry = host.registry;
        registry?.register(adder);
      },
    };
    const session = await scene.open({ extensions: [extension as never] });
    const played = await events(session.send('Add.'));
    expect(results(played.events).map(({ error_type: type, data }) => data ?? type)).toMatchObject([{}, 'stale', 6]);
    expect(breaksIn(scene.requests())).toEqual([]);
  });
});

it('begins otherwise for another model, and then with the same again', async () => {
  verifies('prefix.requests.exceptions');
  const scene = await prefixScene('openai-chat', [done, done, done]);
  const session = await scene.open();
  await session.send('One.').result;
  await session.setModel(await scene.model('other-model'));
  await session.send('Two.').result;
  await session.send('Three.').result;
  const records = (await scene.store.read(session.id)) as readonly SessionRecord[];
  expect(bodies(records, 'prefix-fixed').map(({ why }) => why)).toEqual(['opened', 'model']);
  expect(breaksIn(scene.requests().slice(-2))).toEqual([]);
});

it('goes back to what a request began with when the conversation does', async () => {
  verifies('prefix.requests.exceptions');
  const scene = await prefixScene('openai-chat', [done, { text: 'Second.' }, { text: 'Third.' }]);
  const session = await scene.open();
  await session.send('One.').result;
  const port = await clientOf(session, { who: 'tester', from: 'test' });
  await session.send('Two.').result;
  const records = (await scene.store.read(session.id)) as readonly SessionRecord[];
  const second = bodies(records, 'message-received').at(-1)?.messageId ?? '';
  expect(await port.rewind({ session: session.id, to: { message: second } })).toMatchObject({ ok: true });
  await session.send('Three.').result;
  const [first, , third] = scene.requests();
  expect(breaksIn([first ?? [], third ?? []])).toEqual([]);
  expect(third?.join('\n')).not.toContain('Two.');
});
