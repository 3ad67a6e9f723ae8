import { objectOf } from '../../schema/object-of.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';

/** What read_file is called with, whichever way a part is asked for. */
export interface ReadArguments {
  readonly path: string;
  readonly line_start?: number;
  readonly line_end?: number;
  readonly offset?: number;
  readonly limit?: number;
  readonly max_bytes?: number;
  readonly column_start?: number;
  readonly numbered?: boolean;
}

const path = { type: 'string' } as const;
/** What stands before it in its line is read into memory. */
const maxColumn = 10_000_000;

const column = {
  type: 'integer',
  minimum: 1,
  maximum: maxColumn,
  description: 'For a line too long for one result.',
} as const;
const numbered = { type: 'boolean' } as const;

export const lineParameters = objectOf({
  path,
  'line_start?': { type: 'integer', minimum: 1 },
  'line_end?': { type: 'integer', minimum: 1 },
  'column_start?': column,
  'numbered?': numbered,
});

export function offsetParameters(maxLines: number) {
  const most = Number.isFinite(maxLines) ? { maximum: maxLines } : {};
  return objectOf({
    path,
    'offset?': { type: 'integer', minimum: 0, description: 'How many lines to leave out before the first. Default 0.' },
    'limit?': { type: 'integer', minimum: 1, ...most, description: 'How many lines to read.' },
    'column_start?': column,
    'numbered?': numbered,
  });
}

/** The start of a file, by how much of it. */
const usualStartChars = 200_000;
export const maxStartChars = 500_000;

export const startParameters = objectOf({
  path,
  'max_bytes?': {
    type: 'integer',
    minimum: 1,
    maximum: maxStartChars,
    description: `The most characters to read. Default ${usualStartChars}.`,
  },
  'numbered?': numbered,
});

export interface Wanted {
  /** Counted from 1, inclusive, whatever the call counts from. */
  readonly start: number;
  readonly end: number;
  readonly ranged: boolean;
  /** The most characters, whatever lines they are; else as many lines as a result holds. */
  readonly maxChars?: number;
}

export function wantedLines({ line_start, line_end }: ReadArguments): Wanted | ToolFailure {
  const start = line_start ?? 1;
  const end = line_end ?? Number.POSITIVE_INFINITY;
  if (end >= start) return { start, end, ranged: line_start !== undefined || line_end !== undefined };
  return fail('validation_failed', `line_end ${end} is before line_start ${start}. Swap them, or leave line_end out.`);
}

export function wantedOffset({ offset, limit }: ReadArguments): Wanted {
  const start = (offset ?? 0) + 1;
  const end = limit === undefined ? Number.POSITIVE_INFINITY : start + limit - 1;
  return { start, end, ranged: offset !== undefined || limit !== undefined };
}

export function wantedStart({ max_bytes: maxChars = usualStartChars }: ReadArguments): Wanted {
  return { start: 1, end: Number.POSITIVE_INFINITY, ranged: true, maxChars };
}
