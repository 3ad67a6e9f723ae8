import type { ApprovalStyle } from '../agent/approval-style.js';
import { modeWords } from '../agent/mode-words.js';
import type { Profile } from '../agent/profile.js';
import { usualTodoWords } from '../history/render-todos.js';
import { usualCeiling } from '../tool/catalog/exposure.js';
import type { ToolResult } from '../tool/outcome.js';
import { instructionLines } from './instruction-lines.js';
import { toolwrightLimits } from './toolwright-limits.js';

/** Every way to answer; Enter alone is none. */
export const toolwrightApproval: ApprovalStyle = {
  title: 'May {tool} run?',
  choices: [
    { words: ['y', 'yes'], label: 'once', gives: 'once' },
    { words: ['s'], label: 'this session', gives: 'session' },
    { words: ['p'], label: 'this project', gives: 'project' },
    { words: ['a'], label: 'always', gives: 'always' },
    { words: ['n', 'no'], label: 'deny', gives: 'deny' },
    { words: ['r'], label: 'deny and say why', gives: 'why' },
  ],
  otherwise: 'again',
};

/** The default profile. */
export const toolwrightProfile: Profile = {
  name: 'toolwright',
  ...toolwrightLimits,
  order: 'safe-parallel',
  exposure: {
    kind: 'lazy',
    // What nearly every turn needs, and what loads skills, where there are some.
    pinned: ['read_file', 'write_file', 'edit_file', 'grep', 'run_command', 'activate_skill'],
    ceiling: usualCeiling,
    // What others wrote of a tool is read before it is called.
    inactiveCalls: 'run-builtin',
  },
  instructionFiles: ['AGENTS.md', 'CODE.md', 'CLAUDE.md'],
  approval: toolwrightApproval,
  todoInjection: usualTodoWords,
  renderResult,
  renderSystem: ({ workspace, mode, instructions }) =>
    [
      'You work for a person in a folder on their machine, through the tools you are given.',
      `The workspace is ${workspace}; relative paths start there. The mode is ${mode}${modeWords[mode] ?? ''}.`,
      'Look before you change anything. Call several reading tools at once when their results do not depend on each other.',
      'A failure says in error_message what to do next; do not repeat a failed call unchanged.',
      'A denied call stays denied: go on without it, or say what you need. Answer briefly when you are done.',
      ...instructionLines(instructions),
    ].join('\n'),
};

/**
 * What of a result says something to a model: how long a call took and when it ended does not, and is read again with every request.
 * Spelled out: this is done for every call, and the generic way costs three times as much.
 */
function renderResult({ success, data, error_message, error_type, metadata }: ToolResult): string {
  const { coerced, rewritten_by, evicted } = metadata;
  const more = `${note('coerced', coerced)}${note('rewritten_by', rewritten_by)}${note('evicted', evicted)}`;
  const told = more === '' ? '' : `,"metadata":{${more.slice(1)}}`;
  const error = error_message === null ? 'null' : JSON.stringify(error_message);
  return `{"success":${success},"data":${JSON.stringify(data)},"error_message":${error},"error_type":"${error_type}"${told}}`;
}

const note = (name: string, value: unknown): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
