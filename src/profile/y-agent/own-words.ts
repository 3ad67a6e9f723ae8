import { createRewording } from '../rewording.js';

/** A message of the engine in the names of this surface. */
export const { inWords } = createRewording({
  names: {
    'list_dir or glob': 'Glob',
    'query, tool, server or category': 'query, category, tool or mcp_server',
    ', or search with literal': '',
    'include climbs out': 'glob climbs out',
    read_file: 'FileRead',
    write_file: 'FileWrite',
    edit_file: 'FileEdit',
    delete_file: 'FileDelete',
    move_file: 'FileMove',
    list_dir: 'Glob',
    glob: 'Glob',
    grep: 'Grep',
    code_search: 'CodeSearch',
    run_command: 'ShellExec',
    start_command: 'ShellExec (action start)',
    poll_command: 'ShellExec (action poll)',
    write_command: 'ShellExec (action write)',
    stop_command: 'ShellExec (action kill)',
    list_commands: 'ShellExec (action list)',
    web_fetch: 'WebFetch',
    web_search: 'WebSearch',
    ask_user: 'AskUser',
    tool_search: 'ToolSearch',
    old_text: 'old_string',
    new_text: 'new_string',
    expected_hash: 'expected_content_hash',
    timeout_s: 'timeout_secs',
  },
});
