import { humanSize } from '../base/text.js';
import { changedPart } from './changed-part.js';
import { type Block, diffLines, splitLines } from './line-diff.js';

export type UnifiedDiff = ReturnType<typeof renderDiff>;

const usualContext = 3;

/** The change from one content to another, as people and `patch` read it. Undefined: there is no file. */
export function renderDiff(
  path: string,
  base: Uint8Array | undefined,
  content: Uint8Array | undefined,
  { contextLines = usualContext } = {},
) {
  if (isBinary(base) || isBinary(content)) {
    const sizes = `${sizeOf(base)} to ${sizeOf(content)}`;
    return { diff: `Binary content of ${path}: ${sizes}\n`, added: 0, removed: 0 };
  }
  const part = base === undefined || content === undefined ? undefined : changedPart(base, content, contextLines);
  const a = splitLines(textOf(part?.base ?? base));
  const b = splitLines(textOf(part?.content ?? content));
  const blocks = diffLines(a, b);
  const sides = { a, b, contextLines, linesBefore: part?.linesBefore ?? 0 };
  const head = `--- ${base === undefined ? '/dev/null' : `a/${path}`}\n+++ ${content === undefined ? '/dev/null' : `b/${path}`}\n`;
  return {
    diff:
      head +
      groupBlocks(blocks, contextLines)
        .map((group) => renderHunk(group, sides))
        .join(''),
    added: blocks.reduce((sum, block) => sum + block.bEnd - block.bStart, 0),
    removed: blocks.reduce((sum, block) => sum + block.aEnd - block.aStart, 0),
  };
}

const sizeOf = (content: Uint8Array | undefined): string =>
  content === undefined ? 'none' : humanSize(content.length);
const isBinary = (content: Uint8Array | undefined): boolean => content?.includes(0) ?? false;
const textOf = (content: Uint8Array | undefined): string =>
  content === undefined ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);

/** Blocks whose contexts touch belong to one hunk. */
function groupBlocks(blocks: readonly Block[], contextLines: number): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && block.aStart - last.aEnd <= 2 * contextLines) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups;
}

interface Sides {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly contextLines: number;
  readonly linesBefore: number;
}

function renderHunk(group: readonly Block[], { a, b, contextLines, linesBefore }: Sides): string {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return '';
  const before = Math.min(contextLines, first.aStart);
  const after = Math.min(contextLines, a.length - last.aEnd);
  const lines: string[] = [];
  let at = first.aStart - before;
  for (const block of group) {
    for (const line of a.slice(at, block.aStart)) lines.push(renderLine(' ', line));
    for (const line of a.slice(block.aStart, block.aEnd)) lines.push(renderLine('-', line));
    for (const line of b.slice(block.bStart, block.bEnd)) lines.push(renderLine('+', line));
    at = block.aEnd;
  }
  for (const line of a.slice(at, at + after)) lines.push(renderLine(' ', line));
  const old = renderRange(linesBefore + first.aStart - before, linesBefore + last.aEnd + after);
  const fresh = renderRange(linesBefore + first.bStart - before, linesBefore + last.bEnd + after);
  return `@@ -${old} +${fresh} @@\n${lines.join('')}`;
}

const renderLine = (sign: string, line: string): string =>
  sign + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`);

/** `start,count`, counted from 1; an empty range names the line before it. */
function renderRange(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}
