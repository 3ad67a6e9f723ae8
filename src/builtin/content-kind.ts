import type { ToolFailure } from '../tool/outcome.js';
import { checkText } from './text-content.js';

/** What a file holds, told by its first bytes. */
export type ContentKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'image'; readonly mediaType: string }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'binary'; readonly failure: ToolFailure };

export function contentKind(head: Uint8Array, file: { readonly shown: string; readonly size: number }): ContentKind {
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
