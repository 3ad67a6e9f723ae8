import type { Profile, SystemContext, VocabularyContext } from '../../agent/profile.js';
import { instructionLines } from '../instruction-lines.js';
import { showViews } from '../show-views.js';
import { harnessAgentTools } from './agent-tools.js';
import { harnessFileTools, harnessMoreFileTools } from './file-tools.js';
import { type HarnessPolicy, parsePolicies } from './harness-policies.js';
import { renderHarnessMessage, renderHarnessResult } from './harness-result.js';
import { localHarnessVocabulary } from './harness-vocabulary.js';
import { localHarnessApproval, localHarnessLimits } from './local-harness-data.js';
import { harnessOwnTools } from './own-tools.js';
import { policiesJson } from './policies-json.js';
import { harnessSearchTool } from './search-tool.js';
import { harnessWebTools } from './web-tools.js';

/** LocalHarness: native tools, all of them sent, one call after the other, and every result as JSON. */
export const localHarnessProfile: Profile = {
  name: 'local-harness',
  ...localHarnessLimits,
  order: 'sequential',
  surface: (builtin, context) => [
    ...showViews([...harnessFileTools, harnessSearchTool, ...harnessOwnTools], builtin),
    ...showViews([...harnessMoreFileTools, ...harnessWebTools], builtin),
    ...harnessAgentTools(builtin, context),
  ],
  vocabulary: (context) => localHarnessVocabulary({ policies: policiesOf(context) }),
  remembers: policiesJson,
  // It waits for its user. A program that nobody comes back to ends at some time.
  noPerson: { waitMs: 24 * 60 * 60 * 1000 },
  instructionFiles: ['AGENTS.md', 'CODE.md', 'CLAUDE.md'],
  approval: localHarnessApproval,
  todoInjection: {
    title: 'Your tasks as they stand. This is a note of the program, not words of the user.',
    icons: { pending: '⏳', in_progress: '🔄', completed: '✅' },
  },
  curates: 'relevance',
  renderResult: renderHarnessResult,
  renderMessage: renderHarnessMessage,
  renderSystem,
};

/** As the file is at every call; what is left out of it is told once. */
function policiesOf({ readHome, warn }: VocabularyContext): () => readonly HarnessPolicy[] {
  let known: string | undefined;
  let policies: readonly HarnessPolicy[] = [];
  return () => {
    const text = readHome(policiesJson.path);
    if (text === known) return policies;
    known = text;
    const parsed = text === undefined ? { policies: [], problems: [] } : parsePolicies(text);
    const { problems } = parsed;
    for (const problem of problems.slice(0, maxProblems)) warn(`~/${policiesJson.path}: ${problem}`);
    if (problems.length > maxProblems) warn(`~/${policiesJson.path}: ${problems.length - maxProblems} more problems`);
    policies = parsed.policies;
    return policies;
  };
}

const maxProblems = 20;

function renderSystem({ workspace, instructions }: SystemContext): string {
  return [
    'You are an assistant that works in the project of the user through the tools you are given.',
    `The working directory is ${workspace}. Paths are relative to it; absolute paths and ".." are refused.`,
    'Look before you answer: ls shows what is there, grep_search finds text, read_file gives lines with their numbers.',
    'Call read_file before replace_lines and insert_lines: line numbers count from 1 and must be those of the file as it is now.',
    'Break a complex request into tasks with add_task, and keep their status with update_task.',
    'Results are JSON: success tells how a call ended, error_type and error_message what went wrong. Do not repeat a failed call unchanged, and go on without what was denied.',
    ...instructionLines(instructions),
  ].join('\n');
}

/** The same for a host that ticks: no call starts before the host has said so. */
export const tickedHarnessProfile: Profile = { ...localHarnessProfile, order: 'ticked' };
