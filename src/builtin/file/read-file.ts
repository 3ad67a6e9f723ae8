import { humanSize } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { isBlobAddress } from '../../workspace/blob-address.js';
import { placeFact, refuseMissing, refusePlace, resolvePlace } from '../place-fact.js';
import { traits } from '../traits.js';
import { missingFile } from './missing-file.js';
import {
  lineParameters,
  maxStartChars,
  offsetParameters,
  type ReadArguments,
  startParameters,
  wantedLines,
  wantedOffset,
  wantedStart,
} from './read-arguments.js';
import { readPage, roomFor } from './read-page.js';
import { displayRead, type ReadResult, readResult, showRead } from './read-result.js';

export interface ReadFileOptions {
  /**
   * How a part is asked for: by its first and last line, from 1, by how many lines stand before it and how many are wanted, or
   * only the start, by how many characters.
   */
  readonly range?: Range;
  /** Whether lines have numbers when the call does not say: `ranged` where a part is asked for. */
  readonly numbered?: boolean | 'ranged';
  /** The most lines of one result. */
  readonly maxLines?: number;
  /** Of a larger file only a part is read. */
  readonly wholeBytes?: number;
  /** A larger file is not read at all. */
  readonly maxBytes?: number;
  /** What a file that is no text fails as. */
  readonly binaryError?: 'validation_failed' | 'parse_error';
  /** The tool that gives lines of a file by their numbers; the arguments of this one do when absent. */
  readonly linesTool?: string;
}

type Range = 'lines' | 'offset' | 'start';

const usualWholeBytes = 10_000_000;

/** The tool that reads files. */
export function createReadFile(options: ReadFileOptions = {}) {
  const { range = 'lines', maxLines = Number.POSITIVE_INFINITY, binaryError = 'validation_failed' } = options;
  const base: 0 | 1 = range === 'offset' ? 0 : 1;
  return defineTool({
    ...traits.lookAtFiles,
    name: 'read_file',
    title: 'Read file',
    description: describe(range),
    help: `The path is relative to the workspace, absolute, or the blob: address of a kept output. Line numbers are not part of the file, and inclusive; ${partsBy[range]} ask for a part. A long file is given up to the result limit. column_start is the first character of the first line. numbered: whether lines have their numbers before them.`,
    ...(range === 'start' && { limits: { resultChars: 2 * maxStartChars } }),
    parameters: parametersOf(range, maxLines),
    result: readResult,

    async plan({ path }, ctx) {
      if (isBlobAddress(path)) return { facts: [], preview: { kind: 'arguments' } };
      const place = resolvePlace(path, ctx);
      if (isFailure(place)) return place;
      if (place.kind === 'missing') return refuseMissing(place, await missingFile(place, ctx.workspace));
      if (place.kind !== 'file') return refusePlace(place, 'read', notReadable(place));
      return { facts: [placeFact('read', place)], preview: { kind: 'arguments' }, carry: place };
    },

    async run(args: ReadArguments, ctx, carry: Place | ToolFailure | undefined) {
      const wanted = wantedBy[range](args);
      if (isFailure(wanted)) return wanted;
      if (isFailure(carry)) return carry;
      const refused = carry === undefined ? undefined : checkSize(carry, wanted.ranged, options);
      if (refused !== undefined) return refused;
      const curated =
        carry === undefined || wanted.ranged
          ? undefined
          : await readChosen(
              carry,
              options.linesTool === undefined ? `${partsBy[range]} give` : `${options.linesTool} gives`,
              ctx,
            );
      if (curated !== undefined) return curated;
      const numbered = args.numbered ?? (options.numbered === 'ranged' ? wanted.ranged : (options.numbered ?? true));
      const reading = { ...wanted, column: args.column_start ?? 1, numbered, maxLines, base, binaryError };
      return readPage(args.path, carry, { reading, ctx });
    },

    show: showRead,
    display: displayRead,
    images: ({ image }) => (image === undefined ? [] : [{ mediaType: image.media_type, blob: image.blob }]),
  });
}

const parametersOf = (range: Range, maxLines: number) =>
  range === 'offset' ? offsetParameters(maxLines) : range === 'lines' ? lineParameters : startParameters;

const wantedBy = { lines: wantedLines, offset: wantedOffset, start: wantedStart };

const partsBy = { lines: 'line_start and line_end', offset: 'offset and limit', start: 'max_bytes' };

const describe = (range: Range): string =>
  `Reads a text file, PDF, picture or blob: address. Lines come as "N: text" from ${range === 'offset' ? 0 : 1}. ` +
  (range === 'start' ? 'Of a long file the start is given, up to max_bytes.' : 'A long one tells where to go on.');

/** Where files are curated: the parts of a large one that matter to the conversation. */
async function readChosen(place: Place, others: string, ctx: RunContext): Promise<ReadResult | undefined> {
  const { curator, model } = ctx;
  if (curator === undefined || model === undefined) return undefined;
  const { readCurated } = await import('../curator/curated-read.js');
  return readCurated(place, { ctx, curator, model, room: roomFor(place.shown, ctx), others });
}

function notReadable({ shown, kind }: Place): ToolFailure {
  return kind === 'directory'
    ? fail('validation_failed', `${shown} is a folder, not a file. Use list_dir for a folder, or name a file in it.`)
    : fail('validation_failed', `${shown} is no regular file but a device, pipe or socket. Name a regular file.`);
}

function checkSize({ shown, size }: Place, ranged: boolean, options: ReadFileOptions): ToolFailure | undefined {
  const { wholeBytes = usualWholeBytes, maxBytes = Number.POSITIVE_INFINITY } = options;
  const has = `${shown} has ${humanSize(size)}`;
  if (size > maxBytes) {
    const advice =
      options.linesTool === undefined ? 'Search it' : `Use ${options.linesTool} for lines of it, or search it`;
    return fail('validation_failed', `${has}; files of at most ${humanSize(maxBytes)} are read. ${advice} with grep.`);
  }
  if (ranged || size <= wholeBytes) return undefined;
  return fail(
    'validation_failed',
    `${has}; at most ${humanSize(wholeBytes)} are read at once. Give ${partsBy[options.range ?? 'lines']}, or search it with grep.`,
  );
}

/** Made here, where all it is made of is there. */
export const readFile = createReadFile();
