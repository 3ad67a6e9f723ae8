import { findNamed } from '../tool/former-names.js';
import type { Tool } from '../tool/tool.js';
import { appendFile } from './file/append-file.js';
import { applyFileChange } from './file/apply-file-change.js';
import { deleteFile } from './file/delete-file.js';
import { editFile } from './file/edit-file.js';
import { insertLines } from './file/insert-lines.js';
import { listDir } from './file/list-dir.js';
import { moveFile } from './file/move-file.js';
import { multiEdit } from './file/multi-edit.js';
import { previewEditFile } from './file/preview-edit-file.js';
import { previewWriteFile } from './file/preview-write-file.js';
import { readFile } from './file/read-file.js';
import { replaceLines } from './file/replace-lines.js';
import { writeFile } from './file/write-file.js';
import { applyPatch } from './patch/apply-patch.js';
import { askUser } from './person/ask-user.js';
import { planTool } from './person/plan.js';
import { codeSearch } from './search/code-search.js';
import { findTodoComments } from './search/find-todo-comments.js';
import { glob } from './search/glob.js';
import { grep } from './search/grep.js';
import { listCommands } from './shell/background/list-commands.js';
import { pollCommand } from './shell/background/poll-command.js';
import { startCommand } from './shell/background/start-command.js';
import { stopCommand } from './shell/background/stop-command.js';
import { writeCommand } from './shell/background/write-command.js';
import { build } from './shell/build.js';
import { runCommand } from './shell/run-command.js';
import { virtualTerminal } from './shell/terminal/virtual-terminal.js';
import { subtasks } from './subagent/create-subtasks.js';
import { delegate } from './subagent/delegate.js';
import { listSubtasks } from './subagent/list-subtasks.js';
import { activeFile } from './system/active-file.js';
import { getCurrentTime } from './system/get-current-time.js';
import { getWorkingDirectory } from './system/get-working-directory.js';
import { addTodo } from './todo/add-todo.js';
import { listTodos } from './todo/list-todos.js';
import { todoUpdate } from './todo/todo-update.js';
import { updateTodo } from './todo/update-todo.js';
import { webFetch } from './web/web-fetch.js';
import { webSearch } from './web/web-search.js';

/** The tools every session has, in the order a model sees them. */
export const builtinTools: readonly Tool[] = [
  listDir,
  readFile,
  writeFile,
  editFile,
  replaceLines,
  insertLines,
  multiEdit,
  applyPatch,
  appendFile,
  moveFile,
  deleteFile,
  previewWriteFile,
  previewEditFile,
  applyFileChange,
  glob,
  grep,
  codeSearch,
  findTodoComments,
  runCommand,
  startCommand,
  pollCommand,
  writeCommand,
  stopCommand,
  listCommands,
  virtualTerminal,
  build,
  webSearch,
  webFetch,
  getCurrentTime,
  getWorkingDirectory,
  activeFile,
  askUser,
  planTool,
  addTodo,
  listTodos,
  updateTodo,
  todoUpdate,
  delegate,
  subtasks,
  listSubtasks,
];

/** The built-in tool of this name, or of one that it had before. */
export const findBuiltin = (name: string): Tool | undefined =>
  findNamed({ get: (wanted) => builtinTools.find((tool) => tool.name === wanted) }, name);
