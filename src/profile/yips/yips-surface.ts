import type { Surface } from '../../agent/profile.js';
import { createRewording } from '../rewording.js';
import { showViews, type Views } from '../show-views.js';
import { applyView, previewEditView, previewWriteView } from './change-views.js';
import { buildView, runCommandView, virtualTerminalView } from './command-views.js';
import { grepView, listDirView, readFileView, todosView } from './file-views.js';
import { subagentView } from './subagent-view.js';
import { fetchView, searchView } from './web-views.js';

/** The nine tools, the five skills, and `subagent`. */
export const yipsSurface: Surface = (builtin) => {
  const skills = showViews(skillViews, builtin);
  const names = skills.map(({ name }) => name);
  const shell = builtin('virtual_terminal') ?? builtin('run_command');
  return [
    ...showViews(toolViews, builtin),
    ...(shell === undefined ? [] : [runCommandView(shell)]),
    ...skills,
    ...showViews([['delegate', (tool) => subagentView(tool, names)]], builtin),
  ].map(reworded);
};

const toolViews: Views = [
  ['read_file', readFileView],
  ['preview_write_file', (tool) => previewWriteView(tool, 'preview_write_file')],
  ['preview_edit_file', (tool) => previewEditView(tool, 'preview_edit_file')],
  ['apply_file_change', applyView],
  ['preview_write_file', (tool) => previewWriteView(tool, 'write_file')],
  ['preview_edit_file', (tool) => previewEditView(tool, 'edit_file')],
  ['list_dir', listDirView],
  ['grep', grepView],
];

const skillViews: Views = [
  ['web_search', searchView],
  ['web_fetch', fetchView],
  ['build', buildView],
  ['find_todo_comments', todosView],
  ['virtual_terminal', virtualTerminalView],
];

const { reworded } = createRewording({
  names: {
    old_text: 'oldText',
    new_text: 'newText',
    replace_all: 'replaceAll',
    max_bytes: 'maxBytes',
    timeout_ms: 'timeoutMs',
  },
  phrases: [
    ['with list_dir or glob.', 'with list_dir.'],
    [', or search with literal.', '.'],
    ['use write_file to write', 'use preview_write_file to write'],
  ],
});
