import { wordSet } from '../../base/words.js';
import {
  builds,
  protectedBelow,
  protectedEnds,
  protectedExtensions,
  protectedFiles,
  protectedFolders,
} from './protected-names.js';
import type { SeenPath } from './seen-path.js';

/**
 * What a change of this path would steer later, in words; undefined when it is a path like others. In the workspace only
 * its own names count, so that a workspace may lie anywhere.
 */
export function protectedBy({ parts, inside }: SeenPath): string | undefined {
  const start = inside ?? 0;
  const last = parts.length - 1;
  for (let at = start; at <= last; at += 1) {
    const name = parts[at] ?? '';
    const folder = protectedFolders.get(name);
    if (folder !== undefined) return folder;
    if (name.endsWith('.git') || (name.length === 5 && gitShort.test(name))) return git;
    const below = protectedBelow.get(name);
    if (below === undefined) continue;
    // The folder itself, or a folder in it that counts.
    const inner = parts[at + 1];
    if (inner === undefined || below.names.has(inner)) return below.what;
  }
  return last < start ? undefined : fileWords(parts[last] ?? '', parts[last - 1]);
}

const git = 'Git runs or obeys what is in it';
const gitShort = /^git~\d$/;

function fileWords(name: string, folder: string | undefined): string | undefined {
  const exact = protectedFiles.get(name);
  if (exact !== undefined) return exact;
  if (folder === 'hooks' && gitHooks.has(name)) return git;
  if (folder === 'nvim' && (name === 'init.lua' || name === 'init.vim')) return 'the editor runs it when it starts';
  const dot = name.lastIndexOf('.');
  if (name.startsWith('.')) {
    const stem = name.slice(1, name.indexOf('.', 1) === -1 ? undefined : name.indexOf('.', 1));
    if (stem.endsWith('rc') && stem !== 'nvmrc') return 'a program reads it when it starts';
    if (dotStarts.test(name)) return 'other programs obey what is in it';
  }
  if (dot <= 0) return undefined;
  const extension = protectedExtensions.get(name.slice(dot + 1));
  if (extension !== undefined) return extension;
  return protectedEnds.test(name) ? builds : undefined;
}

const dotStarts = /^\.(?:aider|clinerules|roo|woodpecker|mise|lefthook|emacs|pre-commit)/;

const gitHooks = wordSet(`
  applypatch-msg commit-msg fsmonitor-watchman post-applypatch post-checkout post-commit post-merge post-receive
  post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase pre-receive
  prepare-commit-msg proc-receive push-to-checkout reference-transaction sendemail-validate update
`);
