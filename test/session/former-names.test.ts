import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Surface } from '../../src/agent/profile.js';
import { userStream } from '../../src/config/event.js';
import { extendProfile } from '../../src/config/profile/extend-profile.js';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { readDialect } from '../../src/model/prompted-model.js';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { parseRuleList } from '../../src/policy/rule/rule-list.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { readAudit } from '../../src/session/audit/read-audit.js';
import type { SessionRecord } from '../../src/session/event.js';
import type { SessionOptions } from '../../src/session/options.js';
import { redactSession } from '../../src/session/replay/redact-session.js';
import { replaySession } from '../../src/session/replay/replay-session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { Tool } from '../../src/tool/tool.js';
import { verifies } from '../requirements.js';
import { agentFile, childEvents, openFamily } from './child/family.js';
import { bodies, newFolder, open, play, results } from './open.js';

const todos = { name: 'todos', arguments: {} };
const done = { text: 'done' };
const found = 'a.ts:1: // TODO one\n[1 TODO in 1 file]';

/** A folder with one note in it. */
function noted(): string {
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.ts'), '// TODO one\n');
  return workspace;
}

/** A turn in which a model calls `todos`, which is `find_todo_comments` now. */
async function turn(options: Partial<SessionOptions> = {}, calls: readonly object[] = [todos]) {
  const session = await open([{ calls } as never, done], { builtins: true, workspace: noted(), ...options });
  return { session, ...(await play(session.send('go'))) };
}

describe('a call by a former name', () => {
  it('of a model is made with the tool, and told', async () => {
    verifies('core.names.calls', 'core.names.record');
    const store = createMemoryStore();
    const { session, events } = await turn({ store });
    expect(results(events)[0]).toMatchObject({ success: true, data: found });
    expect(bodies(events, 'call-admitted').map(({ name }) => name)).toEqual(['find_todo_comments']);
    expect(bodies(events, 'message-problem')).toMatchObject([
      { code: 'tool-renamed', message: 'todos is called find_todo_comments now' },
    ]);
    await session.close();
    const replay = await replaySession((await store.read(session.id)) as readonly SessionRecord[]);
    expect(replay.differences).toEqual([]);
  });

  it('of a program, and of a tool that calls tools, is made too', async () => {
    verifies('core.names.calls');
    const steps = defineTool({
      name: 'steps',
      description: 'calls another',
      parameters: { type: 'object' },
      effects: 'none',
      run: async (_, ctx) => (await ctx.steps?.run({ tool: 'todos', arguments: {} }))?.text ?? 'none',
    });
    const { session, events } = await turn({ tools: [steps] }, [{ name: 'steps', arguments: {} }]);
    expect(bodies(events, 'call-settled').at(-1)?.content).toContain(JSON.stringify(found));
    expect(bodies(events, 'step-admitted')).toMatchObject([{ name: 'find_todo_comments' }]);
    const called = session.call('todos', {}, { who: 'editor', from: 'test' });
    expect(await called.settlement).toMatchObject({ name: 'find_todo_comments', outcome: 'ok' });
    expect(session.tools.get('task')).toBe(session.tools.get('delegate'));
  });

  it('is read out of a text, in a format that knows calls by their names alone', async () => {
    verifies('core.names.text');
    const dialect = findDialect('morph-xml');
    const model = readDialect(scriptedModel([{ text: '<todos>\n</todos>' }, done]), { dialect });
    const { events } = await turn({ model, exposure: { kind: 'all' } });
    expect(results(events)[0]).toMatchObject({ success: true, data: found });
  });

  it('goes to the tool of the host that has this name now', async () => {
    verifies('core.names.taken');
    const own = defineTool({
      name: 'todos',
      description: 'mine',
      parameters: { type: 'object' },
      effects: 'none',
      run: () => 'mine',
    });
    const { events } = await turn({ tools: [own] });
    expect(results(events)[0]).toMatchObject({ data: 'mine' });
    expect(bodies(events, 'message-problem')).toEqual([]);
  });
});

