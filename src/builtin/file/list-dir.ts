import { objectOf } from '../../schema/object-of.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { DirectoryEntry, Place } from '../../tool/port.js';
import { placeFact, refuseMissing, resolvePlace } from '../place-fact.js';
import { traits } from '../traits.js';
import { displayListing, type Listing, listingResult, showListing } from './listing.js';
import { missingFile } from './missing-file.js';
import { type Found, type PrefixMatch, walkFolder } from './walk-folder.js';

export interface ListDirOptions {
  /** A limit beyond what is possible: a failure, or brought to what is. */
  readonly limit?: 'refuse' | 'clamp';
  /** What `prefix` is: how a path begins, or what is anywhere in it, in any letter case. */
  readonly prefix?: PrefixMatch;
}

const maxEntries = 1000;
const usualEntries = 500;
const maxDepth = 20;

/** The tool that lists folders: one, or all below it as a tree or by how their paths begin. */
export function createListDir({ limit = 'refuse', prefix = 'start' }: ListDirOptions = {}) {
  const bounds = limit === 'refuse' ? { minimum: 1, maximum: maxEntries } : {};
  return defineTool({
    ...traits.lookAtFiles,
    name: 'list_dir',
    title: 'List folder',
    description:
      'Lists one folder: type (FILE, DIR, LINK), size, time of modification and name, with a summary. With depth it shows the tree below, with prefix the paths below that begin so. To find files by pattern use glob.',
    parameters: objectOf({
      'path?': { type: 'string', description: 'The folder. Default ".", the workspace.' },
      'show_hidden?': { type: 'boolean', description: 'Also list names that start with a dot. Default false.' },
      'sort_by?': {
        enum: ['name', 'size', 'modified'],
        description: 'name: A to Z; size: largest first; modified: newest first. Default name.',
      },
      'reverse?': { type: 'boolean', description: 'Turn the order round. Default false.' },
      'max_entries?': { type: 'integer', ...bounds, description: `The most entries listed. Default ${usualEntries}.` },
      'depth?': {
        type: 'integer',
        minimum: 1,
        maximum: maxDepth,
        description: 'Show the tree this many folders deep.',
      },
      'prefix?': {
        type: 'string',
        description: 'List the paths of all files and folders below that begin so; "" for all.',
      },
    }),
    result: listingResult,

    async plan(args, ctx) {
      const place = resolvePlace(args.path ?? '.', ctx);
      if (isFailure(place)) return place;
      const deep = args.depth !== undefined || args.prefix !== undefined;
      if (place.kind === 'missing') return refuseMissing(place, await missingFile(place, ctx.workspace), { deep });
      return { facts: [placeFact('read', place, { deep })], preview: { kind: 'arguments' }, carry: place };
    },

    async run(args, ctx, carry: Place | ToolFailure): Promise<Listing | ToolFailure> {
      if (isFailure(carry)) return carry;
      const hidden = args.show_hidden === true;
      const most = Math.min(maxEntries, Math.max(1, args.max_entries ?? usualEntries));
      const order = orderOf(args.sort_by ?? 'name', args.reverse === true);
      const found = await find(carry, { ...args, hidden, match: prefix, order }, ctx);
      if (isFailure(found)) return found;
      const { entries, hiddenLeftOut, cut } = found;
      const view = viewOf(args);
      // A tree is in order as it was walked.
      const sorted = view === 'tree' ? entries : [...entries].sort(order);
      const listed = sorted.slice(0, most);
      return {
        path: carry.shown,
        view,
        entries: listed.map(({ type, size, modifiedMs, name }) => ({
          type,
          size,
          modified: new Date(modifiedMs).toISOString(),
          name,
        })),
        files: entries.filter(({ type }) => type === 'FILE').length,
        dirs: entries.filter(({ type }) => type === 'DIR').length,
        total_size: entries.reduce((sum, { type, size }) => sum + (type === 'FILE' ? size : 0), 0),
        left_out: sorted.length - listed.length,
        hidden_left_out: hiddenLeftOut,
        ...(cut && { cut }),
      };
    },

    show: showListing,
    display: displayListing,
  });
}

export const listDir = createListDir();

interface Search {
  readonly depth?: number;
  readonly prefix?: string;
  readonly hidden: boolean;
  readonly match: PrefixMatch;
  order(a: DirectoryEntry, b: DirectoryEntry): number;
}

async function find(place: Place, search: Search, ctx: RunContext): Promise<Found | ToolFailure> {
  const { depth, prefix, hidden, match, order } = search;
  if (depth !== undefined || prefix !== undefined) {
    return walkFolder(place, { depth: depth ?? maxDepth, prefix, hidden, match, order }, ctx);
  }
  const all = await ctx.workspace.list(place);
  if (isFailure(all)) return all;
  const entries = hidden ? all : all.filter(({ name }) => !name.startsWith('.'));
  return { entries, hiddenLeftOut: all.length - entries.length, cut: false };
}

function viewOf({ depth, prefix }: { readonly depth?: number; readonly prefix?: string }): Listing['view'] {
  if (prefix !== undefined) return 'paths';
  return depth === undefined ? 'table' : 'tree';
}

const byName = (a: DirectoryEntry, b: DirectoryEntry): number => {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
};

/** What a folder takes itself is not what is in it. */
const sizeOf = ({ type, size }: DirectoryEntry): number => (type === 'FILE' ? size : 0);

const orders = {
  name: byName,
  size: (a: DirectoryEntry, b: DirectoryEntry) => sizeOf(b) - sizeOf(a) || byName(a, b),
  modified: (a: DirectoryEntry, b: DirectoryEntry) => b.modifiedMs - a.modifiedMs || byName(a, b),
};

function orderOf(by: keyof typeof orders, reverse: boolean): (a: DirectoryEntry, b: DirectoryEntry) => number {
  const order = orders[by];
  return reverse ? (a, b) => order(b, a) : order;
}
