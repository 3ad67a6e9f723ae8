import { expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { meantTools } from '../../src/run/meant-tools.js';
import { namesElsewhere } from '../../src/tool/other-names.js';
import { verifies } from '../requirements.js';
import { bodies, open, play } from '../session/open.js';

const names = [...builtinTools.map(({ name }) => name), 'mcp__stock__lookup_part', 'mcp__old-stock__lookup_part'];

it.each([
  ['bash', ['run_command']],
  ['Read', ['read_file']],
  ['create_file', ['write_file']],
  ['listFiles', ['list_dir']],
  ['TodoWrite', ['todo_update']],
  ['str_replace_based_edit_tool', ['edit_file']],
  ['functions.read_file', ['read_file']],
  ['default_api:shell', ['run_command']],
  ['raed_file', ['read_file']],
  ['web_serch', ['web_search']],
  ['lookup_part', ['mcp__stock__lookup_part', 'mcp__old-stock__lookup_part']],
  ['get_weather', []],
  ['', []],
])('knows what %s may mean', (name, meant) => {
  verifies('core.road.unknown-tool');
  expect(meantTools(name, names)).toEqual(meant);
});

it('names only tools that are there', () => {
  expect(meantTools('bash', ['read_file', 'grep'])).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(Object.keys(namesElsewhere)));
});

it('has each name once, and none that a built-in tool has', () => {
  const elsewhere = Object.values(namesElsewhere).flatMap((others) => others.split(' '));
  expect(elsewhere.filter((name, at) => elsewhere.indexOf(name) !== at || names.includes(name))).toEqual([]);
});

it('tells it of a call by name and of one through the door', async () => {
  const calls = [
    { name: 'bash', arguments: { command: 'ls' } },
    { name: 'call_tool', arguments: { name: 'list_files', arguments: {} } },
  ];
  const session = await open([{ calls }, { text: 'Done.' }], { builtins: true });
  const { events } = await play(session.send('Look.'));
  expect(bodies(events, 'call-refused').map(({ message }) => message)).toEqual([
    'There is no tool named "bash". Did you mean run_command?',
    'There is no tool named "list_files". Did you mean list_dir?',
  ]);
});
