import type { CallToolResult } from '@modelcontextprotocol/server';
import { isTextType } from '../base/text-type.js';
import type { Settlement } from '../run/event.js';
import type { BlobStore } from '../store/store.js';
import type { ImageRef } from '../tool/tool.js';
import type { KeptResult } from './kept-results.js';

type Blocks = CallToolResult['content'];
type Blobs = Pick<BlobStore, 'read'>;

export interface ResultContext {
  readonly blobs: Blobs;
  /** What the call left. */
  readonly kept: readonly KeptResult[];
  /** The client knows of links to resources: those before 2025-06-18 refuse a result that has one. */
  readonly links: boolean;
}

/** The end of a call as a client reads it: the words a model would read, the pictures, and what else goes with them. */
export async function toolResult(settlement: Settlement, context: ResultContext): Promise<CallToolResult> {
  const { outcome, content, images = [], blob } = settlement;
  const pictures = await Promise.all(images.map((image) => picture(image, context.blobs)));
  const more = await Promise.all(
    context.kept.map((kept) => (kept.blob === blob ? link(kept, context) : enclosure(kept, context))),
  );
  return {
    content: [{ type: 'text', text: content }, ...pictures.flat(), ...more.flat()],
    isError: outcome !== 'ok',
  };
}

/** Why there is no end to tell of. */
export const toolFailure = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

async function picture({ blob, mediaType }: ImageRef, blobs: Blobs): Promise<Blocks> {
  const bytes = await blobs.read(blob).catch(() => undefined);
  if (bytes === undefined) return [{ type: 'text', text: `[the picture ${blob} cannot be read any more]` }];
  return [{ type: 'image', data: base64(bytes), mimeType: mediaType }];
}

const link = ({ uri, name, description, mediaType }: KeptResult, { links }: ResultContext): Blocks =>
  links ? [{ type: 'resource_link', uri, name, description, mimeType: mediaType }] : [];

/** What is more is told of, and read by who wants it. */
const maxEmbedded = 1_000_000;

async function enclosure(kept: KeptResult, context: ResultContext): Promise<Blocks> {
  const bytes = await context.blobs.read(kept.blob).catch(() => undefined);
  if (bytes === undefined || bytes.length > maxEmbedded) return link(kept, context);
  if (kept.mediaType.startsWith('audio/')) return [{ type: 'audio', data: base64(bytes), mimeType: kept.mediaType }];
  return [{ type: 'resource', resource: resourceContent(kept.uri, kept.mediaType, bytes) }];
}

/** Content as the protocol has it: text as it is, anything else in base64. */
export function resourceContent(uri: string, mimeType: string, content: string | Uint8Array) {
  if (typeof content === 'string') return { uri, mimeType, text: content };
  return isTextType(mimeType)
    ? { uri, mimeType, text: Buffer.from(content).toString('utf8') }
    : { uri, mimeType, blob: base64(content) };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
