import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userTools } from '../../../src/config/tool-folders.js';
import { capabilitiesOf, type YAgentCapabilities } from '../../../src/profile/y-agent/y-agent-risk.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { toolDefinition, yAgentProfileWith } from '../../../src/systems/y-agent/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { called, openY, runY } from './open-y.js';

it('takes parameters in JSON Schema draft 7, and checks arguments by them', async () => {
  verifies('y-agent.definition.draft-seven', 'y-agent.pipeline.schema');
  const book = defineTool({
    name: 'book',
    description: 'books',
    parameters: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { seat: { type: 'string', pattern: '^[A-F][0-9]+$' } },
      properties: { seat: { $ref: '#/definitions/seat' }, kind: { const: 'window' }, paid: { type: 'boolean' } },
      required: ['seat'],
      if: { properties: { paid: { const: true } }, required: ['paid'] },
      // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema
      then: { required: ['kind'] },
    } as never,
    effects: 'none',
    run: () => 'booked',
  });
  const { told } = await runY(
    [{ seat: 'A1' }, { seat: '1A' }, { seat: 'A1', kind: 'aisle' }, { seat: 'A1', paid: true }].map((args) =>
      called('book', args),
    ),
    { tools: [book] },
  );
  expect(told.map(({ code }) => code)).toEqual([undefined, 'validation_error', 'validation_error', 'validation_error']);
  expect(told[1]?.error).toContain('/seat');
});

it('checks a result by its schema, and tells the model of one that does not fit', async () => {
  verifies('y-agent.definition.result-schema');
  const counting = (name: string, lines: unknown) =>
    defineTool({
      name,
      description: 'counts',
      parameters: { type: 'object' },
      result: { type: 'object', properties: { lines: { type: 'integer' } }, required: ['lines'] },
      effects: 'none',
      run: () => ({ lines }) as never,
    });
  const tools = [counting('good', 3), counting('bad', 'three')];
  const { told } = await runY(
    tools.map(({ name }) => called(name)),
    { tools },
  );
  expect(told[0]?.content).toEqual({ lines: 3 });
  expect(told[1]).toMatchObject({ code: 'other', error: expect.stringContaining('/lines: expected integer') });
});

it('needs the capabilities of a tool where it runs', async () => {
  verifies('y-agent.definition.capabilities-required');
  const needy = defineTool({
    name: 'needy',
    description: 'needs more',
    parameters: { type: 'object' },
    capabilities: ['quantum'],
    run: () => 'ran',
  });
  const { told, session } = await runY([called('needy'), called('ToolSearch', { query: 'needs more' })], {
    tools: [needy],
  });
  expect(told[0]).toMatchObject({ code: 'tool_not_found', error: expect.stringContaining('it needs quantum') });
  expect(JSON.stringify(told[1])).not.toContain('"needy"');
  expect(session.listTools().find(({ tool }) => tool.name === 'needy')?.state).toBe('unavailable');
  const { told: there } = await runY([called('needy')], { tools: [needy], capabilities: ['quantum'] });
  expect(there).toMatchObject([{ success: true, content: 'ran' }]);
});

it('finds a tool under a category of its own', async () => {
  verifies('y-agent.definition.category-custom');
  const radar = defineTool({
    name: 'radar',
    description: 'looks at clouds',
    category: 'weather.radar',
    parameters: { type: 'object' },
    effects: 'none',
    run: () => 'clouds',
  });
  const { told } = await runY(
    ['weather', 'weather.radar'].map((category) => called('ToolSearch', { category })),
    { tools: [radar] },
  );
  for (const { content } of told) expect(content).toMatchObject({ tools: [{ name: 'radar' }], activated: ['radar'] });
  expect(toolDefinition(radar).category).toBe('weather.radar');
});

it('has custom tools from files beside the config', async () => {
  verifies('y-agent.definition.custom-type', 'y-agent.definition.types');
  const config = newFolder();
  mkdirSync(join(config, 'tools'));
  const hello = {
    name: 'hello',
    description: 'Greets somebody.',
    parameters: { type: 'object', properties: { who: { type: 'string' } } },
    command: ['echo', 'Hello, {{who}}.'],
  };
  writeFileSync(join(config, 'tools', 'hello.json'), JSON.stringify(hello));
  const { told, session } = await runY([called('ToolSearch', { tool: 'hello' }), called('hello', { who: 'Ada' })], {
    toolFolders: [userTools(join(config, 'config.json'))],
    process: createBareProcesses({ env: { PATH: process.env['PATH'] } }),
    sandbox: 'off',
  });
  expect(told[0]?.content).toMatchObject({ activated: ['hello'] });
  expect(JSON.stringify(told[1]?.content)).toContain('Hello, Ada.');
  const types = session.listTools().map(({ tool }) => [tool.name, toolDefinition(tool).tool_type]);
  expect(types.filter(([, type]) => type !== 'BuiltIn')).toEqual([['hello', 'Custom']]);
});

it('tells a guard what a call needs: network, files with their paths, containers and processes', async () => {
  verifies('y-agent.definition.capability-kinds');
  const needed: YAgentCapabilities[] = [];
  const profile = yAgentProfileWith({
    guards: [
      {
        name: 'watch',
        judge(input) {
          needed.push(capabilitiesOf(input));
          return 'deny';
        },
      },
    ],
  });
  const workspace = newFolder();
  for (const name of ['a', 'b']) writeFileSync(join(workspace, name), name);
  await runY(
    [
      called('FileWrite', { path: 'a', content: 'x' }),
      called('FileDelete', { path: 'a' }),
      called('FileMove', { path: 'a', destination_path: 'c' }),
      called('WebFetch', { url: 'https://example.invalid/x' }),
      called('WebFetch', { url: 'http://127.0.0.1:8080/' }),
      called('ShellExec', { action: 'start', command: 'docker ps' }),
    ],
    { profile, workspace },
  );
  const nothing = { network: 'none', filesystem: [], container: false, process: { shell: false, background: false } };
  expect(needed).toMatchObject([
    { ...nothing, filesystem: [{ mutation: 'create_or_modify', path: 'a' }] },
    { ...nothing, filesystem: [{ mutation: 'delete', path: 'a' }] },
    {
      ...nothing,
      filesystem: [
        { mutation: 'move', path: 'a' },
        { mutation: 'create_or_modify', path: 'c' },
      ],
    },
    { ...nothing, network: 'external' },
    { ...nothing, network: 'internal' },
    { container: true, process: { shell: true, background: true } },
  ]);
});

it('declares in a session what it declares outside', async () => {
  verifies('y-agent.definition.fields');
  const { session } = await openY([]);
  const read = session.listTools().find(({ tool }) => tool.name === 'FileRead');
  expect(read && toolDefinition(read.tool)).toMatchObject({
    name: 'FileRead',
    description: expect.stringMatching(/^Read file contents\./),
    help: expect.any(String),
    parameters: { type: 'object', required: ['path'] },
    result_schema: null,
    category: 'FileSystem',
    tool_type: 'BuiltIn',
    capabilities: ['workspace'],
    is_dangerous: false,
  });
});
