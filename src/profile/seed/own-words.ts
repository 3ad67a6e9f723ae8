import { createRewording } from '../rewording.js';

export const { inWords, reworded } = createRewording({
  names: {
    old_text: 'oldString',
    new_text: 'newString',
    timeout_ms: 'timeout',
    read_file: 'readFile',
    edit_file: 'editFile',
    list_dir: 'listFiles',
    run_command: 'runCommand',
    create_subtasks: 'createSubtasks',
    list_subtasks: 'listSubtask',
    activate_skill: 'activateSkill',
  },
  phrases: [
    [', or set replace_all.', '.'],
    [', or search with literal.', '.'],
    ['Name the folder in path instead.', 'Begin with the scope instead.'],
  ],
});
