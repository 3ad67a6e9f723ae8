import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ToolFolder } from '../../../src/extend/custom/tool-folder.js';
import type { Extension } from '../../../src/extend/extension.js';
import { createSkills } from '../../../src/extend/skill/skills.js';
import type { Answer } from '../../../src/run/question.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { ToolResult } from '../../../src/tool/outcome.js';
import type { Registry } from '../../../src/tool/registry.js';
import { command } from '../../extend/custom/scene.js';
import { createSkillScene, writeSkill } from '../../extend/skill/skill-scene.js';
import { verifies } from '../../requirements.js';
import { manyServerTools } from '../../support/server-tools.js';
import { bodies, play, results } from '../open.js';
import { agentFile, childEvents, delegate, openFamily } from './family.js';

const call = (name: string, args: object = {}) => ({ calls: [{ name, arguments: args }] });
const once = (): Answer => ({ choice: 'once' });

const adder = (result: string) =>
  defineTool({
    name: 'mcp__sums__add',
    description: 'Adds numbers up.',
    parameters: { type: 'object' },
    source: 'mcp',
    effects: 'none',
    run: () => result,
  });

/** Brings tools as servers do, and can be reached later. */
function bringing(): { readonly extension: Extension; registry(): Registry | undefined } {
  let held: Registry | undefined;
  const extension: Extension = {
    name: 'servers',
    open({ registry }) {
      held = registry;
      for (const tool of [...manyServerTools(200), adder('first')]) registry.register(tool);
    },
  };
  return { extension, registry: () => held };
}

const folder: ToolFolder = {
  shown: 'tools',
  mark: () => 'one',
  read: async () => ({
    files: [
      {
        path: 'hello.json',
        bytes: Buffer.from(JSON.stringify(command('hello', ['echo', 'hello']))),
      },
    ],
  }),
};

it('has of its caller the same few definitions, and finds the rest', async () => {
  verifies('subagents.tools.exposed');
  const { session, model, store } = await openFamily(
    {
      'do it': [delegate('add it up'), { text: 'done' }],
      'add it up': [call('tool_search', { query: 'add numbers up' }), call('mcp__sums__add'), { text: 'added' }],
    },
    {
      mode: 'auto',
      extensions: [bringing().extension],
      toolFolders: [folder],
      dynamicTools: true,
      onQuestion: once,
    },
  );
  await play(session.send('do it'));
  const [above, first, second] = model.requests;
  // Nothing of what servers brought, and what makes tools is its caller's alone.
  expect(first?.toolNames).toEqual(above?.toolNames);
  expect(first?.toolNames.length).toBeLessThan(12);
  expect(second?.toolNames).toEqual(first?.toolNames);
  const [child = []] = await childEvents(store, session.id);
  expect(results(child).map(({ success }) => success)).toEqual([true, true]);
  expect(bodies(child, 'call-settled').at(-1)).toMatchObject({ name: 'mcp__sums__add', outcome: 'ok' });
});

it('has of what servers, files and the model brought what it may use, and nothing else', async () => {
  verifies('subagents.tools.held', 'subagents.rights.tools');
  const { session, model, store } = await openFamily(
    {
      'do it': [delegate('add it up', { allowed_tools: ['mcp__sums__add', 'tool_create'] }), { text: 'done' }],
      'add it up': [
        call('tool_search', { query: 'hello' }),
        call('hello'),
        call('tool_create', {}),
        call('mcp__sums__add'),
        { text: 'added' },
      ],
    },
    {
      mode: 'auto',
      extensions: [bringing().extension],
      toolFolders: [folder],
      dynamicTools: true,
      onQuestion: once,
    },
  );
  expect(session.tools.get('hello')).toBeDefined();
  expect(session.tools.get('tool_create')).toBeDefined();
  await play(session.send('do it'));
  // What was chosen for it is sent at once: it has nothing to look for.
  expect(model.requests[1]?.toolNames).toEqual(['mcp__sums__add']);
  const [child = []] = await childEvents(store, session.id);
  expect(results(child).map(({ success, error_type }) => (success ? 'ok' : error_type))).toEqual([
    'not_found',
    'not_found',
    'not_found',
    'ok',
  ]);
});

