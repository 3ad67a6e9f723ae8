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

/** What is there, without an error where nothing is or where it may not be looked at. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A link to one is none. */
export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Without the links in it; undefined when it leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** A file that the kernel makes up; nothing where there is none. */
export function readKernelFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The beginning of a file; undefined for what is none. A pipe that nobody writes to does not hold this up. */
export function readRegularFile(path: string, maxBytes: number): string | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    if (!fstatSync(fd).isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(maxBytes, fstatSync(fd).size));
    return bytes.toString('utf8', 0, readSync(fd, bytes));
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}