describe('what says a former name holds for the tool', () => {
  const rules = (...list: readonly object[]) => {
    const parsed = parseRuleList(list as never, { layer: 'user', file: 'config.json' } as never);
    return (parsed as { rules: SessionOptions['rules'] }).rules ?? [];
  };
  const renamed = [{ name: 'find_todo_comments', arguments: {} }];

  it('a rule that denies, and one with a pattern', async () => {
    verifies('core.names.rules');
    for (const deny of ['todos', 'todo*', 'find_todo_comments', 'todos(**)']) {
      const { events } = await turn({ rules: rules({ deny }) }, renamed);
      expect([deny, bodies(events, 'call-settled')[0]?.outcome]).toEqual([deny, 'denied']);
    }
    // Made by its former name, it is no other tool.
    const { events } = await turn({ rules: rules({ deny: 'find_todo_comments' }) });
    expect(bodies(events, 'call-settled')[0]?.outcome).toBe('denied');
  });

  it('a rule that allows, and a grant of an earlier version', async () => {
    verifies('core.names.rules');
    const outside = noted();
    const calls = [{ name: 'find_todo_comments', arguments: { path: outside } }];
    expect(bodies((await turn({}, calls)).events, 'call-settled')[0]?.outcome).toBe('denied');
    const allowed = await turn({ rules: rules({ allow: 'todos' }) }, calls);
    expect(bodies(allowed.events, 'call-settled')[0]?.outcome).toBe('ok');
    const store = createMemoryStore();
    const grant = {
      ...{
        id: 'grant_1',
        rules: ['todos'],
        pinned: 'as it was seen',
        scope: 'always',
        workspace: outside,
        sessionId: 's',
      },
      ...{ createdAt: Date.now(), expiresAt: Date.now() + 1_000_000, unconfined: false },
      origin: { questionId: 'q', tool: 'todos', digest: 'd', who: 'ann', from: 'terminal' },
    };
    await store.append(userStream, [{ type: 'grant-created', body: grant }]);
    const surface: Surface = (builtin) => [{ ...(builtin('todos') as Tool), pinned: grant.pinned }];
    const profile = { ...toolwrightProfile, name: 'own', surface };
    expect(bodies((await turn({ profile }, calls)).events, 'call-settled')[0]?.outcome).toBe('denied');
    const granted = await turn({ store, profile }, calls);
    expect(bodies(granted.events, 'call-settled')[0]?.outcome).toBe('ok');
  });

  it('a rate, a pinned tool and a hook', async () => {
    verifies('core.names.rules', 'core.names.settings');
    const often = [...renamed, todos];
    const { session, events } = await turn(
      { rateLimits: { todos: { max: 1, perMs: 60_000 } }, exposure: { pinned: ['todos'], inactiveCalls: 'run' } },
      often,
    );
    expect(results(events).map(({ error_type }) => error_type)).toEqual(['rate_limited', 'none']);
    expect(session.requests[0]?.toolNames).toContain('find_todo_comments');
    for (const tools of [['todos'], ['to*s'], ['find_todo_comments']]) {
      const hooks = [{ on: 'before-call', command: 'exit 2', tools }] as const;
      const hooked = await turn({ hooks, sandbox: 'off' }, [todos, { name: 'list_dir', arguments: {} }]);
      expect(results(hooked.events).map(({ error_type }) => error_type)).toEqual(['permission_denied', 'none']);
    }
  });

  it('a profile, of a file and of a program', async () => {
    verifies('core.names.settings');
    const names = async (profile: SessionOptions['profile']) => {
      const session = await open([done], { builtins: true, ...(profile && { profile }) });
      return session.tools.list().map(({ name }) => name);
    };
    const extended = (tools: object) => extendProfile(toolwrightProfile, 'mine', { extends: 'toolwright', tools });
    expect(await names(extended({ without: ['todos', 'task'] }))).not.toContain('find_todo_comments');
    expect(await names(extended({ only: ['todos', 'task'] }))).toEqual(['find_todo_comments', 'delegate']);
    const surface: Surface = (builtin) => [builtin('task') as Tool, builtin('todos') as Tool];
    expect(await names({ ...toolwrightProfile, name: 'own', surface })).toEqual(['delegate', 'find_todo_comments']);
  });

  it('an agent, and a call that delegates', async () => {
    verifies('core.names.agents');
    const call = (name: string, args: object = {}) => ({ calls: [{ name, arguments: args }] });
    const { session, model, store } = await openFamily(
      {
        'do it': [
          call('task', { prompt: 'look', agent: 'reader' }),
          call('delegate', { prompt: 'search', allowed_tools: ['todos', 'read_file'] }),
          done,
        ],
        look: [call('todos'), call('list_dir'), { text: 'looked' }],
        search: [call('find_todo_comments'), { text: 'looked' }],
      },
      { workspace: noted(), agents: [agentFile('reader', ['tools: [todos, task]'])] },
    );
    await play(session.send('do it'));
    const [first = [], second = []] = await childEvents(store, session.id);
    expect(results(first).map(({ data, error_type }) => data ?? error_type)).toEqual([found, 'not_found']);
    expect(results(second).map(({ data }) => data)).toEqual([found]);
    expect(model.requests[1]?.toolNames).toContain('find_todo_comments');
  });
});

