import type { Extension } from '../../../src/extend/extension.js';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import type { Session } from '../../../src/session/session.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Tool } from '../../../src/tool/tool.js';

/** A conversation: what the model says, and what else happens. */
export interface Script {
  readonly name: string;
  readonly rounds: readonly ScriptedRound[];
  /** What the person does. */
  play(session: Session): Promise<void>;
}

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const through = (name: string, args: object) => call('call_tool', { name, arguments: args });
const say = async (session: Session, text: string): Promise<void> => void (await session.send(text).result);
const done: ScriptedRound = { text: 'Done.' };

export const adder: Tool = defineTool({
  name: 'mcp__sums__add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { first: { type: 'integer' }, second: { type: 'integer' } },
    required: ['first', 'second'],
  },
  source: 'mcp',
  effects: 'none',
  run: ({ first, second }) => first + second,
}) as Tool;

/** A server with one tool, and one that comes with the second request. */
export const servers = (): Extension => {
  let rounds = 0;
  let later: (() => void) | undefined;
  return {
    name: 'servers',
    open({ registry, setPrompt }) {
      registry.register(adder);
      later = () => {
        registry.register({ ...adder, name: 'mcp__late__add' });
        setPrompt('Skills hold instructions: letters.');
      };
    },
    beforeRound() {
      rounds += 1;
      if (rounds === 2) later?.();
    },
  };
};

export const scripts: readonly Script[] = [
  {
    name: 'plain rounds with errors',
    rounds: [
      { text: 'Let me see.', calls: [call('list_dir', { path: '.' }), call('read_file', { path: 'a.txt' })] },
      { calls: [call('read_file', { path: 'missing.txt' }), call('nobody', {}), call('read_file', { path: 7, x: 1 })] },
      { calls: [call('write_file', { path: 'b.txt', content: 'ü "x" \\ \u2028' })] },
      { text: 'One.' },
      { text: 'Two.' },
    ],
    async play(session) {
      await say(session, 'Look.');
      await say(session, 'And?');
    },
  },
  {
    name: 'tools that are found, through the door and by name, and a server that comes late',
    rounds: [
      { calls: [call('tool_search', { query: 'add two numbers' })] },
      { calls: [through('mcp__sums__add', { first: 1, second: 2 }), call('mcp__sums__add', { first: 3, second: 4 })] },
      { calls: [through('call_tool', { name: 'x' }), call('call_tool', { arguments: '{' }), through('nobody', {})] },
      { calls: [call('call_tool', { name: 'mcp__late__add', arguments: '{"first":1,"second":1}' })] },
      { calls: [call('call_tool', { name: 'mcp__late__add', arguments: '{"first":1,"second":1}' })] },
      done,
    ],
    play: (session) => say(session, 'Add.'),
  },
  {
    name: 'todos, modes and what is said meanwhile',
    rounds: [
      { calls: [call('todo_update', { todos: [{ content: 'wash' }, { content: 'dry' }] })] },
      { calls: [call('update_task', { task_id: 'task_1', status: 'completed' })] },
      { text: 'Half.' },
      { calls: [call('read_file', { path: 'a.txt' })] },
      { text: 'All.' },
      done,
    ],
    async play(session) {
      let steered: Promise<void> | undefined;
      session.on((event) => {
        if (event.type === 'call-started') steered ??= session.steer('Quickly.');
      });
      await say(session, 'Wash.');
      await steered;
      await session.setMode('edit');
      await say(session, 'Go on.');
      await session.setMode('ask');
      await say(session, 'Thanks.');
    },
  },
  {
    name: 'pictures and a subagent',
    rounds: [
      { calls: [call('read_file', { path: 'dot.png' })] },
      { calls: [call('delegate', { prompt: 'Count to three.' })] },
      { text: 'One, two, three.' },
      { calls: [call('read_file', { path: 'a.txt' })] },
      done,
    ],
    play: (session) => say(session, 'Look at it.'),
  },
];
