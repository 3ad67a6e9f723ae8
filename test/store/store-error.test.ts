import { expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { isBusy, isConstraint, isDamage, missingError, storeError } from '../../src/store/store-error.js';

const sqlite = (message: string, more: object = {}) =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', ...more });
const system = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

it.each([
  [
    sqlite('x', { errcode: 5 }),
    'store-locked',
    /^the store \/s\.db is locked by another process.*or use --store PATH$/,
  ],
  [sqlite('x', { errcode: 6 }), 'store-locked', /locked/],
  // An extended code counts by its last byte: this one is busy with a recovery.
  [sqlite('x', { sqliteExtendedCode: 261 }), 'store-locked', /locked/],
  [sqlite('database is locked'), 'store-locked', /locked/],
  [sqlite('database table is locked: events'), 'store-locked', /locked/],
  [sqlite('x', { errcode: 8 }), 'store-read-only', /^\/s\.db cannot be written.*make it writable or use --store PATH$/],
  [sqlite('attempt to write a readonly database'), 'store-read-only', /cannot be written/],
  [system('EROFS'), 'store-read-only', /cannot be written/],
  [system('EACCES'), 'store-read-only', /cannot be written/],
  [system('EPERM'), 'store-read-only', /cannot be written/],
  [
    sqlite('x', { errcode: 11 }),
    'store-damaged',
    /^the store \/s\.db is damaged or is not a Toolwright store\. Move it/,
  ],
  [sqlite('x', { errcode: 26 }), 'store-damaged', /is damaged/],
  [sqlite('database disk image is malformed'), 'store-damaged', /is damaged/],
  [sqlite('file is not a database'), 'store-damaged', /is damaged/],
  [sqlite('x', { errcode: 13 }), 'store-full', /^the disk that holds \/s\.db is full.*Free some space and go on/],
  [sqlite('database or disk is full'), 'store-full', /is full/],
  // The shared memory of the write-ahead log could not grow.
  [sqlite('disk I/O error', { errcode: 4874 }), 'store-full', /is full/],
  [system('ENOSPC'), 'store-full', /is full/],
  [system('EDQUOT'), 'store-full', /is full/],
  [
    sqlite('disk I/O error'),
    'store-unavailable',
    /^the store \/s\.db could not be used: disk I\/O error; check the path/,
  ],
  [sqlite('something new'), 'store-unavailable', /something new/],
  [system('EIO'), 'store-unavailable', /EIO: it failed/],
  [Object.assign(new Error('x'), { code: 'OTHER', errcode: 5 }), 'store-unavailable', /could not be used: x/],
])('tells %o as %s, with what to do', (thrown, code, message) => {
  const error = storeError(thrown, '/s.db');
  expect(error).toMatchObject({ code, message: expect.stringMatching(message), details: { path: '/s.db' } });
  expect(error.cause).toBe(thrown);
});

it('leaves an error that is told already as it is', () => {
  const told = new ToolwrightError('session-leased', 'in use');
  expect(storeError(told, '/s.db')).toBe(told);
});

it('tells apart what is worth trying again, what is taken and what is damaged', () => {
  const codes = [0, 5, 6, 8, 10, 11, 13, 19, 26, 2067];
  const of = (is: (thrown: unknown) => boolean) => codes.filter((errcode) => is(sqlite('x', { errcode })));
  expect({ busy: of(isBusy), constraint: of(isConstraint), damage: of(isDamage) }).toEqual({
    busy: [5, 6],
    constraint: [19, 2067],
    damage: [11, 26],
  });
});

it('says of a file that is not there and cannot be made why', () => {
  const wanted = (code: string) => ({
    code,
    message: expect.stringMatching(
      /^the store \/s\.db does not exist or cannot be reached.*: it failed\. Make its folder/,
    ),
    details: { path: '/s.db' },
  });
  expect(missingError('/s.db', system('EROFS'))).toMatchObject(wanted('store-read-only'));
  expect(missingError('/s.db', system('ENOTDIR'))).toMatchObject(wanted('store-unavailable'));
});
