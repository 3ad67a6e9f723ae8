import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isUnsyncable, syncFolderNow } from '../../src/store/private-file.js';
import { temporaryFolder } from './support.js';

it('takes a folder for as durable as it gets where the system does not sync folders, and tells every other failure', () => {
  const codes = ['EINVAL', 'ENOTSUP', 'EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EIO', 'ENOSPC', 'EDQUOT'];
  const of = (code: string) => isUnsyncable(Object.assign(new Error(code), { code }));
  expect(codes.filter((code) => !of(code))).toEqual(['EIO', 'ENOSPC', 'EDQUOT']);
  expect(isUnsyncable(new Error('no code'))).toBe(false);
  const folder = temporaryFolder();
  syncFolderNow(folder);
  expect(() => syncFolderNow(join(folder, 'gone'))).toThrow('ENOENT');
});
