import { expect, it } from 'vitest';
import { createDeclaredTools } from '../../src/run/declared-tools.js';
import type { RunEvent } from '../../src/run/event.js';
import type { ExposedOptions, ExposedTools } from '../../src/run/exposed-tools.js';
import { createSentTools } from '../../src/run/sent-tools.js';
import type { Exposure } from '../../src/tool/catalog/exposure.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { createRegistry } from '../../src/tool/registry.js';
import type { Tool } from '../../src/tool/tool.js';

const make = (name: string, more: object = {}): Tool =>
  ({
    ...defineTool({ name, description: `Does ${name}.`, parameters: { type: 'object' }, run: () => name }),
    ...more,
  }) as Tool;
const [search, meta] = [make('search'), make('meta')];
const metaTools = new Map([search, meta].map((tool) => [tool.name, tool]));
const tools = ['a', 'b', 'c', 'd', 'e'].map((name) =>
  make(name, { source: 'mcp', group: name < 'c' ? 'early' : 'late' }),
);
const lazy = { kind: 'lazy', pinned: ['a'], ceiling: 5, inactiveCalls: 'answer', found: 'sent' } as const;

/** What requests carry of these tools, with what was recorded, each event taken in at once. */
function scene(exposure: Exposure, more: Partial<ExposedOptions> = {}) {
  const registry = createRegistry();
  for (const tool of tools) registry.register(tool);
  const events: RunEvent[] = [];
  const options: ExposedOptions = {
    registry,
    metaTools,
    search: { name: 'search', describe: (indexed) => (indexed.length === 0 ? undefined : `Finds ${indexed.length}.`) },
    record(event) {
      events.push(event);
      exposed.apply(event);
    },
    ...more,
  };
  const exposed: ExposedTools =
    exposure.kind === 'lazy' ? createSentTools(exposure, options) : createDeclaredTools(exposure, options);
  return { registry, events, exposed };
}

const namesIn = ({ exposed }: ReturnType<typeof scene>) => {
  const { tools: sent, definitions, inactive } = exposed.offer();
  expect(definitions.map(({ name }) => name)).toEqual([...sent.keys()]);
  return { sent: [...sent.keys()], inactive: inactive && [...inactive.keys()] };
};

it.each<[string, Exposure, Partial<ExposedOptions>, object]>([
  ['all', { kind: 'all' }, {}, { sent: ['meta', 'a', 'b', 'c', 'd', 'e'] }],
  ['those of groups', { kind: 'groups', groups: ['late'] }, {}, { sent: ['meta', 'c', 'd', 'e'] }],
  [
    'pinned ones, with what finds the others',
    lazy,
    {},
    { sent: ['search', 'meta', 'a'], inactive: ['b', 'c', 'd', 'e'] },
  ],
  [
    'those that are pinned otherwise',
    lazy,
    { isPinned: ({ name }) => name === 'd' },
    { sent: ['search', 'meta', 'a', 'd'], inactive: ['b', 'c', 'e'] },
  ],
  [
    'nothing that finds others where there are none',
    { ...lazy, pinned: ['a', 'b', 'c', 'd', 'e'] },
    {},
    { sent: ['meta', 'a', 'b', 'c', 'd', 'e'], inactive: [] },
  ],
  ['no meta tool where there is none', { kind: 'all' }, { metaTools: undefined }, { sent: ['a', 'b', 'c', 'd', 'e'] }],
  [
    'a registered tool that a meta tool stands for once',
    { kind: 'all' },
    { metaTools: new Map([['b', meta]]) },
    { sent: ['meta', 'a', 'c', 'd', 'e'] },
  ],
])('sends %s', (_, exposure, more, names) => {
  expect(namesIn(scene(exposure, more))).toEqual({ inactive: undefined, ...names });
});

it('describes what finds the others by what there is to find, and the same again until something changes', () => {
  const one = scene(lazy);
  const describe = () => one.exposed.offer().definitions.find(({ name }) => name === 'search')?.description;
  expect(describe()).toBe('Finds 4.');
  const before = one.exposed.offer();
  expect(one.exposed.offer()).toBe(before);
  one.exposed.refresh();
  expect(one.exposed.offer()).not.toBe(before);
  one.registry.register(make('f', { source: 'mcp' }));
  expect(describe()).toBe('Finds 5.');
});

