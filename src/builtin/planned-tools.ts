import type { PlannedTool } from './planned-tool.js';
import { webFetch } from './web/web-fetch-plan.js';

/** What policy can be asked about beside the built-in tools. */
export const plannedTools: readonly PlannedTool[] = [webFetch];
