import { builtinTools } from '../builtin/builtin-tools.js';
import type { PlannedTool } from '../builtin/planned-tool.js';
import { plannedTools } from '../builtin/planned-tools.js';
import type { Tool } from '../tool/tool.js';

/** Every tool whose calls can be looked at, those that cannot be run yet too. */
export const previewTools: readonly Tool[] = [...builtinTools, ...plannedTools.map(neverRun)];

function neverRun(tool: PlannedTool): Tool {
  return {
    ...tool,
    run() {
      throw new Error(`${tool.name} can be planned, not run`);
    },
  };
}
