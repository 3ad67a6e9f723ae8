import type { Model } from '../../src/model/model.js';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import type { Task } from './task.js';

/** Stands for a model that solves every task: with it the harness tests itself. */
export const scriptedName = 'scripted';

export const solving = (task: Task): Model => scriptedModel(task.solution, { name: scriptedName });
