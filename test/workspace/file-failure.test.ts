import { expect, it } from 'vitest';
import { fileFailure } from '../../src/workspace/file-failure.js';

const thrown = (code: string): Error => Object.assign(new Error(`${code}: /proc/self/fd/9/a.txt`), { code });

it.each([
  ['ENOSPC', 'io_error', 'no space is left'],
  ['EDQUOT', 'io_error', 'no space is left'],
  ['EROFS', 'io_error', 'read-only'],
  ['EACCES', 'io_error', 'permission denied'],
  ['EISDIR', 'validation_failed', 'list_dir'],
  ['ENAMETOOLONG', 'validation_failed', 'shorter'],
  ['ENOENT', 'not_found', 'glob'],
  ['ELOOP', 'stale', 'repeat the call'],
  ['EMFILE', 'io_error', 'too many files'],
  ['EIO', 'io_error', 'system error EIO'],
])('puts %s into words', (code, errorType, words) => {
  const failure = fileFailure(thrown(code), { shown: 'a.txt', doing: 'written', root: undefined });
  expect(failure.errorType).toBe(errorType);
  expect(failure.message).toContain(words);
  expect(failure.message).toContain('a.txt');
  expect(failure.message).not.toContain('/proc');
});
