import { ObjectScan } from '../../value/object-scan.js';

const fenceTags = ['yips-agent', 'yips-tools'] as const;

export type FenceTag = (typeof fenceTags)[number];

/** One fenced envelope in a message. */
export interface FencedBlock {
  readonly tag: FenceTag;
  /** Where its fence begins, and the index behind the one that closes it. */
  readonly start: number;
  readonly end: number;
  readonly body: string;
}

export interface FencedBlocks {
  readonly blocks: readonly FencedBlock[];
  /** Whether the last fence that was opened is never closed. */
  readonly unclosed: boolean;
}

/** The envelopes of a text. A fence within a JSON string ends none: an envelope ends behind its JSON. */
export function findFencedBlocks(text: string): FencedBlocks {
  const blocks: FencedBlock[] = [];
  const ownLineFrom = createOwnLine(text);
  let from = 0;
  for (;;) {
    opening.lastIndex = from;
    const open = opening.exec(text);
    if (open === null) return { blocks, unclosed: false };
    const bodyAt = open.index + open[0].length;
    const close = closeOf(text, bodyAt, ownLineFrom);
    if (close === undefined) return { blocks, unclosed: true };
    blocks.push({ tag: open[1] as FenceTag, start: open.index, end: close.end, body: text.slice(bodyAt, close.at) });
    from = close.end;
  }
}

type Close = ReturnType<typeof closeAt>;

/** The fence behind the JSON; where the JSON is broken, the first one that stands in a line of its own. */
function closeOf(text: string, bodyAt: number, ownLineFrom: (from: number) => number | undefined): Close | undefined {
  const start = behindSpace(text, bodyAt);
  const first = text.charAt(start);
  if (first === '{' || first === '[') {
    const scan = new ObjectScan();
    const ended = scan.take(text, start, text.length);
    const at = behindSpace(text, ended);
    if (scan.state === 'ended' && text.startsWith(fence, at)) return closeAt(text, at);
  }
  const line = ownLineFrom(bodyAt);
  if (line !== undefined) return closeAt(text, line);
  const anywhere = text.indexOf(fence, bodyAt);
  return anywhere === -1 ? undefined : closeAt(text, anywhere);
}

/** Where the first fence in a line of its own stands, for places that only grow: no stretch is searched twice. */
function createOwnLine(text: string): (from: number) => number | undefined {
  let found: { readonly index: number; readonly at: number } | undefined;
  let over = false;
  return (from) => {
    if (over || (found !== undefined && found.index >= from)) return found?.at;
    ownLine.lastIndex = from;
    const line = ownLine.exec(text);
    over = line === null;
    found = line === null ? undefined : { index: line.index, at: line.index + line[0].length - fence.length };
    return found?.at;
  };
}

/** All backticks of a fence are its own, unless it opens the next envelope. */
function closeAt(text: string, at: number) {
  opening.lastIndex = at;
  if (opening.exec(text)?.index === at) return { at, end: at };
  let end = at + fence.length;
  while (text.charAt(end) === '`') end += 1;
  return { at, end };
}

function behindSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

const fence = '```';
const opening = /```(yips-agent|yips-tools)[ \t\r]*\n/g;
const ownLine = /(?<=\n)[ \t]*```/g;
