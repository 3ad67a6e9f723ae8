import { expect, it } from 'vitest';
import { builtinTools } from '../../../src/builtin/builtin-tools.js';
import { createToolSearch } from '../../../src/builtin/catalog/tool-search.js';
import { ySurface } from '../../../src/profile/y-agent/surface.js';
import { toolSearchView } from '../../../src/profile/y-agent/tool-search.js';
import { categories, categoryOf, taxonomy, toolDefinition } from '../../../src/systems/y-agent/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Tool } from '../../../src/tool/tool.js';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { called, done, openY, runY, type Told } from './open-y.js';

const nothing = { entries: [], tool: () => undefined, defines: false, find: () => ({}) };
const surface = [
  ...ySurface((name) => builtinTools.find((tool) => tool.name === name)),
  toolSearchView(createToolSearch(nothing) as Tool),
];
const byName = new Map(surface.map((tool) => [tool.name, tool]));

/** The table of built-in tools in the document, as far as they are there. */
const documented = [
  ['FileRead', 'FileSystem', false],
  ['FileWrite', 'FileSystem', false],
  ['FileDelete', 'FileSystem', true],
  ['FileMove', 'FileSystem', false],
  ['ShellExec', 'Shell', true],
  ['WebSearch', 'Network', false],
  ['ToolSearch', 'Search', false],
  ['Task', 'Agent', false],
  ['Plan', 'Agent', false],
  ['AskUser', 'Interaction', false],
] as const;

it('has the tools of the document, each in its category and with its danger', () => {
  verifies('y-agent.definition.categories', 'y-agent.permission.dangerous-set');
  expect(documented.map(([name]) => [name, byName.get(name)?.category, byName.get(name)?.dangerous])).toEqual(
    documented,
  );
  expect(['WebFetch', 'CodeSearch'].map((name) => byName.get(name)?.category)).toEqual(['Network', 'Search']);
  expect(surface.filter(({ dangerous }) => dangerous).map(({ name }) => name)).toEqual(['FileDelete', 'ShellExec']);
  expect(categories).toEqual([
    'FileSystem',
    'Network',
    'Shell',
    'Search',
    'Memory',
    'Knowledge',
    'Agent',
    'Workflow',
    'Schedule',
    'Interaction',
    'Custom',
  ]);
  expect(surface.map(categoryOf)).toEqual(surface.map(({ category }) => category));
});

it('leaves out what the host left out', () => {
  const files = ySurface((name) => builtinTools.find((tool) => tool.name === name && name.endsWith('_file')));
  expect(files.map(({ name }) => name)).toEqual(['FileRead', 'FileWrite', 'FileEdit', 'FileDelete', 'FileMove']);
});

it('puts every category in a place, and every tool below the place of its category', () => {
  verifies('y-agent.search.taxonomy');
  expect(taxonomy).toEqual({
    FileSystem: 'file',
    Network: 'network',
    Shell: 'shell',
    Search: 'search',
    Memory: 'memory',
    Knowledge: 'memory',
    Agent: 'agent',
    Workflow: 'agent',
    Schedule: 'agent',
    Interaction: 'agent',
    Custom: 'uncategorized',
  });
  for (const tool of surface) {
    const place = taxonomy[categoryOf(tool)];
    expect([tool.name, tool.alsoIn?.some((path) => path.startsWith(`${place}.`))]).toEqual([tool.name, true]);
  }
  expect(categoryOf({ category: 'Weather' })).toBe('Custom');
});

const search = (args: object) => called('ToolSearch', args);

const named = ({ content }: Told): readonly unknown[] =>
  (content?.['tools'] as { name: string }[] | undefined)?.map(({ name }) => name) ?? [];

it('finds AskUser under Agent and under Interaction, and tools by their place', async () => {
  verifies('y-agent.definition.ask-user-category', 'y-agent.search.taxonomy');
  const custom = defineTool({
    name: 'own',
    description: 'own',
    parameters: { type: 'object' },
    effects: 'none',
    run: () => 1,
  });
  const { told } = await runY(
    ['Agent', 'Interaction', 'file.read', 'agent', 'uncategorized'].map((category) => search({ category })),
    { tools: [custom] },
  );
  const [agent, interaction, read, place, other] = told.map(named);
  expect(agent).toEqual(['AskUser', 'Task', 'Plan']);
  expect(interaction).toEqual(['AskUser']);
  expect(read).toEqual(['FileRead']);
  expect(place).toEqual(['AskUser', 'Task', 'Plan']);
  expect(other).toEqual(['own']);
});

it('gives help only where a tool is looked up by its name', async () => {
  verifies('y-agent.definition.help', 'design.tool.help');
  const help = byName.get('Grep')?.help ?? '';
  expect(help).not.toBe('');
  const requests: string[] = [];
  const rounds = [search({ query: 'search files by regular expression' }), search({ tool: 'Grep' }), done];
  const { session } = await openY((request, index) => {
    requests.push(JSON.stringify(request.tools));
    return rounds[index];
  });
  const { events } = await play(session.send('go'));
  const [byQuery = '', direct = ''] = bodies(events, 'call-settled').map(({ content }) => content);
  expect(byQuery).toContain('"name":"Grep"');
  expect(byQuery).not.toContain(help);
  expect((JSON.parse(direct) as Told).content?.['tools']).toMatchObject([
    { name: 'Grep', help, score: 10_000, match_reason: 'exact_name' },
  ]);
  expect(requests.at(-1)).toContain('"Grep"');
  expect(requests.join()).not.toContain(help);
});

it('declares a tool as the document does, with one of four types', () => {
  verifies('y-agent.definition.types', 'y-agent.definition.fields');
  const read = byName.get('FileRead') as Tool;
  expect(toolDefinition(read)).toEqual({
    name: 'FileRead',
    description: read.description,
    help: read.help,
    parameters: read.parameters,
    result_schema: null,
    category: 'FileSystem',
    tool_type: 'BuiltIn',
    capabilities: ['workspace'],
    is_dangerous: false,
  });
  const types = (['builtin', 'mcp', 'custom', 'dynamic'] as const).map(
    (source) => toolDefinition({ ...read, source }).tool_type,
  );
  expect(types).toEqual(['BuiltIn', 'Mcp', 'Custom', 'Dynamic']);
});
