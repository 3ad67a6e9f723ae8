import { expect, it } from 'vitest';
import { judgeFloor } from '../../../src/policy/floor.js';
import { commandFact, places } from '../places.js';

const listed = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

const reasonOf = (path: string): string | undefined =>
  judgeFloor([commandFact('delete', path, { deep: true })], places)[0]?.reason;

it.each(
  [
    ...listed(`
    applications bin boot dev etc efi export/home home lib lib32 lib64 libx32 library media mnt mnt/d mnt/d/users
    mnt/d/windows network nix nix/store opt private proc programdata root run sbin snap srv sys system users usr
    usr/bin usr/include usr/lib usr/lib32 usr/lib64 usr/libexec usr/local usr/sbin usr/share var var/lib volumes
    windows windows/system32 c c/users c/windows d: d:/programdata d:/users d:/windows d:/windows/system32
  `),
    'program files',
    'd:/program files (x86)',
  ].map((path) => (path.startsWith('d:') ? path : `/${path}`)),
)('nobody deletes %s', (path) => {
  expect(reasonOf(path)).toMatch(/^deletes [^,]+, (?:a folder of the system|a whole home folder|which .+)$/);
  expect(reasonOf(path.toUpperCase())).toBe(reasonOf(path)?.replace(path, path.toUpperCase()));
});
