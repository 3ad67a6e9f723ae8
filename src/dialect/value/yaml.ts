import { blockHeader, renderBlock } from './yaml-block-scalar.js';
import { fold, readFlow, readQuoted, refuseIndicator } from './yaml-flow.js';
import { maxYamlDepth, setMember, type YamlNode, type YamlProblem, YamlRefusal } from './yaml-node.js';

export type YamlRead =
  | { readonly ok: true; readonly node: YamlNode }
  | { readonly ok: false; readonly problem: YamlProblem };

/** The most characters of one text. */
const maxLength = 1024 * 1024;

/**
 * Reads the part of YAML 1.2 that people and models write by hand: mappings and lists in blocks and in brackets, plain,
 * quoted and block texts, comments. Anchors, tags, merge keys and several documents are refused, and so is a key that
 * stands twice. Takes linear time for any depth that is read; never throws.
 */
export function readYaml(text: string): YamlRead {
  try {
    if (text.length > maxLength)
      throw new YamlRefusal('too-long', `it has more than ${maxLength} characters`, maxLength);
    return { ok: true, node: new YamlReader(text).read() };
  } catch (error) {
    if (error instanceof YamlRefusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

interface Line {
  readonly indent: number;
  /** Where its content begins and ends in the text, without indent and line break. */
  readonly start: number;
  readonly end: number;
}

class YamlReader {
  private readonly text: string;
  private readonly lines: Line[];
  private at = 0;

  constructor(text: string) {
    this.text = text;
    this.lines = splitLines(text);
  }

  read(): YamlNode {
    const first = this.next();
    if (first !== undefined && this.content(first) === '---') this.at += 1;
    if (this.next() === undefined) return empty;
    const node = this.node(-1, 0);
    const behind = this.next();
    if (behind === undefined) return node;
    throw new YamlRefusal('syntax', `a line does not fit what stands before it: ${this.shown(behind)}`, behind.start);
  }

  /** The next line with content; blank lines and comments before it are left out. */
  private next(): Line | undefined {
    for (;;) {
      const line = this.lines[this.at];
      if (line === undefined) return undefined;
      const char = this.text.charAt(line.start);
      if (line.start < line.end && char !== '#') {
        if (char === '.' && line.indent === 0 && this.content(line) === '...') return undefined;
        if (char !== '\t') return line;
        if (this.content(line) !== '') throw new YamlRefusal('syntax', 'a tab cannot indent a line', line.start);
      }
      this.at += 1;
    }
  }

  /** The node that begins in the next line, which has to be indented by more than its parent. */
  private node(parent: number, depth: number): YamlNode {
    if (depth > maxYamlDepth)
      throw new YamlRefusal('too-deep', `nested deeper than ${maxYamlDepth} levels`, this.place());
    const line = this.next();
    if (line === undefined || line.indent <= parent) return empty;
    if (this.isItem(line)) return this.list(line.indent, depth);
    if (this.keyEnd(line) !== undefined) return this.map(line.indent, depth);
    return this.value(line, line.start, parent, depth);
  }

  private list(indent: number, depth: number): YamlNode {
    const items: YamlNode[] = [];
    for (let line = this.next(); line?.indent === indent && this.isItem(line); line = this.next()) {
      const start = behindBlanks(this.text, line.start + 1, line.end);
      if (start >= line.end || this.text.charAt(start) === '#') {
        this.at += 1;
        items.push(this.node(indent, depth + 1));
      } else if (blockHeader(this.text.slice(start, line.end)) !== undefined) {
        items.push(this.value(line, start, indent, depth + 1));
      } else {
        // What stands behind the dash is a line of its own, indented up to there.
        this.lines[this.at] = { indent: indent + start - line.start, start, end: line.end };
        items.push(this.node(indent, depth + 1));
      }
    }
    return { kind: 'list', items };
  }

  private map(indent: number, depth: number): YamlNode {
    const members = new Map<string, YamlNode>();
    for (let line = this.next(); line?.indent === indent && !this.isItem(line); line = this.next()) {
      const end = this.keyEnd(line);
      if (end === undefined) throw new YamlRefusal('syntax', `a line has no key: ${this.shown(line)}`, line.start);
      const key = this.key(line, end);
      const start = behindBlanks(this.text, end + 1, line.end);
      if (start >= line.end || this.text.charAt(start) === '#') {
        this.at += 1;
        const below = this.next();
        const listed = below?.indent === indent && this.isItem(below);
        setMember(members, key, listed ? this.list(indent, depth + 1) : this.node(indent, depth + 1), line.start);
      } else setMember(members, key, this.value(line, start, indent, depth + 1), line.start);
    }
    return { kind: 'map', members };
  }

  /** A value that begins within a line. */
  private value(line: Line, start: number, parent: number, depth: number): YamlNode {
    const char = this.text.charAt(start);
    if (char === '|' || char === '>') return this.block(line, start, parent);
    if (char === '[' || char === '{') {
      const { value, end } = readFlow(this.text, start, depth);
      this.goBehind(end);
      return value;
    }
    if (char === '"' || char === "'") {
      const { value, end } = readQuoted(this.text, start);
      this.goBehind(end);
      return { kind: 'text', text: value };
    }
    return this.plain(line, start, parent);
  }

  private plain(line: Line, start: number, parent: number): YamlNode {
    refuseIndicator(this.text.charAt(start), start);
    let text = '';
    let part = this.plainPart(start, line.end);
    for (;;) {
      text += part.text;
      this.at += 1;
      let blank = 0;
      while (this.isBlank(this.lines[this.at + blank])) blank += 1;
      const more = this.lines[this.at + blank];
      if (part.commented || more === undefined || more.indent <= parent || this.text.charAt(more.start) === '#') break;
      this.at += blank;
      text += '\n'.repeat(blank + 1);
      part = this.plainPart(more.start, more.end);
    }
    return { kind: 'plain', text: fold(text) };
  }

  /** One line of a plain text, up to a comment. */
  private plainPart(start: number, end: number): { readonly text: string; readonly commented: boolean } {
    const line = this.text.slice(start, end);
    const comment = line.search(/\s#/);
    const text = (comment === -1 ? line : line.slice(0, comment)).trimEnd();
    if (/:(?:\s|$)/.test(text) || text.startsWith('- ')) {
      throw new YamlRefusal(
        'syntax',
        `a value holds what looks like another one; put it in quotes: ${shorten(text)}`,
        start,
      );
    }
    return { text, commented: comment !== -1 };
  }

  private block(line: Line, start: number, parent: number): YamlNode {
    const header = blockHeader(this.text.slice(start, line.end));
    if (header === undefined)
      throw new YamlRefusal('syntax', `a block begins with more than its mark: ${this.shown(line)}`, start);
    this.at += 1;
    const lines: { readonly indent: number; readonly text: string }[] = [];
    let indent = header.indent === undefined ? undefined : Math.max(parent, 0) + header.indent;
    for (let one = this.lines[this.at]; one !== undefined; one = this.lines[this.at]) {
      const blank = this.isBlank(one);
      if (!blank && one.indent <= parent) break;
      if (!blank) {
        indent ??= one.indent;
        if (one.indent < indent) break;
      }
      lines.push({ indent: one.indent, text: this.text.slice(one.start, one.end) });
      this.at += 1;
    }
    return { kind: 'text', text: renderBlock(lines, indent ?? Number.POSITIVE_INFINITY, header) };
  }

  /** Goes on behind a value that may have ended in a later line. Only a comment may follow it there. */
  private goBehind(end: number): void {
    let line = this.lines[this.at];
    while (line !== undefined && line.end < end) {
      this.at += 1;
      line = this.lines[this.at];
    }
    const rest = this.text.slice(end, line?.end ?? end);
    if (!/^\s*(?:$|\s#|,$)/.test(rest) && rest.trim() !== '') {
      throw new YamlRefusal('syntax', `something follows a value in its line: ${shorten(rest.trim())}`, end);
    }
    this.at += 1;
  }

  /** The index of the colon behind the key of a line; undefined when it has none. */
  private keyEnd({ start, end }: Line): number | undefined {
    const char = this.text.charAt(start);
    if (char === '[' || char === '{' || char === '|' || char === '>' || char === '#') return undefined;
    if (char === '"' || char === "'") {
      const line = this.text.slice(start, end);
      const quoted = (char === '"' ? /^"(?:[^"\\]|\\.)*"\s*:(?=\s|$)/ : /^'(?:[^']|'')*'\s*:(?=\s|$)/).exec(line)?.[0];
      return quoted === undefined ? undefined : start + quoted.length - 1;
    }
    if (char === '?' && /\s/.test(this.text.charAt(start + 1))) {
      throw new YamlRefusal('unsupported', 'keys behind a question mark are not read', start);
    }
    for (let at = start; at < end; at += 1) {
      const one = this.text.charAt(at);
      if (one === '#' && at > start && /\s/.test(this.text.charAt(at - 1))) return undefined;
      if (one === ':' && (at + 1 >= end || /\s/.test(this.text.charAt(at + 1)))) return at > start ? at : undefined;
    }
    return undefined;
  }

  private key({ start }: Line, end: number): string {
    const char = this.text.charAt(start);
    if (char === '"' || char === "'") return readQuoted(this.text, start).value;
    refuseIndicator(char, start);
    return this.text.slice(start, end).trimEnd();
  }

  private isItem({ start, end }: Line): boolean {
    return this.text.charAt(start) === '-' && (start + 1 >= end || /\s/.test(this.text.charAt(start + 1)));
  }

  private isBlank(line: Line | undefined): boolean {
    return line !== undefined && line.start >= line.end;
  }

  private content({ start, end }: Line): string {
    return this.text.slice(start, end).trimEnd();
  }

  private shown(line: Line): string {
    return shorten(this.content(line));
  }

  private place(): number {
    return this.lines[this.at]?.start ?? this.text.length;
  }
}

const empty: YamlNode = { kind: 'plain', text: '' };

const shorten = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

function behindBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text.charAt(at) === ' ' || text.charAt(at) === '\t')) at += 1;
  return at;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const to = found === -1 ? text.length : found;
    const end = to > from && text.charCodeAt(to - 1) === 0x0d ? to - 1 : to;
    let start = from;
    while (start < end && text.charCodeAt(start) === 0x20) start += 1;
    lines.push({ indent: start - from, start, end });
    from = to + 1;
  }
  return lines;
}