it('follows what becomes of the tools of its caller while it works', async () => {
  verifies('subagents.tools.followed');
  const servers = bringing();
  const change = defineTool({
    name: 'change',
    description: 'changes tools',
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    effects: 'none',
    run({ to }) {
      if (to === undefined) servers.registry()?.unregister('mcp__sums__add');
      else servers.registry()?.replace(adder(to));
      return 'changed';
    },
  });
  const { session, store } = await openFamily(
    {
      'do it': [delegate('add it up'), { text: 'done' }],
      'add it up': [
        call('mcp__sums__add'),
        call('change', { to: 'second' }),
        call('mcp__sums__add'),
        call('change'),
        call('mcp__sums__add'),
        { text: 'added' },
      ],
    },
    { mode: 'auto', extensions: [servers.extension], tools: [change], onQuestion: once },
  );
  await play(session.send('do it'));
  const [child = []] = await childEvents(store, session.id);
  expect(results(child).map(({ data, error_type }) => data ?? error_type)).toEqual([
    'first',
    'changed',
    'second',
    'changed',
    'not_found',
  ]);
});

it('is told of the skills of its caller where it may use them', async () => {
  verifies('subagents.tools.skills');
  const { root, env } = createSkillScene();
  writeSkill(join(root, 'skills', 'letters'), { description: 'How letters are written.', body: 'Dear all.' });
  const { session, model, store } = await openFamily(
    {
      'do it': [delegate('write one'), delegate('read one', { allowed_tools: ['read_file'] }), { text: 'done' }],
      'write one': [call('activate_skill', { name: 'letters' }), delegate('write more'), { text: 'written' }],
      'write more': [{ text: 'more' }],
      'read one': [call('activate_skill', { name: 'letters' }), { text: 'read' }],
    },
    { workspace: root, env, extensions: [createSkills()], onQuestion: once },
  );
  await play(session.send('do it'));
  const [writing = [], reading = []] = await childEvents(store, session.id);
  expect(results(writing)[0]).toMatchObject({ success: true, data: expect.stringContaining('Dear all.') });
  expect(results(reading)[0]).toMatchObject({ success: false, error_type: 'not_found' });
  const systems = model.requests.map(({ messages }) => messages[0]?.text ?? '');
  const told = (words: string) =>
    systems[model.requests.findIndex(({ messages }) => messages[1]?.text === words)]?.includes('- letters') === true;
  expect([told('do it'), told('write one'), told('write more'), told('read one')]).toEqual([true, true, true, false]);
});

it('finds agents as its caller does, and none where it can delegate to none', async () => {
  verifies('subagents.agent.found');
  const search = call('tool_search', { query: 'read changes again' });
  const { session, store } = await openFamily(
    {
      'level 0': [search, delegate('level 1'), { text: 'done' }],
      'level 1': [search, delegate('level 2'), { text: 'one' }],
      'level 2': [delegate('level 3'), { text: 'two' }],
      'level 3': [call('tool_search', { category: 'agents' }), { text: 'three' }],
    },
    {
      agents: [
        { path: 'r.md', text: '---\nname: reviewer\ndescription: Reads changes again.\n---\nRead.' },
        agentFile('x'),
      ],
    },
  );
  const { events } = await play(session.send('level 0'));
  const hit = { kind: 'agent', name: 'reviewer', used_by: 'delegate' };
  expect(first(results(events))).toMatchObject(hit);
  const [upper = []] = await childEvents(store, session.id);
  expect(first(results(upper))).toMatchObject(hit);
  const [second = []] = await childEvents(store, idOf(upper));
  const [third = []] = await childEvents(store, idOf(second));
  expect(results(third)[0]).toMatchObject({ success: false, error_message: expect.stringContaining('no category') });
});

/** The best that a search found. */
const first = ([found]: readonly ToolResult[]): unknown => (found?.data as { hits: readonly unknown[] }).hits[0];

const idOf = (events: Parameters<typeof bodies>[0]): string => bodies(events, 'session-opened')[0]?.sessionId ?? '';
