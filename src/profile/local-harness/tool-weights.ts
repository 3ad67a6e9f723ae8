import type { Level } from '../../policy/policy.js';
import type { FactKind } from '../../tool/fact.js';
import type { HarnessScope } from './harness-policies.js';

export interface HarnessTool {
  readonly level: Level;
  readonly scope: HarnessScope;
}

const tools = (level: Level, scope: HarnessScope, names: string): readonly (readonly [string, HarnessTool])[] =>
  names.split(' ').map((name) => [name, { level, scope }]);

/** What LocalHarness calls its tools, and how much harm it thinks they do. */
export const harnessTools: ReadonlyMap<string, HarnessTool> = new Map([
  // Its document calls `ls` low in one place and safe in another, and runs it unasked in both.
  ...tools('safe', 'read_files', 'ls get_file_tree git_status git_diff git_log list_agents'),
  ...tools('low', 'read_files', 'grep_search'),
  ...tools('medium', 'read_files', 'read_file read_lines'),
  ...tools('high', 'write_files', 'write_file replace_lines insert_lines'),
  ...tools('medium', 'execute_commands', 'git_add git_commit git_branch git_checkout git_stash'),
  ...tools('high', 'execute_commands', 'git_push git_pull git_reset run_agent'),
  ...tools('medium', 'network_access', 'web_search web_fetch'),
  ...tools('safe', 'system_info', 'get_current_time get_working_directory'),
  ...tools('safe', 'todo_management', 'add_task list_tasks update_task'),
]);

/** What a fact weighs that the tool is not known for. */
export const harnessFacts: Readonly<Record<FactKind, HarnessTool>> = {
  read: { level: 'medium', scope: 'read_files' },
  write: { level: 'high', scope: 'write_files' },
  delete: { level: 'high', scope: 'write_files' },
  move: { level: 'high', scope: 'write_files' },
  exec: { level: 'high', scope: 'execute_commands' },
  process: { level: 'high', scope: 'execute_commands' },
  net: { level: 'medium', scope: 'network_access' },
  env: { level: 'medium', scope: 'system_info' },
  secret: { level: 'critical', scope: 'system_info' },
};
