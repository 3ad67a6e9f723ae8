import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { attempt, succeeds } from '../base/attempt.js';

/** What is there, without an error where nothing is or where it may not be looked at. */
export const statsOf = (path: string): Stats | undefined =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }), undefined);

/** A link to one is none. */
export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;

export const namesIn = (folder: string): readonly string[] => attempt(() => readdirSync(folder), []);

/** Without the links in it; undefined when it leads nowhere. */
export const realPath = (path: string): string | undefined => attempt(() => realpathSync(path), undefined);

export const isReadable = (path: string): boolean => succeeds(() => accessSync(path, constants.R_OK));

/** A file that the kernel makes up; nothing where there is none. */
export const readKernelFile = (path: string): string => attempt(() => readFileSync(path, 'utf8'), '');

/** The beginning of a file; undefined for what is none. A pipe that nobody writes to does not hold this up. */
export function readRegularFile(path: string, maxBytes: number): string | undefined {
  return attempt(() => {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(fd).isFile()) return undefined;
      const bytes = Buffer.alloc(Math.min(maxBytes, fstatSync(fd).size));
      return bytes.toString('utf8', 0, readSync(fd, bytes));
    } finally {
      closeSync(fd);
    }
  }, undefined);
}
