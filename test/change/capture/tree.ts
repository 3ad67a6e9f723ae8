import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PathChange, Version } from '../../../src/tool/version.js';

/** Every path of a tree with what is there. */
export function readTree(root: string, path = ''): Record<string, string> {
  const at = join(root, path);
  const stats = lstatSync(at);
  const key = path || '.';
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return { [key]: `link ${readlinkSync(at)}` };
  if (stats.isFile()) return { [key]: `file ${mode} ${createHash('sha256').update(readFileSync(at)).digest('hex')}` };
  if (!stats.isDirectory()) return { [key]: 'other' };
  const below = readdirSync(at).map((name) => readTree(root, path === '' ? name : `${path}/${name}`));
  return Object.assign({ [key]: `folder ${mode}` }, ...below);
}

/** Puts back what was there before, from what was recorded alone. */
export function putBack(root: string, paths: readonly PathChange[], content: (hash: string) => Uint8Array): void {
  const at = (path: string): string => join(root, path);
  const deepestFirst = [...paths].sort((a, b) => depth(b.path) - depth(a.path));
  for (const { path, before, after } of deepestFirst) if (mustGo(before, after)) remove(at(path), after);
  for (const { path, before } of [...deepestFirst].reverse()) make(at(path), before, content);
  for (const { path, before } of deepestFirst) if (before.kind === 'folder') chmodSync(at(path), before.mode);
}

const depth = (path: string): number => (path === '.' ? 0 : path.split('/').length);

const mustGo = (before: Version, after: Version): boolean =>
  after.kind !== 'absent' && (before.kind !== after.kind || after.kind === 'link');

const remove = (path: string, { kind }: Version): void => (kind === 'folder' ? rmdirSync(path) : unlinkSync(path));

function make(path: string, version: Version, content: (hash: string) => Uint8Array): void {
  if (version.kind === 'folder') mkdirSync(path, { recursive: true });
  if (version.kind === 'link') symlinkSync(version.target, path);
  if (version.kind !== 'file') return;
  // A new file: what is there may have another name as well.
  rmSync(path, { force: true });
  writeFileSync(path, content(version.hash));
  chmodSync(path, version.mode);
}
