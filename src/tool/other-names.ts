/**
 * What other programs call tools that do what a built-in one does, by its name here. Models have learnt these names, and call
 * them where a tool is called otherwise: they are told which one they mean.
 */
export const namesElsewhere: Readonly<Record<string, string>> = {
  read_file: 'read cat view view_file open open_file get_file read_text_file read_many_files file_read',
  write_file: 'write create create_file write_to_file save_file new_file file_write',
  edit_file:
    'edit str_replace str_replace_editor str_replace_based_edit_tool replace replace_in_file search_replace modify_file update_file',
  multi_edit: 'edit_files multi_edit_file multi_replace_string_in_file',
  apply_patch: 'patch apply_diff git_apply',
  delete_file: 'delete remove remove_file rm unlink',
  move_file: 'move rename rename_file mv',
  append_file: 'append append_to_file',
  list_dir: 'ls dir list list_files list_directory list_folder file_list',
  glob: 'find find_file find_files file_search search_file_names',
  grep: 'search search_file search_files grep_search search_in_files search_file_content find_in_files rg ripgrep',
  code_search: 'codebase_search search_code find_symbol find_references',
  run_command:
    'bash sh shell command exec execute run terminal execute_bash execute_command execute_code run_bash run_shell run_shell_command run_terminal_cmd run_in_terminal python',
  web_fetch: 'fetch fetch_url http_get curl browser open_url read_url browse web_browser',
  web_search: 'search_web google google_search internet_search brave_search',
  ask_user: 'ask ask_question ask_human ask_user_question ask_followup_question',
  todo_update: 'todo todo_write write_todos update_todo update_todos update_plan',
  delegate: 'agent subagent new_task spawn_agent',
  get_working_directory: 'pwd cwd',
  get_current_time: 'time date now get_time get_date current_time',
};

/** The built-in tool that is called so elsewhere. Small and capital letters and `_` count for nothing. */
export const nameHere = (name: string): string | undefined => known.get(spelled(name));

const spelled = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

const known = new Map(
  Object.entries(namesElsewhere).flatMap(([here, others]) =>
    others.split(' ').map((other) => [spelled(other), here] as const),
  ),
);
