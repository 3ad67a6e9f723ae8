import { plural } from '../../base/text.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { lineChange, planLineChange } from './line-change.js';
import type { LineEdit } from './line-edit.js';

export interface LineToolOptions {
  /** A line number outside the file: a failure, or moved to the nearest line there is. */
  readonly outside?: 'refuse' | 'clamp';
  /** A refusal for that comes before anybody is asked. How many lines there are is not told then: nobody has allowed to read. */
  readonly early?: boolean;
}

/** The tool that puts lines in the place of others, by their numbers. */
export function createReplaceLines({ outside = 'refuse', early = false }: LineToolOptions = {}) {
  return defineTool({
    ...lineChange(({ path, replaced, line_start, line_end, total_lines }) => {
      const put = line_end - line_start + 1;
      const what = put === 0 ? `Deleted ${plural(replaced, 'line')}` : `Replaced ${plural(replaced, 'line')} by ${put}`;
      return `${what} at line ${line_start} of ${path}, which has ${plural(total_lines, 'line')} now.`;
    }),
    name: 'replace_lines',
    title: 'Replace lines',
    description:
      'Replaces lines line_start to line_end of a text file, counted from 1 and inclusive, by content. Read the file first: the numbers must be those of the file as it is now.',
    parameters: objectOf({
      path: { type: 'string', description: 'Relative to the workspace, or absolute.' },
      line_start: { type: 'integer', description: 'First line to replace, from 1.' },
      line_end: { type: 'integer', description: 'Last line to replace, inclusive.' },
      content: { type: 'string', description: 'The new lines; empty to delete the old ones.' },
      'expected_hash?': { type: 'string', description: 'The content_hash the file must have.' },
    }),

    plan: ({ path, content, line_start: start, line_end: end, expected_hash: expectedHash }, ctx) =>
      planLineChange(
        {
          path,
          content,
          expectedHash,
          early,
          range: (total, shown) =>
            outside === 'clamp' ? clamped(start, end, total) : checked(start, end, { total, shown, early }),
        },
        ctx,
      ),
  });
}

export const replaceLines = createReplaceLines();

type Range = Omit<LineEdit, 'content'>;

interface FileLines {
  readonly total: number;
  readonly shown: string;
  readonly early: boolean;
}

function checked(start: number, end: number, { total, shown, early }: FileLines): Range | ToolFailure {
  if (total === 0 && !early)
    return fail('validation_failed', `${shown} is empty: it has no lines to replace. Use insert_lines.`);
  if (end < start) return reversed(start, end);
  if (start >= 1 && end <= total) return { from: start - 1, to: end };
  return fail(
    'validation_failed',
    `Lines ${start} to ${end} are not all in ${shown}${early ? '' : `, which has ${plural(total, 'line')}`}. Nothing was changed: read_file it and use the numbers it has now.`,
  );
}

/** Lines behind the last one are put there. */
function clamped(start: number, end: number, total: number): Range | ToolFailure {
  if (end < start) return reversed(start, end);
  const from = Math.min(Math.max(1, start), total + 1) - 1;
  return { from, to: Math.max(from, Math.min(end, total)) };
}

const reversed = (start: number, end: number): ToolFailure =>
  fail('validation_failed', `line_end ${end} is before line_start ${start}. Swap them.`);
