import { humanSize, plural } from '../../base/text.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { DirectoryEntry, Place } from '../../tool/port.js';
import { placeFact, refuseMissing, resolvePlace } from '../place-fact.js';
import { shownName } from '../shown-name.js';
import { missingFile } from './missing-file.js';

export const listDir = defineTool({
  name: 'list_dir',
  title: 'List folder',
  description:
    'Lists one folder: type (FILE, DIR, LINK), size, time of modification and name, with a summary. Not recursive: use glob to find files below it.',
  category: 'FileSystem',
  group: 'search',
  source: 'builtin',
  capabilities: ['workspace'],
  effects: 'none',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The folder. Default ".", the workspace.' },
      show_hidden: { type: 'boolean', description: 'Also list names that start with a dot. Default false.' },
      sort_by: {
        enum: ['name', 'size', 'modified'],
        description: 'name: A to Z; size: largest first; modified: newest first. Default name.',
      },
      reverse: { type: 'boolean', description: 'Turn the order round. Default false.' },
      max_entries: { type: 'integer', minimum: 1, maximum: 1000, description: 'The most entries listed. Default 500.' },
    },
    additionalProperties: false,
  },
  result: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      entries: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            type: { enum: ['FILE', 'DIR', 'LINK', 'OTHER'] },
            size: { type: 'number' },
            modified: { type: 'string' },
            name: { type: 'string' },
          },
          required: ['type', 'size', 'modified', 'name'],
          additionalProperties: false,
        },
      },
      files: { type: 'integer' },
      dirs: { type: 'integer' },
      total_size: { type: 'number' },
      left_out: { type: 'integer' },
      hidden_left_out: { type: 'integer' },
    },
    required: ['path', 'entries', 'files', 'dirs', 'total_size', 'left_out', 'hidden_left_out'],
    additionalProperties: false,
  },

  async plan(args, ctx) {
    const place = resolvePlace(args.path ?? '.', ctx);
    if (isFailure(place)) return place;
    if (place.kind === 'missing') return refuseMissing(place, await missingFile(place, ctx.workspace));
    return { facts: [placeFact('read', place)], preview: { kind: 'arguments' }, carry: place };
  },

  async run(args, ctx, carry: Place | ToolFailure) {
    if (isFailure(carry)) return carry;
    const all = await ctx.workspace.list(carry);
    if (isFailure(all)) return all;
    const visible = args.show_hidden === true ? all : all.filter(({ name }) => !name.startsWith('.'));
    const sorted = [...visible].sort(orders[args.sort_by ?? 'name']);
    if (args.reverse === true) sorted.reverse();
    const listed = sorted.slice(0, args.max_entries ?? 500);
    return {
      path: carry.shown,
      entries: listed.map(({ type, size, modifiedMs, name }) => ({
        type,
        size,
        modified: new Date(modifiedMs).toISOString(),
        name,
      })),
      files: visible.filter(({ type }) => type === 'FILE').length,
      dirs: visible.filter(({ type }) => type === 'DIR').length,
      total_size: visible.reduce((sum, { type, size }) => sum + (type === 'FILE' ? size : 0), 0),
      left_out: sorted.length - listed.length,
      hidden_left_out: all.length - visible.length,
    };
  },

  show(listing) {
    const rows = listing.entries.map(({ type, size, modified, name }) => [
      type,
      type === 'FILE' ? humanSize(size) : '-',
      modified,
      shownName(name) + (type === 'DIR' ? '/' : ''),
    ]);
    return [...renderTable([['TYPE', 'SIZE', 'MODIFIED', 'NAME'], ...rows]), summarize(listing)].join('\n');
  },
  display: (listing) => `${listing.path}: ${summarize(listing)}`,
});

const byName = (a: DirectoryEntry, b: DirectoryEntry): number => {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
};

const orders = {
  name: byName,
  size: (a: DirectoryEntry, b: DirectoryEntry) => b.size - a.size || byName(a, b),
  modified: (a: DirectoryEntry, b: DirectoryEntry) => b.modifiedMs - a.modifiedMs || byName(a, b),
};

function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

interface Summary {
  readonly files: number;
  readonly dirs: number;
  readonly total_size: number;
  readonly left_out: number;
  readonly hidden_left_out: number;
}

function summarize({ files, dirs, total_size, left_out, hidden_left_out }: Summary): string {
  const parts = [`${plural(files, 'file')}, ${plural(dirs, 'dir')}, ${humanSize(total_size)}`];
  if (left_out > 0) parts.push(`${left_out} more left out (raise max_entries, or list a folder further down)`);
  if (hidden_left_out > 0) parts.push(`${hidden_left_out} hidden left out (show_hidden lists them)`);
  return parts.join('; ');
}
