import { describe, expect, it } from 'vitest';
import type { Extension } from '../../../src/extend/extension.js';
import { createToolActivationSet } from '../../../src/systems/y-agent/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { called, done, openY, type Told } from './open-y.js';

const pinned = ['ToolSearch', 'FileRead', 'FileWrite', 'ShellExec', 'WebFetch', 'AskUser', 'Task'];

it('begins with the pinned tools, and sends what was found from the next request on', async () => {
  verifies('y-agent.lazy.pinned', 'y-agent.lazy.next-request');
  const { session, model } = await openY([called('ToolSearch', { tool: 'FileEdit, Nonsense' }), done]);
  const { events } = await play(session.send('go'));
  expect(model.requests.map(({ toolNames }) => toolNames)).toEqual([pinned, [...pinned, 'FileEdit']]);
  const [told] = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  expect(told?.content).toMatchObject({ tools: [{ name: 'FileEdit' }], activated: ['FileEdit'] });
  expect(told?.warnings).toEqual(['Nothing is named Nonsense.']);
});

it('tells of the others in a line each, in the description of ToolSearch', async () => {
  verifies('y-agent.lazy.index');
  let described = '';
  const { session } = await openY((request) => {
    described = request.tools.find(({ name }) => name === 'ToolSearch')?.description ?? '';
    return done;
  });
  await play(session.send('go'));
  expect(described.split('\n').slice(1)).toEqual([
    'FileEdit: Edit files.',
    'FileDelete: Delete files.',
    'FileMove: Move/rename files.',
    'Glob: Find files.',
    'Grep: Search file contents.',
    'CodeSearch: Search code.',
    'WebSearch: Web search queries.',
    'Plan: Structured planning.',
  ]);
});

