import { fail, type ToolFailure } from '../../tool/outcome.js';
import { systemError } from '../../workspace/descriptor-walk.js';
import { fileFailure } from '../../workspace/file-failure.js';
import type { Conflict } from '../path-write.js';

/** What is said when something is not what a change was made from. */
export function conflictFailure(conflicts: readonly Conflict[]): ToolFailure {
  const [first, ...others] = conflicts;
  if (first === undefined) return fail('stale', 'Something changed meanwhile. Nothing was written; try again.');
  const failure = failureOf(first);
  if (others.length === 0) return failure;
  const names = others.slice(0, 3).map(({ path }) => path);
  const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
  return fail(failure.errorType, `${failure.message} The same goes for ${names.join(', ')}${more}.`);
}

function failureOf({ path, expected, found }: Conflict): ToolFailure {
  if (found.kind === 'absent') {
    return fail(
      'stale',
      `${path} was deleted since it was read. Nothing was written; use write_file if it should be made again.`,
    );
  }
  if (expected.kind === 'absent') {
    return fail(
      'stale',
      `${path} did not exist when the change was made and does now${isNow(found)}. Nothing was written; read it, then decide anew.`,
    );
  }
  if (expected.kind !== found.kind) {
    const code = found.kind === 'folder' ? 'EISDIR' : 'ESTALE';
    return fileFailure(systemError(code, ''), { shown: path, doing: 'written', root: undefined });
  }
  return fail(
    'stale',
    `${path} changed since it was read${isNow(found)}. Nothing was written; read it again and make the change on what is there now.`,
  );
}

function isNow(found: Conflict['found']): string {
  if (found.kind === 'file') return ` (now ${found.bytes} bytes, sha256 ${found.hash.slice(0, 12)}…)`;
  return found.kind === 'link' ? ` (now a link to ${found.target})` : '';
}
