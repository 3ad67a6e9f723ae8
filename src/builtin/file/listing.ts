import { humanSize, plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import { shownName } from '../shown-name.js';

/** What list_dir answers. In a tree and among paths the names are paths from the folder. */
export const listingResult = objectOf({
  path: { type: 'string' },
  view: { enum: ['table', 'tree', 'paths'] },
  entries: {
    type: 'array',
    items: objectOf({
      type: { enum: ['FILE', 'DIR', 'LINK', 'OTHER'] },
      size: { type: 'number' },
      modified: { type: 'string' },
      name: { type: 'string' },
    }),
  },
  files: { type: 'integer' },
  dirs: { type: 'integer' },
  total_size: { type: 'number' },
  left_out: { type: 'integer' },
  hidden_left_out: { type: 'integer' },
  'cut?': { type: 'boolean', description: 'There are more below than were looked at.' },
});

export type Listing = FromSchema<typeof listingResult>;

type ListedEntry = Listing['entries'][number];

export const showListing = (listing: Listing): string =>
  [...views[listing.view](listing), summarize(listing)].join('\n');

export const displayListing = (listing: Listing): string => `${listing.path}: ${summarize(listing)}`;

const views = {
  table: ({ entries }: Listing) => renderTable([['TYPE', 'SIZE', 'MODIFIED', 'NAME'], ...entries.map(rowOf)]),
  tree: ({ path, entries }: Listing) => [`${shownName(path)}/`, ...entries.map(renderBranch)],
  paths: ({ entries }: Listing) => entries.map(nameOf),
};

const rowOf = (entry: ListedEntry): readonly string[] => [
  entry.type,
  entry.type === 'FILE' ? humanSize(entry.size) : '-',
  entry.modified,
  nameOf(entry),
];

function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((column) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function renderBranch(entry: ListedEntry): string {
  const at = entry.name.lastIndexOf('/') + 1;
  const depth = entry.name.split('/').length;
  const size = entry.type === 'FILE' ? ` (${humanSize(entry.size)})` : '';
  const link = entry.type === 'LINK' ? ' (link)' : '';
  return `${'  '.repeat(depth)}${nameOf({ ...entry, name: entry.name.slice(at) })}${size}${link}`;
}

const nameOf = ({ type, name }: ListedEntry): string => shownName(name) + (type === 'DIR' ? '/' : '');

function summarize({ files, dirs, total_size, left_out, hidden_left_out, cut }: Listing): string {
  const parts = [`${plural(files, 'file')}, ${plural(dirs, 'dir')}, ${humanSize(total_size)}`];
  if (left_out > 0) parts.push(`${left_out} more left out (raise max_entries, or list a folder further down)`);
  if (hidden_left_out > 0) parts.push(`${hidden_left_out} hidden left out (show_hidden lists them)`);
  if (cut === true) parts.push('not all was looked at (name a folder further down)');
  return parts.join('; ');
}
