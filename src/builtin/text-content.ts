import { humanSize } from '../base/text.js';
import { fail, type ToolFailure } from '../tool/outcome.js';

/** How much of a file is looked at to tell text from anything else. */
const headBytes = 8192;

/** Undefined for text; otherwise a failure that says what the content is and how to look at it. */
export function checkText(
  content: Uint8Array,
  { shown, size }: { readonly shown: string; readonly size: number },
): ToolFailure | undefined {
  const reason = binaryReason(content.subarray(0, headBytes));
  if (reason === undefined) return undefined;
  return fail(
    'validation_failed',
    `${shown} is not UTF-8 text (${reason}, ${humanSize(size)}). Look at it with run_command (file, xxd, strings, iconv), or use another file.`,
  );
}

/** The text of a whole file, exactly (a BOM stays); undefined when some byte of it is not UTF-8. */
export function decodeExactly(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

function binaryReason(head: Uint8Array): string | undefined {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return 'it looks like UTF-16';
  if (head.includes(0)) return 'it holds NUL bytes';
  try {
    // A character cut by the end of the head is no fault.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return undefined;
  } catch {
    return 'it holds invalid bytes';
  }
}
