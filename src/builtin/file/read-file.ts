import { sha256 } from '../../base/digest.js';
import { cutEnd, humanSize, plural } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { isBlobAddress, parseBlobAddress } from '../../workspace/blob-address.js';
import { placeFact, refuseMissing, refusePlace, resolvePlace } from '../place-fact.js';
import { checkText, headBytes } from '../text-content.js';
import { fitPage } from './line-page.js';
import { sliceLines } from './line-range.js';
import { missingFile } from './missing-file.js';

const maxWholeBytes = 10_000_000;
const maxRangedBytes = 256_000_000;
/** What the words around the content and their escapes take of the result. */
const overhead = 700;

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Reads a text file, or a kept output by its blob: address. Lines are numbered "N: text" from 1; the numbers are not part of the file. ' +
    'A long file is given up to the result limit with the line_start to go on from; use line_start and line_end to read a part.',
  category: 'FileSystem',
  group: 'search',
  source: 'builtin',
  capabilities: ['workspace'],
  effects: 'none',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Relative to the workspace, absolute, or a blob: address.' },
      line_start: { type: 'integer', minimum: 1, description: 'First line, from 1. Default 1.' },
      line_end: {
        type: 'integer',
        minimum: 1,
        description: 'Last line, inclusive. Default: as far as the result limit allows.',
      },
      column_start: {
        type: 'integer',
        minimum: 1,
        description: 'First character of the first line, for lines too long for one result. Default 1.',
      },
      numbered: { type: 'boolean', description: 'Put the line number before each line. Default true.' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  result: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      content: { type: 'string' },
      line_start: { type: 'integer' },
      line_end: { type: 'integer' },
      total_lines: { type: 'integer' },
      content_hash: { type: 'string' },
      truncated: { type: 'boolean' },
      numbered: { type: 'boolean' },
      notice: { type: 'string' },
    },
    required: ['path', 'content', 'line_start', 'line_end', 'total_lines', 'content_hash', 'truncated', 'numbered'],
    additionalProperties: false,
  },

  async plan(args, ctx) {
    if (isBlobAddress(args.path)) return { facts: [], preview: { kind: 'arguments' } };
    const place = resolvePlace(args.path, ctx);
    if (isFailure(place)) return place;
    if (place.kind === 'missing') return refuseMissing(place, await missingFile(place, ctx.workspace));
    if (place.kind !== 'file') return refusePlace(place, 'read', notReadable(place));
    return { facts: [placeFact('read', place)], preview: { kind: 'arguments' }, carry: place };
  },

  async run(args, ctx, carry: Place | ToolFailure | undefined) {
    const start = args.line_start ?? 1;
    const end = args.line_end ?? Number.POSITIVE_INFINITY;
    if (end < start)
      return fail(
        'validation_failed',
        `line_end ${end} is before line_start ${start}. Swap them, or leave line_end out.`,
      );
    if (isFailure(carry)) return carry;
    const ranged = args.line_start !== undefined || args.line_end !== undefined;
    const content = carry === undefined ? await readBlob(args.path, ctx) : await readPlace(carry, ranged, ctx);
    if (isFailure(content)) return content;
    const path = carry?.shown ?? args.path;
    const room = Math.max(200, ctx.resultLimit - overhead - 2 * path.length);
    const column = args.column_start ?? 1;
    const { lines, totalLines } = sliceLines(content, { start, end, maxBytes: 4 * (room + column) });
    if (start > Math.max(1, totalLines)) {
      return fail(
        'validation_failed',
        `line_start ${start} is beyond the end: ${path} has ${plural(totalLines, 'line')}.`,
      );
    }
    if (column > Math.max(1, lines[0]?.length ?? 0)) {
      return fail(
        'validation_failed',
        `column_start ${column} is beyond the end: line ${start} has ${plural(lines[0]?.length ?? 0, 'character')}.`,
      );
    }
    const hash = sha256(content);
    if (carry !== undefined) ctx.change.saw(carry, hash);
    const numbered = args.numbered ?? true;
    const page = fitPage(lines, { start, column, wanted: Math.min(end, totalLines) - start + 1, room, numbered });
    return {
      path,
      content: page.lines.join('\n'),
      line_start: totalLines === 0 ? 0 : start,
      line_end: totalLines === 0 ? 0 : start + page.lines.length - 1,
      total_lines: totalLines,
      content_hash: hash,
      truncated: page.notice !== undefined,
      numbered,
      ...(page.notice !== undefined && { notice: page.notice }),
    };
  },

  show({ path, content, line_start, line_end, total_lines, numbered, notice }) {
    if (total_lines === 0) return `${path} is empty.`;
    const text = numbered ? numberLines(content, line_start) : content;
    if (notice !== undefined) return `${text}\n[lines ${line_start}-${line_end} of ${total_lines}; ${notice}]`;
    return line_start > 1 || line_end < total_lines
      ? `${text}\n[lines ${line_start}-${line_end} of ${total_lines}]`
      : text;
  },
  display: ({ path, line_start, line_end, total_lines }) =>
    line_start <= 1 && line_end === total_lines
      ? `${path}: ${plural(total_lines, 'line')}`
      : `${path}: lines ${line_start}-${line_end} of ${total_lines}`,
});

function notReadable({ shown, kind }: Place): ToolFailure {
  return kind === 'directory'
    ? fail('validation_failed', `${shown} is a folder, not a file. Use list_dir for a folder, or name a file in it.`)
    : fail('validation_failed', `${shown} is no regular file but a device, pipe or socket. Name a regular file.`);
}

async function readBlob(address: string, ctx: RunContext): Promise<Uint8Array | ToolFailure> {
  if (parseBlobAddress(address) === undefined) {
    return fail(
      'validation_failed',
      `${cutEnd(address, 90)} is no blob address: it is blob: and 64 hexadecimal digits, as named in the result that was cut.`,
    );
  }
  const content = await ctx.blobs.read(address);
  return (
    content ??
    fail('not_found', `${address} is not kept here. Copy the address exactly, or run the call again that gave it.`)
  );
}

async function readPlace(place: Place, ranged: boolean, ctx: RunContext): Promise<Uint8Array | ToolFailure> {
  const head = await ctx.workspace.peek(place, headBytes);
  if (isFailure(head)) return head;
  const binary = checkText(head, place);
  if (binary !== undefined) return binary;
  const maxBytes = ranged ? maxRangedBytes : maxWholeBytes;
  return place.size > maxBytes ? tooLarge(place, ranged) : ctx.workspace.read(place, { maxBytes });
}

function tooLarge(place: Place, ranged: boolean): ToolFailure {
  const size = `${place.shown} has ${humanSize(place.size)}`;
  return ranged
    ? fail(
        'validation_failed',
        `${size}; parts of files up to ${humanSize(maxRangedBytes)} are read. Use grep, or run_command with sed, head or tail.`,
      )
    : fail(
        'validation_failed',
        `${size}; at most ${humanSize(maxWholeBytes)} are read at once. Give line_start and line_end, or search it with grep.`,
      );
}

function numberLines(content: string, start: number): string {
  return content
    .split('\n')
    .map((line, index) => `${start + index}: ${line}`)
    .join('\n');
}