describe('a session that was recorded with a former name', () => {
  /** As an earlier version stored it: `todos` was found, sent and called. */
  const recorded = readFileSync(new URL('../fixtures/former-names/session.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionRecord);

  async function stored(events: readonly SessionRecord[]) {
    const store = createMemoryStore();
    const session = (recorded[0] as { body: { sessionId: string } }).body.sessionId;
    await store.append(session, events);
    return { store, session };
  }

  it('is resumed: the tool is known as before, and found by what it was called', async () => {
    verifies('core.names.record');
    const { store, session: id } = await stored(recorded);
    const { session, events } = await turn({ store, session: id, exposure: {} });
    expect(results(events)[0]).toMatchObject({ success: true, data: found });
    expect(session.listTools().find(({ tool }) => tool.name === 'find_todo_comments')?.state).toBe('active');
    const search = { name: 'tool_search', arguments: { tool: 'task' } };
    const { events: searched } = await turn({ exposure: {} }, [search]);
    expect(results(searched)[0]?.data).toMatchObject({ hits: [{ name: 'delegate' }] });
  });

  it('has the call finished that its process left open', async () => {
    verifies('core.names.record');
    const cut = recorded.findLastIndex(({ type }) => type === 'call-started') + 1;
    const { store, session: id } = await stored(recorded.slice(0, cut));
    const session = await open([done], { builtins: true, workspace: noted(), store, session: id });
    const { events } = await play(session.resume());
    expect(bodies(events, 'history-repaired')).toMatchObject([{ calls: [{ name: 'todos', repair: 'run-again' }] }]);
    expect(results(events)[0]).toMatchObject({ success: true, data: found });
  });

  it('is replayed, shared and found in the record', async () => {
    verifies('core.names.record');
    const { store, session } = await stored(recorded);
    const events = (await store.read(session)) as readonly SessionRecord[];
    expect((await replaySession(events)).differences).toEqual([]);
    expect((await replaySession(redactSession(events))).differences).toEqual([]);
    expect(bodies(redactSession(events), 'call-admitted').map(({ name }) => name)).toContain('todos');
    for (const name of ['todos', 'find_todo_comments']) {
      const rows = [];
      for await (const row of readAudit(store, { tools: [name] })) rows.push(row.tool);
      expect(rows).toEqual(['todos']);
    }
  });
});
