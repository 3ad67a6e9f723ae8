import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { createRegistry } from '../../src/tool/registry.js';
import { verifies } from '../requirements.js';

it('are complete and fit one registry', () => {
  const registry = createRegistry();
  for (const tool of builtinTools) {
    registry.register(tool);
    expect(tool).toMatchObject({
      source: 'builtin',
      title: expect.stringMatching(/^[A-Z]/),
      parameters: { type: 'object', additionalProperties: false },
    });
    expect(['search', 'edit', 'exec', 'meta', 'web', 'subtask']).toContain(tool.group);
    expect(['FileSystem', 'Search', 'Shell', 'Interaction', 'Planning', 'System', 'Network', 'Agent']).toContain(
      tool.category,
    );
    expect(tool.description.length).toBeLessThan(400);
    expect(tool.result).toBeDefined();
    for (const name of Object.keys((tool.parameters['properties'] ?? {}) as object))
      expect(name).toMatch(/^[a-z][a-z_]*$/);
  }
  expect(registry.list().map(({ name }) => name)).toEqual([
    'list_dir',
    'read_file',
    'write_file',
    'edit_file',
    'replace_lines',
    'insert_lines',
    'multi_edit',
    'apply_patch',
    'append_file',
    'move_file',
    'delete_file',
    'preview_write_file',
    'preview_edit_file',
    'apply_file_change',
    'glob',
    'grep',
    'code_search',
    'find_todo_comments',
    'run_command',
    'start_command',
    'poll_command',
    'write_command',
    'stop_command',
    'list_commands',
    'virtual_terminal',
    'build',
    'web_search',
    'web_fetch',
    'get_current_time',
    'get_working_directory',
    'active_file',
    'ask_user',
    'plan',
    'add_task',
    'list_tasks',
    'update_task',
    'todo_update',
    'delegate',
    'create_subtasks',
    'list_subtasks',
  ]);
});

it('reach files only through the workspace', () => {
  verifies('core.workspace.one-resolver');
  const folder = fileURLToPath(new URL('../../src/builtin', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(sources.length).toBeGreaterThan(10);
  for (const name of sources)
    expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/from 'node:(?:fs|child_process|path)/);
});
