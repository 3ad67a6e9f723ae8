/** The text of an answer, and how its bytes were read. */
export interface DecodedText {
  readonly text: string;
  readonly charset: string;
  /** Set when it had to be guessed, or is not what was said. */
  readonly note?: string;
}

/** A BOM beats the header, which beats what the page says of itself; without any of them it is UTF-8 or else Latin-1. */
export function decodeText(bytes: Uint8Array, contentType: string): DecodedText {
  const marked = bomOf(bytes);
  if (marked !== undefined) return decodeAs(bytes, marked);
  const said = /\bcharset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ?? saidWithin(bytes);
  if (said !== undefined) return decodeAs(bytes, said);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), charset: 'utf-8' };
  } catch {
    return { ...decodeAs(bytes, latin1), note: 'It names no charset and is not UTF-8: it was read as Latin-1.' };
  }
}

/** As browsers read Latin-1. */
const latin1 = 'windows-1252';

function decodeAs(bytes: Uint8Array, label: string): DecodedText {
  try {
    const decoder = new TextDecoder(label);
    return { text: decoder.decode(bytes), charset: decoder.encoding };
  } catch {
    // The name stands among words of ours.
    const named = /^[\w.:-]{1,20}$/.test(label) ? ` "${label}"` : '';
    const note = `Its charset${named} is not known: it was read as Latin-1.`;
    return { text: new TextDecoder(latin1).decode(bytes), charset: latin1, note };
  }
}

function bomOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** What a page says in its first bytes, which are ASCII up to there: `<meta charset>` or an XML declaration. */
function saidWithin(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
  const meta = /<meta\s[^>]{0,200}?\bcharset\s*=\s*["']?([^\s"';/>]+)/i.exec(head)?.[1];
  const said = meta ?? /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  // Who could read this in UTF-16 was wrong about it.
  return said === undefined || /^utf-?16/i.test(said) ? undefined : said;
}

const headBytes = 2048;
