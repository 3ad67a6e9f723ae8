import { expect, it } from 'vitest';
import type { Extension } from '../../../src/extend/extension.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Tool, ToolTraits } from '../../../src/tool/tool.js';
import { verifies } from '../../requirements.js';
import { called, runY, type Told } from './open-y.js';

const own = (name: string, description: string, more: Partial<ToolTraits> = {}): Tool => ({
  ...(defineTool({
    name,
    description,
    parameters: { type: 'object', properties: { deep: { type: 'integer' } } },
    source: 'custom',
    effects: 'none',
    run: () => name,
  }) as Tool),
  ...more,
});

const bringing = (tools: readonly Tool[]): Extension => ({
  name: 'own',
  open: ({ registry }) => tools.forEach(registry.register),
});

interface Hit {
  readonly name: string;
  readonly kind: string;
  readonly score: number;
  readonly match_reason: string;
  readonly help?: string;
  readonly parameters?: object;
}

const hitsOf = (told: Told | undefined): readonly Hit[] => (told?.content?.['tools'] as readonly Hit[]) ?? [];
const names = (told: Told | undefined): readonly string[] => hitsOf(told).map(({ name }) => name);

async function search(wishes: readonly object[], extensions: readonly Extension[] = []) {
  const { told, model } = await runY(
    wishes.map((wish) => called('ToolSearch', wish)),
    { extensions },
  );
  return { told, sent: model.requests.map(({ toolNames }) => toolNames) };
}

it('needs one of four arguments, of which tool comes before mcp_server, category and query', async () => {
  verifies('y-agent.search.arguments', 'y-agent.search.by-tool', 'y-agent.search.by-category');
  const { told, sent } = await search(
    [
      {},
      { tool: 'Grep', mcp_server: 'sums', category: 'Network', query: 'edit' },
      { mcp_server: 'sums', category: 'Network' },
      { category: 'Network', query: 'zz' },
      { category: 'file.move' },
    ],
    [bringing([own('mcp_sums_add', 'Adds.', { source: 'mcp', category: 'mcp.sums' })])],
  );
  expect(told[0]).toMatchObject({
    code: 'validation_error',
    error: 'Say what to look for: give query, category, tool or mcp_server.',
  });
  expect(told.slice(1).map(names)).toEqual([['Grep'], ['mcp_sums_add'], ['WebFetch', 'WebSearch'], ['FileMove']]);
  const [byTool] = hitsOf(told[1]);
  expect(byTool).toMatchObject({
    help: expect.stringContaining('output_mode'),
    parameters: { properties: { output_mode: expect.any(Object) }, required: ['pattern'] },
  });
  expect(told.slice(1).map(({ content }) => content?.['activated'])).toEqual([
    ['Grep'],
    ['mcp_sums_add'],
    ['WebSearch'],
    ['FileMove'],
  ]);
  expect(sent.at(-1)?.slice(-4)).toEqual(['Grep', 'mcp_sums_add', 'WebSearch', 'FileMove']);
});

it('gives what is there of several names, and warns of the others', async () => {
  verifies('y-agent.search.unknown-names', 'y-agent.search.by-tool');
  const { told } = await search([{ tool: 'Grep, Nonsense Glob' }]);
  expect(names(told[0])).toEqual(['Grep', 'Glob']);
  expect(told[0]?.warnings).toEqual(['Nothing is named Nonsense.']);
});

it.each([
  ['ReadFile', 'FileRead'],
  ['read_file', 'FileRead'],
  ['greep', 'Grep'],
  ['shell_exec', 'ShellExec'],
  ['DatabaseQuery', 'WebSearch'],
  ['xyzzy', undefined],
])('says of the name %s that nothing has it', async (tool, meant) => {
  verifies('y-agent.search.unknown-tool');
  const { told, sent } = await search([{ tool }]);
  const [first] = told;
  expect(first).toMatchObject({ code: 'tool_not_found', retryable: false });
  expect(first?.error?.startsWith(`Nothing is named "${tool}". `)).toBe(true);
  if (meant === undefined) expect(first?.error).toContain('Describe in a query what you need.');
  else expect(first?.error).toMatch(new RegExp(`Did you mean ${meant}\\b`));
  expect(sent[1]).toEqual(sent[0]);
});

it('says so of a server or a category that is not there', async () => {
  verifies('y-agent.search.unknown-tool');
  const { told } = await search([{ mcp_server: 'github' }, { category: 'Databases' }]);
  expect(told.map(({ code }) => code)).toEqual(['tool_not_found', 'tool_not_found']);
  expect(told[0]?.error).toBe('There is no server "github". Describe in a query what you need.');
  expect(told[1]?.error).toMatch(/^There is no category "Databases"\. There are: FileSystem, .*Agent/);
});

it('scores a name or an alias as it is highest, and else names before descriptions', async () => {
  verifies('y-agent.search.by-query-exact', 'y-agent.search.by-query-rank');
  const { told } = await search(
    [{ query: 'Grep' }, { query: 'add' }, { query: 'harvest' }],
    [
      bringing([
        own('mcp_sums_add', 'Sums up.', { source: 'mcp', category: 'mcp.sums' }),
        own('ledger', 'Tells of every harvest of the year in a long list of many words.'),
        own('harvest_all', 'Brings in what has grown.'),
      ]),
    ],
  );
  const [exact, alias, ranked] = told.map(hitsOf);
  expect(exact?.[0]).toMatchObject({ name: 'Grep', score: 10_000, match_reason: 'exact_name' });
  expect(alias?.[0]).toMatchObject({ name: 'mcp_sums_add', score: 10_000, match_reason: 'exact_name' });
  expect(ranked?.map(({ name }) => name)).toEqual(['harvest_all', 'ledger']);
  expect(ranked?.map(({ match_reason }) => match_reason)).toEqual(['bm25', 'bm25']);
  const [first = 0, second = 0] = ranked?.map(({ score }) => score) ?? [];
  expect(first > second && first < 10_000).toBe(true);
});

it('gives ten at most, each with score and reason, and activates them', async () => {
  verifies('y-agent.search.by-query-limit');
  const widgets = Array.from({ length: 15 }, (_, at) => own(`widget_${at}`, 'Makes a widget.'));
  const { told, sent } = await search([{ query: 'widget' }], [bringing(widgets)]);
  const hits = hitsOf(told[0]);
  expect(hits).toHaveLength(10);
  for (const hit of hits) expect(hit).toMatchObject({ score: expect.any(Number), match_reason: 'bm25' });
  expect(told[0]?.content?.['activated']).toEqual(names(told[0]));
  expect(sent[1]?.slice(-10)).toEqual(names(told[0]));
});

it('finds skills and agents too', async () => {
  verifies('y-agent.search.by-query-others');
  const extension: Extension = {
    name: 'skills',
    open({ registry, setEntries }) {
      registry.register(own('use_skill', 'Loads a skill.'));
      setEntries([
        { kind: 'skill', name: 'invoices', description: 'How invoices are written.', usedBy: 'use_skill' },
        { kind: 'agent', name: 'reviewer', description: 'Reviews invoices again.' },
      ]);
    },
  };
  const { told } = await search([{ query: 'invoices' }], [extension]);
  expect(hitsOf(told[0])).toMatchObject([
    { kind: 'skill', name: 'invoices', used_by: 'use_skill' },
    { kind: 'agent', name: 'reviewer' },
  ]);
  expect(told[0]?.content?.['activated']).toEqual(['use_skill']);
});
