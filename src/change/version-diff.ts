import { humanSize } from '../base/text.js';
import type { Version } from '../tool/version.js';
import type { PresentPath } from './present-path.js';
import { renderDiff, type UnifiedDiff } from './unified-diff.js';

/** Beyond this nobody reads a diff. */
const maxBytes = 1_000_000;

/** From one version to another as people read it; of what is no text, or not at hand, kinds and sizes. */
export function diffVersions(path: string, from: PresentPath, to: PresentPath): UnifiedDiff {
  const a = textSide(from);
  const b = textSide(to);
  if (a === undefined || b === undefined || (from.version.kind === 'absent' && to.version.kind === 'absent')) {
    return {
      diff: `${path}: ${describeVersion(from.version)} → ${describeVersion(to.version)}\n`,
      added: 0,
      removed: 0,
    };
  }
  const told = renderDiff(path, from.version.kind === 'absent' ? undefined : a, b);
  const diff = to.version.kind === 'absent' ? told.diff.replace(`\n+++ b/${path}\n`, '\n+++ /dev/null\n') : told.diff;
  return { ...told, diff: diff + modeLine(path, from.version, to.version) };
}

/** `1.2 KB`, `link to x`, `folder`, `nothing`. */
export function describeVersion(version: Version): string {
  if (version.kind === 'absent') return 'nothing';
  if (version.kind === 'link') return `link to ${version.target}`;
  return version.kind === 'folder' ? 'folder' : humanSize(version.bytes);
}

function textSide({ version, content }: PresentPath): Uint8Array | undefined {
  if (version.kind === 'absent') return nothing;
  return version.kind === 'file' && content !== undefined && content.length <= maxBytes ? content : undefined;
}

const nothing = new Uint8Array();

function modeLine(path: string, from: Version, to: Version): string {
  if (from.kind !== 'file' || to.kind !== 'file' || from.mode === to.mode) return '';
  return `${path}: mode ${from.mode.toString(8)} → ${to.mode.toString(8)}\n`;
}
