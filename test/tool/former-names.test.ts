import { expect, it } from 'vitest';
import { builtinTools, findBuiltin } from '../../src/builtin/builtin-tools.js';
import { findTodoComments } from '../../src/builtin/search/find-todo-comments.js';
import { takenNames } from '../../src/extend/declared/tool-name.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { findNamed, namesOf } from '../../src/tool/former-names.js';
import { createRegistry } from '../../src/tool/registry.js';
import type { Tool } from '../../src/tool/tool.js';
import { verifies } from '../requirements.js';

it('knows a tool by every name that it has had', () => {
  expect(namesOf('todos')).toEqual(['find_todo_comments', 'todos']);
  expect(namesOf('find_todo_comments')).toEqual(namesOf('todos'));
  expect(namesOf('delegate')).toEqual(['delegate', 'task']);
  expect(namesOf('read_file')).toEqual(['read_file']);
  expect(findBuiltin('task')?.name).toBe('delegate');
  expect(findBuiltin('toString')).toBeUndefined();
});

it('finds, replaces and takes away a renamed tool by its former name', () => {
  verifies('core.names.calls');
  const registry = createRegistry();
  registry.register(findTodoComments as Tool);
  expect(registry.get('todos')).toBe(findTodoComments);
  expect(registry.unregister('todos')).toBe(true);
  expect(registry.get('find_todo_comments')).toBeUndefined();
  expect(registry.unregister('todos')).toBe(false);
});

it('leaves a former name to whoever has it now, and gives no tool of others a name that it never had', () => {
  verifies('core.names.taken');
  const own = defineTool({ name: 'todos', description: 'mine', parameters: { type: 'object' }, run: () => 'mine' });
  const named = (...tools: readonly Tool[]) => new Map(tools.map((tool) => [tool.name, tool]));
  expect(findNamed(named(own, findTodoComments as Tool), 'todos')).toBe(own);
  expect(findNamed(named({ ...own, name: 'delegate' }), 'task')).toBeUndefined();
  const { problem } = takenNames(builtinTools);
  for (const name of ['todos', 'find_todo_comments']) expect(problem(name)).toContain(`another tool named ${name}`);
  expect(takenNames([]).problem('task')).toBe('the name task is reserved: choose another');
});
