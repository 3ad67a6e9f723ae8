import { defined } from '../../base/defined.js';
import { sha256, startSha256 } from '../../base/digest.js';
import { cutEnd, humanSize } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { parseBlobAddress } from '../../workspace/blob-address.js';
import { checkText } from '../text-content.js';
import { collectLines, type LineRange, type LineSlice } from './line-range.js';

/** What was read of a file. */
export type ReadContent =
  | (LineSlice & {
      readonly kind: 'text';
      /** Of the whole; undefined when the file is so large that only the part was read, and `totalLines` is no total then. */
      readonly hash: string | undefined;
      /** What else has to be said of it. */
      readonly note?: string;
    })
  | {
      readonly kind: 'image';
      readonly hash: string;
      readonly mediaType: string;
      readonly bytes: number;
      readonly blob: string;
    }
  /** The message says what it is. */
  | { readonly kind: 'binary'; readonly message: string };

/** Up to here a file is read to its end, to count its lines and to know it again. */
const maxCountedBytes = 600_000_000;
/** In base64 this is what every provider takes. */
const maxImageBytes = 3_750_000;
const progressBytes = 100_000_000;

/** Reads a file once, from its start, in bounded memory: what it is is told by its first bytes. */
export async function readContent(place: Place, range: LineRange, ctx: RunContext): Promise<ReadContent | ToolFailure> {
  const lines = collectLines(range);
  const hash = startSha256();
  let kind: ContentKind = { kind: 'text' };
  let bytes = 0;
  let reported = 0;
  let whole = true;
  const failed = await ctx.workspace.scan(place, (piece) => {
    if (bytes === 0) kind = contentKind(piece, place);
    if (kind.kind !== 'text') return false;
    bytes += piece.length;
    lines.push(piece);
    whole = place.size <= maxCountedBytes || !lines.complete;
    if (!whole || ctx.signal.aborted) return false;
    hash.update(piece);
    if (bytes - reported >= progressBytes) {
      reported = bytes;
      ctx.progress(`${place.shown}: read ${humanSize(bytes)} of ${humanSize(place.size)}\n`);
    }
    return true;
  });
  if (isFailure(failed)) return failed;
  if (ctx.signal.aborted) return fail('cancelled', `Reading ${place.shown} was cancelled.`);
  if (kind.kind === 'text') return { kind: 'text', ...lines.end(), hash: whole ? hash.digest('hex') : undefined };
  return readOther(kind, place, { range, ctx });
}

async function readOther(
  kind: Exclude<ContentKind, { kind: 'text' }>,
  place: Place,
  { range, ctx }: { readonly range: LineRange; readonly ctx: RunContext },
): Promise<ReadContent | ToolFailure> {
  if (kind.kind === 'binary') return { kind: 'binary', message: kind.failure.message };
  if (kind.kind === 'image') return readImage(place, kind.mediaType, ctx);
  const { readPdf } = await import('./pdf-text.js');
  const pdf = await readPdf(place, ctx);
  if (isFailure(pdf)) return pdf;
  const note = pdf.read === pdf.pages ? undefined : `the text of ${pdf.read} of its ${pdf.pages} pages`;
  return {
    kind: 'text',
    ...sliceOf(Buffer.from(pdf.text), range),
    hash: sha256(pdf.bytes),
    ...defined({ note }),
  };
}

/** The picture is kept beside the events: the one that names it shows it to the model. */
async function readImage(place: Place, mediaType: string, ctx: RunContext): Promise<ReadContent | ToolFailure> {
  const tooLarge = fail(
    'validation_failed',
    `${place.shown} is a picture of ${humanSize(place.size)}; those of at most ${humanSize(maxImageBytes)} can be shown. Make it smaller with run_command.`,
  );
  if (place.size > maxImageBytes) return tooLarge;
  const content = await ctx.workspace.read(place, { maxBytes: maxImageBytes });
  if (isFailure(content)) return content;
  const blob = await ctx.blobs.write(content);
  return { kind: 'image', hash: sha256(content), mediaType, bytes: content.length, blob };
}

export async function readBlob(address: string, range: LineRange, ctx: RunContext): Promise<ReadContent | ToolFailure> {
  if (parseBlobAddress(address) === undefined) {
    return fail(
      'validation_failed',
      `${cutEnd(address, 90)} is no blob address: it is blob: and 64 hexadecimal digits, as named in the result that was cut.`,
    );
  }
  const content = await ctx.blobs.read(address);
  if (content === undefined) {
    return fail(
      'not_found',
      `${address} is not kept here. Copy the address exactly, or run the call again that gave it.`,
    );
  }
  return { kind: 'text', ...sliceOf(content, range), hash: sha256(content) };
}

function sliceOf(content: Uint8Array, range: LineRange): LineSlice {
  const lines = collectLines(range);
  lines.push(content);
  return lines.end();
}

/** What a file holds, told by its first bytes. */
type ContentKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'image'; readonly mediaType: string }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'binary'; readonly failure: ToolFailure };

function contentKind(head: Uint8Array, file: { readonly shown: string; readonly size: number }): ContentKind {
  const mediaType = imageType(head);
  if (mediaType !== undefined) return { kind: 'image', mediaType };
  if (startsWith(head, '%PDF-')) return { kind: 'pdf' };
  const failure = checkText(head, file);
  return failure === undefined ? { kind: 'text' } : { kind: 'binary', failure };
}

/** The pictures that models read. */
function imageType(head: Uint8Array): string | undefined {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'image/gif';
  return startsWith(head, 'RIFF') && startsWith(head.subarray(8), 'WEBP') ? 'image/webp' : undefined;
}

/** Each character of the mark is one byte. */
function startsWith(head: Uint8Array, mark: string): boolean {
  for (let at = 0; at < mark.length; at += 1) if (head[at] !== mark.charCodeAt(at)) return false;
  return true;
}
