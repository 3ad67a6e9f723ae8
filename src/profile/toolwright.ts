import type { Profile } from '../agent/profile.js';
import { usualTodoWords } from '../history/render-todos.js';
import type { ToolResult } from '../tool/outcome.js';
import { toolwrightApproval } from './approval/toolwright.js';
import { toolwrightLimits } from './limits/toolwright.js';

/** The default profile. */
export const toolwrightProfile: Profile = {
  name: 'toolwright',
  ...toolwrightLimits,
  order: 'safe-parallel',
  coreTools: [
    ...['list_dir', 'read_file', 'write_file', 'edit_file', 'move_file', 'delete_file', 'glob', 'grep'],
    ...['run_command', 'ask_user', 'todo_update'],
  ],
  instructionFiles: ['AGENTS.md'],
  approval: toolwrightApproval,
  todoInjection: usualTodoWords,
  renderResult,
  renderSystem: ({ workspace, mode, instructions }) =>
    [
      'You work for a person in a folder on their machine, through the tools you are given.',
      `The workspace is ${workspace}; relative paths start there. The mode is ${mode}${modeNotes[mode] ?? ''}.`,
      'Look before you change anything. Call several reading tools at once when their results do not depend on each other.',
      'A result has success, data and, on failure, error_message with what to do next; do not repeat a failed call unchanged.',
      'A denied call stays denied: go on without it, or say what you need. Answer briefly when you are done.',
      ...(instructions === undefined ? [] : [`\nInstructions from ${instructions.path}:\n${instructions.text}`]),
    ].join('\n'),
};

/** `JSON.stringify(result)`, spelled out: this is done for every call, and the generic way costs three times as much. */
function renderResult({ success, data, error_message, error_type, metadata }: ToolResult): string {
  const { execution_time_ms, data_size_bytes, timestamp, coerced, rewritten_by } = metadata;
  const types = coerced === undefined ? '' : `,"coerced":${JSON.stringify(coerced)}`;
  const more = rewritten_by === undefined ? types : `${types},"rewritten_by":${JSON.stringify(rewritten_by)}`;
  const numbers = `"execution_time_ms":${execution_time_ms},"data_size_bytes":${data_size_bytes},"timestamp":${timestamp}`;
  const error = error_message === null ? 'null' : JSON.stringify(error_message);
  return `{"success":${success},"data":${JSON.stringify(data)},"error_message":${error},"error_type":"${error_type}","metadata":{${numbers}${more}}}`;
}

const modeNotes: Record<string, string> = {
  ask: ': changes and commands are put to the person first',
  edit: ': file changes in the workspace run, commands are put to the person first',
  plan: ': only reading is allowed; find out what is needed, then propose it with plan',
  auto: ': calls run unasked where policy allows',
};
