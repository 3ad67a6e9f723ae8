import type { Profile, SystemContext } from '../../agent/profile.js';
import { usualCeiling } from '../../tool/catalog/exposure.js';
import { instructionLines } from '../instruction-lines.js';
import { renderYAgentCut, renderYAgentResult } from './result.js';
import { vocabularyOf } from './session-vocabulary.js';
import { speakYAgent } from './speak.js';
import { ySurface } from './surface.js';
import { toolSearchView } from './tool-search.js';
import { yAgentApproval, yAgentLimits } from './y-agent-data.js';
import type { YAgentPermissions } from './y-agent-permissions.js';

/** The lazy tool system of y-agent: an index and a search, five envelopes, permissions by tool. */
export const yAgentProfile: Profile = {
  name: 'y-agent',
  ...yAgentLimits,
  order: 'sequential',
  exposure: {
    kind: 'lazy',
    pinned: ['FileRead', 'FileWrite', 'ShellExec', 'Task', 'WebFetch', 'AskUser'],
    found: 'sent',
    ceiling: usualCeiling,
    inactiveCalls: 'answer',
    hostTools: 'indexed',
    refusal: '{tool} is not active: it was not run. Call ToolSearch with tool {tool} first, then call it again.',
  },
  surface: ySurface,
  isMetaTool: (name) => /^(?:Task|Plan|Workflow\w*|Schedule\w*)$/.test(name),
  showSearch: toolSearchView,
  serverToolName: (server, tool) => `mcp_${server}_${tool}`,
  vocabulary: vocabularyOf(),
  noPerson: 'deny',
  unreadable: 'answers',
  instructionFiles: ['AGENTS.md', 'CODE.md', 'CLAUDE.md'],
  approval: yAgentApproval,
  wrapModel: speakYAgent,
  renderResult: renderYAgentResult,
  renderCut: renderYAgentCut,
  renderSystem,
};

/** The same with permissions of the host: for its tools, by rules with their sources, by further guards. */
export const yAgentProfileWith = (permissions: YAgentPermissions): Profile => ({
  ...yAgentProfile,
  vocabulary: vocabularyOf(permissions),
});

function renderSystem({ workspace, mode, instructions }: SystemContext): string {
  return [
    'You are an agent that works for a user through tools.',
    `The workspace is ${workspace}; relative paths start there. The mode is ${mode}.`,
    'Only some tools are active. Find others with ToolSearch: what it finds can be called from your next message on.',
    'An error has a code and says whether it is retryable; do not repeat a call that is not.',
    'A denied call stays denied. Answer briefly when you are done.',
    ...instructionLines(instructions),
  ].join('\n');
}
