import type { Tool } from '../tool/tool.js';
import { appendFile } from './file/append-file.js';
import { applyFileChange } from './file/apply-file-change.js';
import { deleteFile } from './file/delete-file.js';
import { editFile } from './file/edit-file.js';
import { listDir } from './file/list-dir.js';
import { moveFile } from './file/move-file.js';
import { previewEditFile } from './file/preview-edit-file.js';
import { previewWriteFile } from './file/preview-write-file.js';
import { readFile } from './file/read-file.js';
import { writeFile } from './file/write-file.js';
import { askUser } from './person/ask-user.js';
import { glob } from './search/glob.js';
import { grep } from './search/grep.js';
import { listCommands } from './shell/background/list-commands.js';
import { pollCommand } from './shell/background/poll-command.js';
import { startCommand } from './shell/background/start-command.js';
import { stopCommand } from './shell/background/stop-command.js';
import { writeCommand } from './shell/background/write-command.js';
import { runCommand } from './shell/run-command.js';
import { getCurrentTime } from './system/get-current-time.js';
import { getWorkingDirectory } from './system/get-working-directory.js';

/** The tools every session has, in the order a model sees them. */
export const builtinTools: readonly Tool[] = [
  listDir,
  readFile,
  writeFile,
  editFile,
  appendFile,
  moveFile,
  deleteFile,
  previewWriteFile,
  previewEditFile,
  applyFileChange,
  glob,
  grep,
  runCommand,
  startCommand,
  pollCommand,
  writeCommand,
  stopCommand,
  listCommands,
  getCurrentTime,
  getWorkingDirectory,
  askUser,
];
