import type { Surface } from '../../agent/profile.js';
import { showViews, type Views } from '../show-views.js';
import { runCommand } from './command-tool.js';
import { editFile, listFiles, readFile } from './file-tools.js';
import { reworded } from './own-words.js';
import { glob, grep } from './search-tools.js';
import { createSubtasks, listSubtask } from './subtask-tools.js';
import { todoUpdate } from './todo-tool.js';
import { webViews } from './web-tools.js';

/** The tools of Seed, each a view of the built-in one that does its work. */
export const seedSurface: Surface = (builtin, context) =>
  showViews([...views, ...(context?.searches === true ? webViews : [])], builtin).map(reworded);

const views: Views = [
  ['read_file', () => readFile],
  ['edit_file', () => editFile],
  ['list_dir', listFiles],
  ['run_command', (_, builtin) => runCommand(builtin('start_command'))],
  ['glob', glob],
  ['grep', grep],
  ['todo_update', todoUpdate],
  ['create_subtasks', createSubtasks],
  ['list_subtasks', listSubtask],
];
