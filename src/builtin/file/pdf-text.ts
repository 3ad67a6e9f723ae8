import { packagePath } from '../../base/package-path.js';
import { cutEnd, humanSize } from '../../base/text.js';
import { parseTrusted } from '../../base/trusted-json.js';
import type { RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';

export interface PdfText {
  readonly bytes: Uint8Array;
  /** A line names each page, its text follows. */
  readonly text: string;
  readonly pages: number;
  /** How many of them were read. */
  readonly read: number;
}

const maxBytes = 50_000_000;
const maxPages = 500;
const maxChars = 2_000_000;
const maxOutput = 8 * maxChars;
const timeoutMs = 20_000;

/**
 * The text of a PDF. A file can be made to keep its reader busy, or to fill its memory: it is read in a process of its own,
 * within a deadline, and that one ends alone.
 */
export async function readPdf(place: Place, ctx: RunContext): Promise<PdfText | ToolFailure> {
  if (place.size > maxBytes) {
    return fail(
      'validation_failed',
      `${place.shown} is a PDF of ${humanSize(place.size)}; those of at most ${humanSize(maxBytes)} are read. Use run_command with a program that splits it.`,
    );
  }
  const bytes = await ctx.workspace.read(place, { maxBytes });
  return isFailure(bytes) ? bytes : parsePdf(bytes, place, ctx);
}

/** The text of a PDF that is there already; `shown` names it. */
export async function parsePdf(
  bytes: Uint8Array,
  { shown }: Pick<Place, 'shown'>,
  ctx: Pick<RunContext, 'process' | 'workspace' | 'signal'>,
): Promise<PdfText | ToolFailure> {
  const output: Buffer[] = [];
  let length = 0;
  const end = await ctx.process.run({
    command: [process.execPath, '--max-old-space-size=512', '-e', program, '--', packagePath('unpdf')],
    own: true,
    cwd: ctx.workspace.root,
    input: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    timeoutMs,
    signal: ctx.signal,
    onOutput(chunk, stream) {
      if (stream !== 'stdout' || length > maxOutput) return;
      output.push(Buffer.from(chunk));
      length += chunk.length;
    },
  });
  if (end.state === 'cancelled') return fail('cancelled', `Reading ${shown} was cancelled.`);
  if (end.state === 'timed-out') return unreadable(shown, `it takes longer than ${timeoutMs / 1000} s`);
  const answer = parseTrusted(Buffer.concat(output).toString()) as Partial<Answer> | undefined;
  if (answer?.text !== undefined) return { bytes, pages: 0, read: 0, ...answer, text: answer.text };
  return unreadable(shown, answer?.problem ?? 'its reader broke off');
}

interface Answer extends Omit<PdfText, 'bytes'> {
  readonly problem: string;
}

const unreadable = (shown: string, why: string): ToolFailure =>
  fail(
    'parse_error',
    `${shown} cannot be read as a PDF: ${cutEnd(why, 200)}. Use another file, or ask the user for one that can.`,
  );

const program = `
const { readFileSync, writeSync } = require('node:fs');
const answer = (value) => {
  const bytes = Buffer.from(JSON.stringify(value));
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
  process.exit(0);
};
const read = async () => {
  const { getDocumentProxy } = require(process.argv[1]);
  const bytes = Buffer.from(readFileSync(0, 'latin1'), 'base64');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 });
  const parts = [];
  let read = 0;
  for (let chars = 0; read < Math.min(pdf.numPages, ${maxPages}) && chars < ${maxChars}; ) {
    read += 1;
    const page = await pdf.getPage(read);
    const { items } = await page.getTextContent();
    page.cleanup();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\\n' : '') : '')).join('');
    chars += text.length;
    parts.push('[page ' + read + ' of ' + pdf.numPages + ']', text.slice(0, ${maxChars}).trimEnd());
  }
  return { text: parts.join('\\n').toWellFormed(), pages: pdf.numPages, read };
};
const explain = (error) => error?.name === 'PasswordException' ? 'it is encrypted, and a password is needed' : String(error?.message ?? error);
read().then(answer, (error) => answer({ problem: explain(error) }));
`;
