import type { Surface } from '../../agent/profile.js';
import type { Tool } from '../../tool/tool.js';
import { askUserView, delegateView } from './agent-tools.js';
import { fileDelete, fileEdit, fileMove, fileRead, fileWrite } from './file-tools.js';
import { planView } from './plan-tool.js';
import { codeSearchView, globView, grepView } from './search-tools.js';
import { shellExec } from './shell-exec.js';
import { webFetchView, webSearchView } from './web-tools.js';

/** The built-in tools under the names of y-agent. One whose tool the host left out is not there. */
export const ySurface: Surface = (builtin) => {
  const viewOf = (name: string, view: (tool: Tool) => Tool): Tool | undefined => {
    const tool = builtin(name);
    return tool && view(tool);
  };
  const delegating = viewOf('task', delegateView);
  return [
    viewOf('read_file', fileRead),
    viewOf('write_file', fileWrite),
    viewOf('edit_file', fileEdit),
    viewOf('delete_file', fileDelete),
    viewOf('move_file', fileMove),
    shellExec(builtin),
    viewOf('glob', globView),
    viewOf('grep', grepView),
    viewOf('code_search', codeSearchView),
    webFetchView(builtin),
    viewOf('web_search', webSearchView),
    viewOf('ask_user', askUserView),
    delegating,
    delegating && viewOf('plan', () => planView(delegating)),
  ].filter((tool) => tool !== undefined);
};
