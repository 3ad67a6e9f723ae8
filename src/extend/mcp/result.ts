import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { defined } from '../../base/defined.js';
import { randomText } from '../../base/id.js';
import { boundText, humanSize } from '../../base/text.js';
import { wrapUntrusted } from '../../policy/taint/untrusted-text.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { BlobPort } from '../../tool/port.js';
import type { ImageRef } from '../../tool/tool.js';

/** What a tool of a server answered. */
export interface ServerResult {
  readonly text: string;
  /** Sets what the server said apart from words of ours. */
  readonly mark: string;
  readonly structured?: unknown;
  readonly images?: readonly ImageRef[];
}

const maxText = 1_000_000;
const maxImageBytes = 5_000_000;
const maxImages = 20;
const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Keeps the pictures of a result, and makes the rest text. Links are told of; nothing is fetched. */
export async function readResult(
  { content, structuredContent, isError }: CallToolResult,
  { server, blobs }: { readonly server: string; readonly blobs: Pick<BlobPort, 'write'> },
): Promise<ServerResult | ToolFailure> {
  const images: ImageRef[] = [];
  const parts: string[] = [];
  for (const block of content ?? []) {
    const image = images.length < maxImages ? imageOf(block) : undefined;
    if (image === undefined) parts.push(textOf(block));
    else {
      images.push({ mediaType: image.mediaType, blob: await blobs.write(image.bytes) });
      parts.push(`[picture ${images.length}: ${image.mediaType}, ${humanSize(image.bytes.length)}]`);
    }
  }
  const text = boundText(parts.join('\n'), maxText, (left) => `\n[… ${left} characters left out …]\n`);
  if (isError === true)
    return fail(
      'io_error',
      `The MCP server ${server} says that it failed${text === '' ? ', without a word.' : `:\n${untrusted(server, text)}`}`,
    );
  const structured = boundStructured(structuredContent, text);
  return {
    text,
    mark: newMark(),
    ...defined({ structured }),
    ...(images.length > 0 && { images }),
  };
}

/** Servers repeat what is structured as text, for clients that know nothing else: once is enough. */
function boundStructured(structured: unknown, text: string): unknown {
  if (structured === undefined) return undefined;
  const json = JSON.stringify(structured);
  if (json.length > maxText || isSame(text, json)) return undefined;
  return structured;
}

function isSame(text: string, json: string): boolean {
  if (text.length > 4 * json.length + 100) return false;
  return text.replaceAll(/\s/g, '') === json.replaceAll(/\s/g, '');
}

export function showResult(server: string, result: ServerResult): string {
  const text = displayResult(result);
  return text === '' ? 'It answered nothing.' : untrusted(server, text, result.mark);
}

/** For people, who see whose call it was. */
export const displayResult = ({ text, structured }: ServerResult): string =>
  [...(text === '' ? [] : [text]), ...(structured === undefined ? [] : [JSON.stringify(structured)])].join('\n');

/** What a server says is data, whatever it asks for. */
export const untrusted = (server: string, text: string, mark = newMark()): string =>
  wrapUntrusted({ text, source: `the MCP server ${server}`, mark });

export const newMark = (): string => randomText(12);

function imageOf(block: ContentBlock): { readonly mediaType: string; readonly bytes: Uint8Array } | undefined {
  if (block.type !== 'image' || !shownTypes.includes(block.mimeType)) return undefined;
  const bytes = Buffer.from(block.data, 'base64');
  return bytes.length === 0 || bytes.length > maxImageBytes ? undefined : { mediaType: block.mimeType, bytes };
}

function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return `[link to the resource ${block.uri}: ${block.name}; not looked at]`;
  if (block.type === 'resource')
    return 'text' in block.resource
      ? `[resource ${block.resource.uri}]\n${block.resource.text}`
      : `[resource ${block.resource.uri}: ${humanSize(block.resource.blob.length)} that are no text]`;
  return `[${block.type}: ${'mimeType' in block ? block.mimeType : 'unknown'}, not shown]`;
}