it('does not run a tool that is not active, and points to ToolSearch', async () => {
  verifies('y-agent.definition.not-activated');
  const glob = called('Glob', { pattern: '*' });
  const { session, model } = await openY([glob, called('ToolSearch', { tool: 'Glob' }), glob, done]);
  const { events } = await play(session.send('go'));
  const [refused, found, ran] = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  expect(refused).toEqual({
    error: 'Glob is not active: it was not run. Call ToolSearch with tool Glob first, then call it again.',
    code: 'tool_not_found',
    details: null,
    retryable: false,
  });
  expect(model.requests[1]?.toolNames).toEqual(pinned);
  expect(found?.content?.['activated']).toEqual(['Glob']);
  expect(ran?.content).toEqual({ files: [], total: 0, truncated: false });
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    defineTool({
      name: `own_${at}`,
      description: 'own',
      parameters: { type: 'object' },
      source: 'custom',
      effects: 'none',
      run: () => at,
    }),
  );

const bringing = (tools: ReturnType<typeof numbered>): Extension => ({
  name: 'own',
  open: ({ registry }) => tools.forEach(registry.register),
});

const finding = (tools: readonly { readonly name: string }[]) =>
  tools.map(({ name }) => called('ToolSearch', { tool: name }));

it('has 20 active at most and lets the one that was used longest ago go, which can be found again', async () => {
  verifies('y-agent.lazy.ceiling', 'y-agent.lazy.eviction-notice', 'y-agent.lazy.lru', 'y-agent.lazy.evicted-indexed');
  const tools = numbered(15);
  const rounds = [...finding(tools.slice(0, 9)), done, ...finding(tools.slice(9)), ...finding(tools.slice(1, 2)), done];
  // Ten rounds are the most of a turn.
  const { session, model } = await openY(rounds, { extensions: [bringing(tools)] });
  await play(session.send('go'));
  const { events } = await play(session.send('go on'));
  const names = tools.map(({ name }) => name);
  expect(model.requests.at(-2)?.toolNames).toEqual([...pinned, ...names.slice(2)]);
  expect(model.requests.at(-1)?.toolNames).toEqual([...pinned, ...names.slice(3), 'own_1']);
  const told = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  expect(told.slice(-3).map(({ content }) => content?.['evicted'])).toEqual([['own_0'], ['own_1'], ['own_2']]);
  expect(told.at(-1)?.warnings).toEqual(['No longer active: own_2. ToolSearch finds them again.']);
});

it.each([1, 14, 40, 100])('holds 20 with %d tools of the host, which are in the index', async (count) => {
  verifies('y-agent.lazy.host-tools');
  const tools = numbered(count);
  const rounds = [
    called('ToolSearch', { category: 'uncategorized' }),
    called('own_0'),
    called('ToolSearch', { tool: 'Grep, Glob' }),
    done,
  ];
  const { session, model } = await openY(rounds, { tools });
  const { events } = await play(session.send('go'));
  expect(model.requests[0]?.toolNames).toEqual(pinned);
  const told = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  const found = told[0]?.content?.['activated'];
  expect(found).toHaveLength(Math.min(count, 10));
  expect(found).toContain('own_0');
  expect(told[1]).toMatchObject({ success: true, content: 0 });
  for (const { toolNames } of model.requests) expect(toolNames.length).toBeLessThanOrEqual(20);
});

it('pins what the host says, beside its own', async () => {
  verifies('y-agent.lazy.pinned-config', 'y-agent.lazy.pinned');
  const tools = numbered(20);
  const { session, model } = await openY([...finding(tools.slice(0, 9)), done, ...finding(tools.slice(9)), done], {
    extensions: [bringing(tools)],
    exposure: { pinned: ['Grep', 'own_19'] },
    limits: { rounds: 20 },
  });
  await play(session.send('go'));
  await play(session.send('go on'));
  const own = [...pinned, 'Grep', 'own_19'].sort();
  for (const { toolNames } of model.requests) {
    expect(toolNames.slice(0, own.length).sort()).toEqual(own);
    expect(toolNames.length).toBeLessThanOrEqual(20);
  }
});

it('never lets a pinned tool go, however many are pinned', async () => {
  verifies('y-agent.lazy.pinned-overflow');
  const tools = numbered(30);
  const { session, model } = await openY([...finding(tools.slice(28)), done], {
    extensions: [bringing(tools)],
    exposure: { pinned: tools.slice(0, 25).map(({ name }) => name) },
  });
  await play(session.send('go'));
  // Beside those there is room for one.
  expect(model.requests.map(({ toolNames }) => toolNames.length)).toEqual([32, 33, 33]);
});

describe('ToolActivationSet', () => {
  const named = (name: string) => ({ name });

  it('evicts the one that was used longest ago; get counts as use, peek does not', () => {
    verifies('y-agent.lazy.lru', 'y-agent.lazy.recency', 'y-agent.lazy.ceiling');
    const set = createToolActivationSet({ ceiling: 3, alwaysActive: [] });
    for (const name of ['a', 'b', 'c']) expect(set.activate(named(name))).toEqual([]);
    expect([set.get('a'), set.peek('b')]).toEqual([named('a'), named('b')]);
    expect(set.activate(named('d'))).toEqual(['b']);
    expect(set.peek('b')).toBeUndefined();
    expect(set.activate(named('c'))).toEqual([]);
    expect(set.activate(named('b'))).toEqual(['a']);
    expect(set.names).toEqual(['c', 'd', 'b']);
  });

  it('has 20 places, and never evicts what is always active', () => {
    verifies('y-agent.lazy.pinned', 'y-agent.lazy.pinned-overflow', 'y-agent.lazy.ceiling');
    const set = createToolActivationSet();
    set.activate(named('ToolSearch'));
    for (let at = 0; at < 30; at += 1) set.activate(named(`t${at}`));
    expect(set.names).toHaveLength(20);
    expect(set.peek('ToolSearch')).toEqual(named('ToolSearch'));
    const all = ['a', 'b', 'c'];
    const full = createToolActivationSet({ ceiling: 2, alwaysActive: all });
    expect(all.flatMap((name) => full.activate(named(name)))).toEqual([]);
    expect(full.names).toEqual(all);
  });
});
