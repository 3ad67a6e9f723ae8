import { plural } from '../base/text.js';
import type { Version } from '../tool/version.js';
import { renderDiff, type UnifiedDiff } from './unified-diff.js';

const maxFileBytes = 256 * 1024;
const maxChars = 500_000;

/** What a deletion takes away, for people: text files with their lines, the rest by name, up to a bound that is told. */
export function createRemovalDiff() {
  const parts: string[] = [];
  let chars = 0;
  let removed = 0;
  let left = 0;
  const add = (part: string): void => {
    if (chars + part.length > maxChars) {
      left += 1;
      return;
    }
    chars += part.length;
    parts.push(part);
  };
  return {
    addFile(path: string, content: Uint8Array): void {
      if (content.length > maxFileBytes) {
        removed += countLines(content);
        add(`Deletes ${path} (${content.length} bytes)\n`);
        return;
      }
      const one = renderDiff(path, content, undefined);
      removed += one.removed;
      add(content.length === 0 ? `Deletes ${path} (empty)\n` : one.diff);
    },
    addOther(path: string, version: Version): void {
      if (version.kind === 'folder') add(`Deletes the folder ${path}\n`);
      if (version.kind === 'link') add(`Deletes the link ${path} to ${version.target}\n`);
    },
    end(): UnifiedDiff {
      const more = left === 0 ? '' : `[… ${plural(left, 'more path')} deleted, too many to show …]\n`;
      return { diff: parts.join('') + more, added: 0, removed };
    },
  };
}

function countLines(content: Uint8Array): number {
  if (content.includes(0)) return 0;
  let lines = content.at(-1) === 10 ? 0 : 1;
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) lines += 1;
  return lines;
}
