import type { Group } from '../requirements.js';

/** Many changes as one: multi_edit and apply_patch. */
// biome-ignore format: one line a requirement
export const patches = {
  'patches.multi.one-change': { says: 'multi_edit makes many edits in many files as one change' },
  'patches.multi.same-arguments': { says: 'an edit of multi_edit takes what edit_file takes: regex and expected_hash too' },
  'patches.multi.in-order': { says: 'several edits of the same file are made in order, whatever name each gives it' },
  'patches.multi.preview': { says: 'the preview of multi_edit shows the differences of all files' },
  'patches.multi.all-or-none': { says: 'when one edit cannot be made none is' },
  'patches.multi.names-edit': { says: 'a failure says which of the edits it is about' },
  'patches.multi.stale': { says: 'a file that changed since it was read or planned on stops all edits' },
  'patches.multi.one-question': { says: 'multi_edit is one question' },
  'patches.multi.fuzz': { says: 'random edits give typed errors' },
  'patches.multi.one-undo': { says: 'multi_edit is undone as one' },

  'patches.patch.exact': { says: 'apply_patch applies a unified diff where its line numbers say' },
  'patches.patch.git': { says: 'headers of Git are taken: new, deleted and renamed files, quoted names' },
  'patches.patch.modes': { says: 'modes 100644 and 100755 are set as the patch says; links and submodules are refused' },
  'patches.patch.one-change': { says: 'all files of a patch are one change: one question, one undo, wholly or not at all' },
  'patches.patch.preview': { says: 'the preview of a patch shows what really becomes of each file' },
  'patches.patch.offset': { says: 'a hunk is applied elsewhere only at the one place with exactly its lines; the result tells how far' },
  'patches.patch.ambiguous': { says: 'a hunk whose lines stand at several other places is ambiguous, with these places' },
  'patches.patch.mismatch': { says: 'a hunk that does not fit names file, hunk, line, expected and found' },
  'patches.patch.no-fuzz': { says: 'no line of context is ignored or matched approximately' },
  'patches.patch.line-ends': { says: 'CRLF and a BOM of a file stay; a patch that has CR in its lines is taken literally' },
  'patches.patch.final-newline': { says: 'the mark for a missing final newline is obeyed and required' },
  'patches.patch.malformed': { says: 'what is no patch, a fence or a wrong count say, is a parse_error with its line' },
  'patches.patch.dry-plan': { says: 'an impossible patch is refused by its plan, before anyone is asked' },
  'patches.patch.outside': { says: 'a patch of files outside the workspace is refused' },
  'patches.patch.hostile': { says: 'huge patches and 100,000 hunks are refused or applied in linear time' },
  'patches.patch.fuzz': { says: 'random patches give typed errors' },
  'patches.patch.undo': { says: 'a patch with renames, deletions and modes is undone and redone' },
} as const satisfies Group;
