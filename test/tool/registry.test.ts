import { describe, expect, it } from 'vitest';
import { defineTool } from '../../src/tool/define-tool.js';
import { createRegistry, toOpenAiFunctions } from '../../src/tool/registry.js';
import { verifies } from '../requirements.js';

const make = (name: string, more: object = {}) =>
  defineTool({
    name,
    description: `does ${name}`,
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
    run: () => name,
    ...more,
  });

describe('the registry', () => {
  const filled = () => {
    const registry = createRegistry();
    const tools = [make('b', { group: 'edit' }), make('a', { group: 'search' }), make('c', { group: 'edit' })];
    for (const tool of tools) registry.register(tool);
    return { registry, tools };
  };

  it('gives a registered tool by its name, and nothing by another', () => {
    verifies('core.registry.register', 'seed.registry.register-lookup', 'y-agent.pipeline.lookup');
    verifies('core.registry.lookup-missing');
    const { registry, tools } = filled();
    expect(['b', 'a', 'c'].map((name) => registry.get(name))).toEqual(tools);
    expect(registry.get('a')).toBe(tools[1]);
    for (const name of ['nobody', 'A', '', 'constructor']) expect(registry.get(name)).toBeUndefined();
  });

  it('lists every tool in the order of registration', () => {
    verifies('core.registry.list', 'seed.registry.list');
    const { registry, tools } = filled();
    expect(registry.list()).toEqual(tools);
  });

  it('lists the tools of these groups alone', () => {
    verifies('core.registry.by-group', 'seed.registry.list-by-groups');
    const { registry, tools } = filled();
    expect(registry.byGroup('edit').map(({ name }) => name)).toEqual(['b', 'c']);
    expect(registry.byGroup('edit', 'search')).toEqual(tools);
    expect(registry.byGroup('exec')).toEqual([]);
  });

  it('refuses a name twice, but replaces on request', () => {
    verifies('core.registry.duplicate', 'core.registry.replace', 'seed.registry.duplicate-throws');
    const registry = createRegistry();
    registry.register(make('a'));
    expect(() => registry.register(make('a'))).toThrow('A tool named a is registered already');
    const before = registry.offer();
    const other = make('a');
    registry.replace(other);
    expect(registry.get('a')).toBe(other);
    expect(before.tools.get('a')).not.toBe(other);
    expect(registry.offer().tools.get('a')).toBe(other);
  });

  it('offers what the host can do, the same object until something changes', () => {
    const registry = createRegistry({ capabilities: ['process'] });
    registry.register(make('a', { capabilities: ['process'] }));
    registry.register(make('b', { capabilities: ['process', 'network'] }));
    expect([...registry.offer().tools.keys()]).toEqual(['a']);
    expect(registry.offer()).toBe(registry.offer());
    const before = registry.offer();
    expect(registry.unregister('a')).toBe(true);
    expect(registry.unregister('a')).toBe(false);
    expect(registry.offer()).not.toBe(before);
  });

  it('exports OpenAI functions, all or by group', () => {
    verifies(
      'core.registry.openai-export',
      'core.registry.openai-export-by-group',
      'seed.registry.openai-export',
      'seed.registry.openai-export-by-groups',
    );
    const registry = createRegistry();
    registry.register(make('a', { group: 'search' }));
    registry.register(make('b', { group: 'edit' }));
    const parameters = { type: 'object', properties: { path: { type: 'string' } } };
    expect(toOpenAiFunctions(registry.byGroup('search'))).toEqual([
      { type: 'function', function: { name: 'a', description: 'does a', parameters } },
    ]);
    expect(toOpenAiFunctions(registry.list())).toHaveLength(2);
  });
});

describe('defineTool', () => {
  it('fills in what was not said and keeps what was', () => {
    verifies(
      'core.contract.literal-schemas',
      'design.tool.own-category',
      'design.tool.source',
      'y-agent.definition.fields',
      'y-agent.definition.category-custom',
    );
    expect(make('plain')).toMatchObject({
      title: 'plain',
      category: 'Custom',
      source: 'custom',
      effects: 'outside',
      idempotent: false,
      concurrency: 'exclusive',
      dangerous: false,
      capabilities: [],
    });
    expect(make('pure', { effects: 'none' })).toMatchObject({ idempotent: true, concurrency: 'parallel' });
    expect(
      make('mine', { category: 'Gardening', source: 'dynamic', help: 'long text', dangerous: true }),
    ).toMatchObject({ category: 'Gardening', source: 'dynamic', help: 'long text', dangerous: true });
  });

  it('refuses a name that cannot be a function name', () => {
    for (const name of ['', '1st', 'has space', 'a'.repeat(65), 'ünïcode'])
      expect(() => make(name)).toThrow('cannot be used');
    expect(() => make('list', { parameters: { type: 'array' } })).toThrow('type object');
  });
});
