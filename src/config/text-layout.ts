import { createScanner } from 'jsonc-parser';
import type { Json } from '../base/json.js';

/** How a text is laid out, so that what is put into it looks like the rest. */
export type Layout = ReturnType<typeof createLayout>;

export function createLayout(text: string) {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /\n([ \t]+)["/]/.exec(text)?.[1] ?? '  ';
  const lineStart = (index: number): number => text.lastIndexOf('\n', index - 1) + 1;
  const beginsLine = (index: number): boolean => text.slice(lineStart(index), index).trim() === '';
  return {
    newline,
    /** One step of indentation. */
    unit,
    /** The spaces at the start of the line this index is on. */
    indentOf: (index: number): string => /^[ \t]*/.exec(text.slice(lineStart(index), index))?.[0] ?? '',
    /** Whether only spaces stand before this index on its line. */
    beginsLine,
    render: (value: Json, indent: string): string =>
      JSON.stringify(value, null, unit).replaceAll('\n', `${newline}${indent}`),
    renderInline: (value: Json): string => inline(value),
    /** The span widened to its whole lines if nothing else stands on them, else to the spaces behind it. */
    wholeLines(start: number, end: number): { readonly start: number; readonly end: number } {
      const spaces = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
      const lineEnd = /^\r?\n/.exec(text.slice(end + spaces))?.[0].length;
      if (beginsLine(start) && lineEnd !== undefined) return { start: lineStart(start), end: end + spaces + lineEnd };
      return { start, end: end + spaces };
    },
  };
}

/** The comma behind a value, after spaces and comments; undefined when something else comes first. */
export function commaAfter(text: string, at: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(at);
  scanner.scan();
  const next = scanner.getTokenOffset();
  return text[next] === ',' ? next : undefined;
}

function inline(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
