import { plural } from '../../base/text.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { lineChange, planLineChange } from './line-change.js';
import type { LineToolOptions } from './replace-lines.js';

/** The tool that puts lines between others, by their numbers. */
export function createInsertLines({ outside = 'refuse', early = false }: LineToolOptions = {}) {
  return defineTool({
    ...lineChange(({ path, line_start, line_end, total_lines }) => {
      const put = plural(line_end - line_start + 1, 'line');
      return `Inserted ${put} at line ${line_start} of ${path}, which has ${plural(total_lines, 'line')} now.`;
    }),
    name: 'insert_lines',
    title: 'Insert lines',
    description:
      'Inserts content as lines before line line_start of a text file, counted from 1; one past the last line appends. Read the file first: the number must be that of the file as it is now.',
    parameters: objectOf({
      path: { type: 'string', description: 'Relative to the workspace, or absolute.' },
      line_start: { type: 'integer', description: 'The line before which the new ones go, from 1.' },
      'line_end?': { type: 'integer', description: 'Not needed; when given, the same as line_start.' },
      content: { type: 'string', description: 'The new lines.' },
      'expected_hash?': { type: 'string', description: 'The content_hash the file must have.' },
    }),

    plan({ path, content, line_start: start, line_end: end = start, expected_hash: expectedHash }, ctx) {
      if (end !== start) return notOnePlace(start, end);
      if (content === '') return fail('validation_failed', 'content is empty: there is nothing to insert.');
      const range = (total: number, shown: string) => {
        const at = outside === 'clamp' ? Math.min(Math.max(1, start), total + 1) : start;
        return at >= 1 && at <= total + 1
          ? { from: at - 1, to: at - 1 }
          : notInFile(at, shown, early ? undefined : total);
      };
      return planLineChange({ path, content, expectedHash, early, range }, ctx);
    },
  });
}

export const insertLines = createInsertLines();

const notOnePlace = (start: number, end: number): ToolFailure =>
  fail(
    'validation_failed',
    `line_end ${end} is not line_start ${start}: lines are inserted at one place. Use replace_lines to replace some.`,
  );

function notInFile(at: number, shown: string, total: number | undefined): ToolFailure {
  const use =
    total === undefined
      ? `read_file ${shown} and use the numbers it has now`
      : `${shown} has ${plural(total, 'line')}, so use 1 to ${total + 1}`;
  return fail('validation_failed', `There is no line ${at} to insert before: ${use}.`);
}
