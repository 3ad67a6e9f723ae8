import type { Surface } from '../../agent/profile.js';
import type { Tool } from '../../tool/tool.js';
import { reworded } from '../seed/own-words.js';
import { applyView, previewEditView, previewWriteView } from './change-views.js';
import { buildView, runCommandView, virtualTerminalView } from './command-views.js';
import { grepView, listDirView, readFileView, todosView } from './file-views.js';
import { subagentView } from './subagent-view.js';
import { fetchView, searchView } from './web-views.js';

/** The nine tools, the five skills, and `subagent`. */
export const yipsSurface: Surface = (builtin) => {
  const viewed = (name: string, view: (tool: Tool) => Tool): readonly Tool[] => {
    const tool = builtin(name);
    return tool === undefined ? [] : [view(tool)];
  };
  const shell = builtin('virtual_terminal') ?? builtin('run_command');
  const skills = [
    ...viewed('web_search', searchView),
    ...viewed('web_fetch', fetchView),
    ...viewed('build', buildView),
    ...viewed('todos', todosView),
    ...viewed('virtual_terminal', virtualTerminalView),
  ];
  const tools = [
    ...viewed('read_file', readFileView),
    ...viewed('preview_write_file', (tool) => previewWriteView(tool, 'preview_write_file')),
    ...viewed('preview_edit_file', (tool) => previewEditView(tool, 'preview_edit_file')),
    ...viewed('apply_file_change', applyView),
    ...viewed('preview_write_file', (tool) => previewWriteView(tool, 'write_file')),
    ...viewed('preview_edit_file', (tool) => previewEditView(tool, 'edit_file')),
    ...viewed('list_dir', listDirView),
    ...viewed('grep', grepView),
    ...(shell === undefined ? [] : [runCommandView(shell)]),
    ...skills,
    ...viewed('task', (tool) =>
      subagentView(
        tool,
        skills.map(({ name }) => name),
      ),
    ),
  ];
  return tools.map(reworded);
};
