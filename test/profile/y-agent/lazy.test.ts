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
    'FileEdit: Replaces old_string by new_string in a file.',
    'FileDelete: Deletes a file, or with recursive a folder.',
    'FileMove: Moves or renames a file or folder; overwrites nothing.',
    'Glob: Finds files by a pattern such as **/*.ts, the newest first, 50 at most.',
    'Grep: Searches files by a regular expression and gives the files that match, their li…',
    'CodeSearch: Finds where a name of a program is defined and where it is used, by the syntax …',
    'WebSearch: Searches the web and gives titles, addresses and snippets.',
    expect.stringMatching(/^Plan: Makes a structured plan/),
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

it('has 20 active at most and lets the one that was used longest ago go', async () => {
  verifies('y-agent.lazy.ceiling', 'y-agent.lazy.eviction-notice');
  const tools = Array.from({ length: 15 }, (_, at) =>
    defineTool({
      name: `own_${at}`,
      description: 'own',
      parameters: { type: 'object' },
      source: 'custom',
      effects: 'none',
      run: () => at,
    }),
  );
  const extension: Extension = { name: 'own', open: ({ registry }) => tools.forEach(registry.register) };
  const rounds = [...tools.map(({ name }) => called('ToolSearch', { tool: name })), done];
  // Ten rounds are the most of a turn.
  const { session, model } = await openY(rounds, { extensions: [extension] });
  await play(session.send('go'));
  const { events } = await play(session.send('go on'));
  expect(model.requests.at(-1)?.toolNames).toEqual([...pinned, ...tools.slice(2).map(({ name }) => name)]);
  const told = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  expect(told.at(-1)?.content?.['evicted']).toEqual(['own_1']);
  expect(told.at(-1)?.warnings).toEqual(['No longer active: own_1. ToolSearch finds them again.']);
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
