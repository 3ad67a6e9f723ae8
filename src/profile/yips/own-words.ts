import { createRewording } from '../rewording.js';

export const { reworded } = createRewording({
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
