import type { Tool } from '../tool/tool.js';
import { editFile } from './file/edit-file.js';
import { listDir } from './file/list-dir.js';
import { readFile } from './file/read-file.js';
import { writeFile } from './file/write-file.js';
import { askUser } from './person/ask-user.js';
import { glob } from './search/glob.js';
import { grep } from './search/grep.js';
import { runCommand } from './shell/run-command.js';
import { getCurrentTime } from './system/get-current-time.js';
import { getWorkingDirectory } from './system/get-working-directory.js';

/** The tools every session has, in the order a model sees them. */
export const builtinTools: readonly Tool[] = [
  listDir,
  readFile,
  writeFile,
  editFile,
  glob,
  grep,
  runCommand,
  getCurrentTime,
  getWorkingDirectory,
  askUser,
];
