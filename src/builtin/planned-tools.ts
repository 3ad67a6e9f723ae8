import { appendFile } from './file/append-file-plan.js';
import { deleteFile } from './file/delete-file-plan.js';
import { moveFile } from './file/move-file-plan.js';
import type { PlannedTool } from './planned-tool.js';
import { webFetch } from './web/web-fetch-plan.js';

/** What policy can be asked about beside the built-in tools. */
export const plannedTools: readonly PlannedTool[] = [appendFile, deleteFile, moveFile, webFetch];
