import { randomBytes } from 'node:crypto';
import { defined } from '../../base/defined.js';
import { cutEnd, humanSize } from '../../base/text.js';
import { withoutUser } from '../../policy/net/redirect.js';
import type { RunContext } from '../../tool/context.js';
import type { NetResponse } from '../../tool/net.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { isRefusal, refuse } from '../file/stale-file.js';
import { contentTypeOf, type PageFormat, type PageText, pageText } from './page/page-text.js';
import { savePage } from './save-plan.js';
import { statusFailure } from './status-failure.js';
import { requestOf, type WebFetchArguments, type WebFetchCarry } from './web-request.js';
import type { WebResult } from './web-result.js';

interface FetchContext {
  readonly carry: WebFetchCarry;
  /** Where the call does not say it. */
  readonly format: PageFormat;
  readonly usualChars: number;
  readonly bare: boolean;
}

/** Sends the request of a call and makes of the answer what the call asked for. */
export async function fetchPage(
  args: WebFetchArguments,
  ctx: RunContext,
  context: FetchContext,
): Promise<WebResult | ToolFailure> {
  const { carry } = context;
  if (carry !== undefined && isRefusal(carry)) return refuse(carry, ctx);
  const onProgress = progressOf(ctx);
  const response = await ctx.net.request({ ...requestOf(args), signal: ctx.signal, onProgress });
  if (isFailure(response)) return response;
  const failed = response.status >= 400;
  if (carry !== undefined && !failed) {
    const saved = await savePage(carry, response.body, ctx);
    if (isFailure(saved)) return saved;
    return { ...resultOf(response, nothing, args, context), saved_to: saved.path };
  }
  const page = await readPage(response, args, { ctx, context });
  if (ctx.signal.aborted) return fail('cancelled', 'The page was not read to its end: the call was ended.');
  if (!failed) return resultOf(response, page, args, context);
  // What a server says with an error is mostly the same whatever was asked.
  const most = Math.min(args.max_chars ?? maxErrorChars, maxErrorChars);
  return statusFailure(response, resultOf(response, page, { ...args, max_chars: most }, context));
}

const maxErrorChars = 2000;
const nothing: PageText = { text: '', notes: [] };

async function readPage(
  response: NetResponse,
  { method, format }: WebFetchArguments,
  { ctx, context }: { readonly ctx: RunContext; readonly context: FetchContext },
): Promise<PageText> {
  if (method === 'HEAD') return { text: headerLines(response), notes: [] };
  const { location } = response.headers;
  if (response.status >= 300 && response.status < 400 && location !== undefined)
    return { text: `Location: ${location}`, notes: ['It answered with a redirect, which was not followed.'] };
  return pageText(response, {
    format: format ?? context.format,
    links: !context.bare,
    signal: ctx.signal,
    async readPdf(bytes) {
      const { parsePdf } = await import('../file/pdf-text.js');
      const pdf = await parsePdf(bytes, { shown: response.url }, ctx);
      return isFailure(pdf) ? pdf : pdf.text;
    },
  });
}

const headerLines = ({ headers }: NetResponse): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function resultOf(
  response: NetResponse,
  { text, title, notes }: PageText,
  { url: asked, offset = 0, max_chars }: WebFetchArguments,
  { usualChars, bare }: FetchContext,
): WebResult {
  const { url, status, body, kept, redirects } = response;
  const from = Math.min(offset, text.length);
  return {
    url,
    ...(redirects > 0 && { asked: withoutUser(new URL(asked)).href }),
    status,
    content_type: contentTypeOf(response),
    ...defined({ title }),
    text: cutEnd(text.slice(from), max_chars ?? usualChars),
    mark: randomBytes(6).toString('hex'),
    bytes: body.length,
    offset: from,
    total_chars: text.length,
    ...(kept === true && { kept }),
    notes: [...notes],
    ...(bare && { bare }),
  };
}

/** Tells whoever watches of an answer that takes its time. */
function progressOf(ctx: RunContext): (bytes: number) => void {
  let told = 0;
  return (bytes) => {
    if (bytes < told + progressBytes) return;
    told = bytes;
    ctx.progress(`${humanSize(bytes)} received\n`);
  };
}

const progressBytes = 1_000_000;
