import type { ListedPath } from '../../change/list-changes.js';
import type { Version } from '../../tool/version.js';
import { safeLine } from '../safe-text.js';

/** So many are listed; the rest is counted. JSON has them all. */
const maxPaths = 200;

/** One line a path: what becomes of it, and the lines that come and go. */
export function renderPaths(paths: readonly ListedPath[], indent: string): readonly string[] {
  const lines = paths.slice(0, maxPaths).map((one) => `${indent}${verbOf(one)}  ${nameOf(one)}${countsOf(one)}`);
  const rest = paths.length - lines.length;
  return rest === 0 ? lines : [...lines, `${indent}… and ${rest} more`];
}

function verbOf({ before, after }: ListedPath): string {
  if (before.kind === 'absent') return 'create';
  return after.kind === 'absent' ? 'delete' : 'change';
}

function nameOf({ path, before, after }: ListedPath): string {
  const what = after.kind === 'absent' ? before : after;
  return `${safeLine(path, strict)}${kindMark(what)}`;
}

function kindMark(version: Version): string {
  if (version.kind === 'folder') return '/';
  return version.kind === 'link' ? ` → ${safeLine(version.target, strict)}` : '';
}

function countsOf({ added = 0, removed = 0, before, after }: ListedPath): string {
  if (added > 0 || removed > 0) return `  +${added} −${removed}`;
  if (!('mode' in before) || !('mode' in after) || before.mode === after.mode) return '';
  return `  mode ${before.mode.toString(8)} → ${after.mode.toString(8)}`;
}

const strict = { strict: true } as const;