it('sends what was activated behind what is sent always, as far as there is room', () => {
  const one = scene(lazy);
  expect(one.exposed.find(['c', 'b', 'unknown', 'a'], 'c1')).toEqual({ activated: ['c', 'b'], evicted: [] });
  expect(namesIn(one)).toEqual({ sent: ['search', 'meta', 'a', 'c', 'b'], inactive: ['d', 'e'] });
  expect(one.exposed.active).toEqual(['c', 'b']);
  one.exposed.apply({ type: 'call-admitted', body: { callId: 'c2', index: 0, name: 'c', arguments: '{}' } });
  expect(one.exposed.find(['d'], 'c3')).toEqual({ activated: ['d'], evicted: ['b'] });
  expect(namesIn(one)).toEqual({ sent: ['search', 'meta', 'a', 'c', 'd'], inactive: ['b', 'e'] });
  expect(one.exposed.find(['b', 'c', 'd', 'e'], 'c4')).toEqual({ activated: ['b', 'c'], evicted: ['d'] });
  expect(one.exposed.find(['unknown'], 'c5')).toEqual({ activated: [], evicted: [] });
  expect(one.events).toEqual([
    { type: 'tools-activated', body: { callId: 'c1', names: ['c', 'b'], evicted: [] } },
    { type: 'tools-activated', body: { callId: 'c3', names: ['d'], evicted: ['b'] } },
    { type: 'tools-activated', body: { callId: 'c4', names: ['b', 'c'], evicted: ['d'] } },
  ]);
});

it('keeps room for one where as much is sent always', () => {
  const one = scene({ ...lazy, ceiling: 1 });
  expect(one.exposed.find(['b', 'c'], 'c1')).toEqual({ activated: ['b'], evicted: [] });
  expect(one.exposed.find(['c'], 'c2')).toEqual({ activated: ['c'], evicted: ['b'] });
  one.registry.unregister('c');
  expect(one.exposed.find(['d'], 'c3')).toEqual({ activated: ['d'], evicted: [] });
  expect(one.events.at(-1)?.body).toEqual({ callId: 'c3', names: ['d'], evicted: ['c'] });
});

it('describes nothing where all is sent', () => {
  const one = scene({ kind: 'all' });
  expect(one.exposed.find(['b'], 'c1')).toEqual({});
  expect(one.exposed.refusalOf(tools[1] as Tool)).toBeUndefined();
  expect(one.events).toEqual([]);
});

it.each<[string, Partial<Extract<Exposure, { kind: 'lazy' }>>, 'runs' | 'new', readonly string[]]>([
  ['is sent it, and calls again', {}, 'new', ['b']],
  ['is sent it, and the call runs', { inactiveCalls: 'run' }, 'runs', ['b']],
  ['is not sent it where it has to find it first', { refusal: 'Find {tool} first: {tool}.' }, 'new', []],
  ['is sent it where calls run, whatever it is told', { refusal: 'x', inactiveCalls: 'run' }, 'runs', ['b']],
])('a model that calls what it was not sent %s', (_, more, runs, active) => {
  const { exposed } = scene({ ...lazy, ...more });
  const called = tools[1] as Tool;
  expect(exposed.called(called, 'c1')).toBe(runs);
  expect(exposed.active).toEqual(active);
  expect(exposed.refusalOf(called)).toBe(more.refusal?.replaceAll('{tool}', 'b'));
});

it('knows what had to make room for a call, until that is settled', () => {
  const { exposed } = scene({ ...lazy, ceiling: 4, inactiveCalls: 'run' });
  exposed.called(tools[1] as Tool, 'c1');
  exposed.called(tools[2] as Tool, 'c2');
  exposed.called(tools[2] as Tool, 'c3');
  expect(['c1', 'c2', 'c3'].map((id) => exposed.madeRoom(id))).toEqual([undefined, ['b'], undefined]);
  exposed.apply({ type: 'call-settled', body: { callId: 'c2' } });
  expect(exposed.madeRoom('c2')).toBeUndefined();
});

it('passes over what another program wrote under the name of its event', () => {
  const one = scene(lazy);
  for (const body of [{ names: 'b', evicted: [] }, { names: ['b'], evicted: 'x' }, {}])
    one.exposed.apply({ type: 'tools-activated', body });
  expect(one.exposed.active).toEqual([]);
  one.exposed.apply({ type: 'tools-activated', body: { callId: 'c', names: ['b', 'gone'], evicted: [] } });
  expect(namesIn(one)).toMatchObject({ sent: ['search', 'meta', 'a', 'b'] });
});
