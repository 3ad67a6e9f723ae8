import { wordsOf } from '../../base/words.js';
import { createPathTable, type PathTable } from './path-table.js';

/** Folders that nobody deletes, moves or changes wholly: the machine, or somebody's work, would be gone. */
const folders = [
  ...wordsOf(`
    applications bin boot dev etc efi export/home home lib lib32 lib64 libx32 library media mnt mnt/? mnt/?/users
    mnt/?/windows network nix nix/store opt private proc programdata root run sbin snap srv sys system users usr usr/bin
    usr/include usr/lib usr/lib32 usr/lib64 usr/libexec usr/local usr/sbin usr/share var var/lib volumes windows
    windows/system32 c c/users c/windows ?: ?:/programdata ?:/users ?:/windows ?:/windows/system32
  `),
  'program files',
  '?:/program files*',
];

export const systemFolders: PathTable<true> = createPathTable(folders.map((path) => [path, true] as const));
