import type { Surface } from '../../agent/profile.js';
import { showViews, type Views } from '../show-views.js';
import { askUserView, delegateView } from './agent-tools.js';
import { fileDelete, fileEdit, fileMove, fileRead, fileWrite } from './file-tools.js';
import { reworded } from './own-words.js';
import { planView } from './plan-tool.js';
import { codeSearchView, globView, grepView } from './search-tools.js';
import { shellExec } from './shell-exec.js';
import { webFetchView, webSearchView } from './web-tools.js';

/** The built-in tools under the names of y-agent. */
export const ySurface: Surface = (builtin) => showViews(views, builtin).map(reworded);

const views: Views = [
  ['read_file', fileRead],
  ['write_file', fileWrite],
  ['edit_file', fileEdit],
  ['delete_file', fileDelete],
  ['move_file', fileMove],
  ['run_command', (_, builtin) => shellExec(builtin)],
  ['glob', globView],
  ['grep', grepView],
  ['code_search', codeSearchView],
  ['web_fetch', (_, builtin) => webFetchView(builtin)],
  ['web_search', webSearchView],
  ['ask_user', askUserView],
  ['delegate', delegateView],
  [
    'plan',
    (_, builtin) => {
      const delegating = builtin('delegate');
      return delegating && planView(delegateView(delegating));
    },
  ],
];
