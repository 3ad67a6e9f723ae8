import { closeSync, existsSync, lstatSync, opendirSync, readlinkSync, readSync } from 'node:fs';
import { sha256 } from '../base/digest.js';
import { messageOf, systemCode } from '../base/error.js';
import { humanSize } from '../base/text.js';
import { defaultWalkMode, type Folder, openFile, openFolder } from '../workspace/descriptor-walk.js';
import { workspaceFolder } from './config-paths.js';
import type { TrustedFile } from './event.js';

/** A file of the content with its bytes; of a link, where it leads. */
export interface ContentFile extends TrustedFile {
  readonly bytes: Uint8Array;
}

/** Where other programs say which MCP servers a workspace has, as seen from `.toolwright`. */
export const serverFile = '../.mcp.json';

/** Whether there is anything to be read at all. */
export const mayBringContent = (workspace: string): boolean =>
  existsSync(`${workspace}/${workspaceFolder}`) || existsSync(`${workspace}/.mcp.json`);

/** Everything below `.toolwright` in a workspace, and its `.mcp.json`, read once: what is hashed is what is used. */
export type WorkspaceContent =
  | { readonly state: 'nothing' }
  | { readonly state: 'unreadable'; readonly message: string }
  | { readonly state: 'content'; readonly hash: string; readonly files: readonly ContentFile[] };

export interface ContentLimits {
  /** Files, links and folders together. */
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly maxDepth: number;
}

const defaultLimits: ContentLimits = { maxEntries: 2000, maxBytes: 20_000_000, maxDepth: 16 };

/** Reads it; `workspace` is a real path. Links are never followed, and nothing but files is opened. */
export function readWorkspaceContent(workspace: string, limits: ContentLimits = defaultLimits): WorkspaceContent {
  const root = `${workspace === '/' ? '' : workspace}/${workspaceFolder}`;
  return readContent(root, limits, (left) => readServerFile(workspace, left, limits));
}

/** The same of any folder. */
export function readFolderContent(root: string, limits: ContentLimits = defaultLimits): WorkspaceContent {
  return readContent(root, limits, () => []);
}

function readContent(
  root: string,
  limits: ContentLimits,
  readBeside: (left: Left) => readonly ContentFile[],
): WorkspaceContent {
  try {
    const found = lstatSync(root, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) throw unreadable('it is a link. Put a folder there, or remove it.');
    if (found?.isDirectory() === false) throw unreadable('it is no folder. Put a folder there, or remove it.');
    const left = { entries: limits.maxEntries, bytes: limits.maxBytes };
    const files = [...readBeside(left), ...(found === undefined ? [] : readTree(root, left, limits))];
    return files.length === 0 ? { state: 'nothing' } : { state: 'content', hash: hashFiles(files), files };
  } catch (error) {
    return { state: 'unreadable', message: `${root} cannot be used: ${reasonOf(error, 'it')}` };
  }
}

/** One hash over the sorted list: path, size and hash of every file. The path as JSON keeps each on its line. */
export function hashFiles(files: readonly TrustedFile[]): string {
  const lines = files.map(
    ({ path, size, sha256: content, link }) => `${link ? 'link' : 'file'} ${JSON.stringify(path)} ${size} ${content}\n`,
  );
  return sha256(`toolwright content 1\n${lines.join('')}`);
}

/** What keeps the content from being used, for people. */
const unreadable = (why: string): Error => Object.assign(new Error(why), { code: 'UNREADABLE' });

interface Left {
  entries: number;
  bytes: number;
}

function readServerFile(workspace: string, left: Left, limits: ContentLimits): readonly ContentFile[] {
  const name = '.mcp.json';
  const found = lstatSync(`${workspace}/${name}`, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return [];
  const folder = openFolder(workspace, { mode: defaultWalkMode() });
  try {
    const file = readEntry({ folder, name, path: serverFile }, left, limits);
    return file === undefined ? [] : [file];
  } finally {
    folder.close();
  }
}

function readTree(root: string, left: Left, limits: ContentLimits): readonly ContentFile[] {
  const files: ContentFile[] = [];
  const folders = [''];
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    if (path.split('/').length > limits.maxDepth)
      throw unreadable(`folders are nested deeper than ${limits.maxDepth} levels. Keep it flat.`);
    const folder = openFolder(path === '' ? root : `${root}/${path}`, { mode: defaultWalkMode() });
    try {
      for (const name of namesIn(folder)) {
        left.entries -= 1;
        if (left.entries < 0)
          throw unreadable(`it holds more than ${limits.maxEntries} files. Move what is not for Toolwright.`);
        const below = path === '' ? name : `${path}/${name}`;
        const file = readEntry({ folder, name, path: below }, left, limits);
        if (file === undefined) folders.push(below);
        else files.push(file);
      }
    } finally {
      folder.close();
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One at a time: a folder of millions is given up long before its end. */
function* namesIn(folder: Folder): Generator<string> {
  const names = opendirSync(folder.path);
  try {
    for (let entry = names.readSync(); entry !== null; entry = names.readSync()) {
      if (entry.name.includes('\ufffd'))
        throw unreadable(`the name ${JSON.stringify(entry.name)} is not UTF-8. Rename or remove it.`);
      yield entry.name;
    }
  } finally {
    names.closeSync();
  }
}

interface Entry {
  readonly folder: Folder;
  readonly name: string;
  /** From `.toolwright`. */
  readonly path: string;
}

/** A file or a link; undefined for a folder. */
function readEntry(
  { folder, name, path }: Entry,
  left: { bytes: number },
  { maxBytes }: ContentLimits,
): ContentFile | undefined {
  try {
    const found = lstatSync(folder.at(name));
    if (found.isDirectory()) return undefined;
    const link = found.isSymbolicLink();
    const bytes = link ? readlinkSync(folder.at(name), 'buffer') : readWhole(folder, name, left.bytes);
    left.bytes -= bytes.length;
    if (left.bytes < 0) throw unreadable(`it holds more than ${humanSize(maxBytes)}. Move what is not for Toolwright.`);
    return { path, size: bytes.length, sha256: sha256(bytes), ...(link && { link }), bytes };
  } catch (error) {
    throw unreadable(reasonOf(error, JSON.stringify(path)));
  }
}

/** At most one byte more than is left. */
function readWhole(folder: Folder, name: string, left: number): Uint8Array {
  const { fd, stats } = openFile(folder, name);
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (let room = stats.size + 1; length <= left; room = 64 * 1024) {
      const chunk = Buffer.alloc(Math.min(room, left + 1 - length));
      const read = readSync(fd, chunk, 0, chunk.length, null);
      if (read === 0) break;
      chunks.push(chunk.subarray(0, read));
      length += read;
    }
    return Buffer.concat(chunks);
  } finally {
    closeSync(fd);
  }
}

function reasonOf(error: unknown, what: string): string {
  const code = systemCode(error);
  if (code === 'UNREADABLE') return messageOf(error);
  if (code === 'EACCES' || code === 'EPERM') return `${what} cannot be read. Change its rights, or remove it.`;
  if (code === 'ENOTREG') return `${what} is no regular file: ${messageOf(error)}. Remove it.`;
  if (code === 'ENOENT' || code === 'ESTALE' || code === 'ENOTDIR')
    return `${what} changed while it was read. Try again.`;
  return `the system refused to read ${what} (${code ?? messageOf(error)}). Look at it, then try again.`;
}
