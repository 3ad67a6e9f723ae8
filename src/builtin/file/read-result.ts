import { humanSize, plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';

/** What read_file answers: lines of a text, or a picture. */
export const readResult = objectOf({
  path: { type: 'string' },
  content: { type: 'string' },
  'line_start?': { type: 'integer' },
  'line_end?': { type: 'integer' },
  'total_lines?': { type: 'integer', description: 'Absent where a very large file was read only in part.' },
  'content_hash?': { type: 'string', description: 'Of the whole file; absent as total_lines is.' },
  'whole?': { type: 'boolean', description: 'All of the file is here.' },
  'truncated?': { type: 'boolean' },
  'max_bytes?': { type: 'integer', description: 'Where the start of a file was asked for: how much at most.' },
  'numbered?': { type: 'boolean' },
  'notice?': { type: 'string' },
  'note?': { type: 'string' },
  'image?': objectOf({ media_type: { type: 'string' }, bytes: { type: 'integer' }, blob: { type: 'string' } }),
});

export type ReadResult = FromSchema<typeof readResult>;

export function showRead(result: ReadResult): string {
  const { path, content, line_start = 0, total_lines, whole, numbered, notice, note, image } = result;
  if (image !== undefined) return describeImage(path, image);
  if (total_lines === 0) return `${path} is empty.`;
  const text = numbered === true ? numberLines(content, line_start) : content;
  const said = [whole === true ? [] : [describeLines(result)], notice ?? [], note ?? []].flat();
  return said.length === 0 ? text : `${text}\n[${said.join('; ')}]`;
}

export function displayRead(result: ReadResult): string {
  const { path, total_lines = 0, whole, image } = result;
  if (image !== undefined) return describeImage(path, image);
  return whole === true ? `${path}: ${plural(total_lines, 'line')}` : `${path}: ${describeLines(result)}`;
}

const describeImage = (path: string, { media_type, bytes }: NonNullable<ReadResult['image']>): string =>
  `${path} is a picture (${media_type}, ${humanSize(bytes)}).`;

const describeLines = ({ line_start, line_end, total_lines }: ReadResult): string =>
  `lines ${line_start}-${line_end} of ${total_lines ?? 'more'}`;

function numberLines(content: string, start: number): string {
  return content
    .split('\n')
    .map((line, index) => `${start + index}: ${line}`)
    .join('\n');
}
