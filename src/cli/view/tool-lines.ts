import { firstLine } from '../../base/text.js';
import type { ToolEntry } from '../../client/client-port.js';
import { safeLine } from '../safe-text.js';
import { tokenEstimate } from './token-estimate.js';

/** One line a tool: name, type, category, state, estimated tokens of its definition, what it does; and what all of it comes to. */
export function renderTools(listed: readonly ToolEntry[]): string {
  const rows = listed.map(({ tool, state, definition }) => [
    safeLine(tool.name),
    tool.source,
    safeLine(tool.category),
    state,
    String(tokensOf(definition)),
    safeLine(firstLine(firstSentence(tool.description), 70)),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', renderToolTokens(listed)].join('\n');
}

/** What the definitions of a request cost, and what is spared by not sending all. */
export function renderToolTokens(listed: readonly ToolEntry[]): string {
  const sent = listed.filter(({ state }) => state === 'sent' || state === 'active');
  const spent = sum(sent.map(({ definition }) => tokensOf(definition)));
  const usable = listed.filter(({ state, tool }) => state !== 'unavailable' && state !== 'hidden' && !isFinder(tool));
  const all = sum(usable.map(({ whole }) => tokensOf(whole)));
  const words = `${sent.length} definitions go with each request: about ${inFigures(spent)} tokens.`;
  if (!sent.some(({ tool }) => isFinder(tool))) return words;
  const spared = Math.max(0, all - spent);
  return `${words} All ${usable.length} would be ${inFigures(all)}: ${inFigures(spared)} are saved (${Math.round((100 * spared) / all)} %).`;
}

export const tokensOf = (definition: ToolEntry['definition']): number => tokenEstimate(JSON.stringify(definition));

const isFinder = ({ name }: ToolEntry['tool']): boolean => name === 'tool_search';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const inFigures = (number: number): string => number.toLocaleString('en-US');

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
