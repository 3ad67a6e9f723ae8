import { answerTasks } from './kinds/answer.js';
import { careTasks } from './kinds/care.js';
import { codeTasks } from './kinds/code.js';
import { commandTasks } from './kinds/commands.js';
import { dataTasks } from './kinds/data.js';
import { editTasks } from './kinds/edit.js';
import { fileTasks } from './kinds/files.js';
import { findTasks } from './kinds/find.js';
import { serverTasks } from './kinds/server.js';
import type { Task } from './task.js';

/** All of them. One that is changed gets another name: figures of the same name are compared. */
export const tasks: readonly Task[] = [
  ...findTasks,
  ...editTasks,
  ...codeTasks,
  ...answerTasks,
  ...fileTasks,
  ...dataTasks,
  ...commandTasks,
  ...serverTasks,
  ...careTasks,
];
