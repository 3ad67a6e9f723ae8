import { StringDecoder } from 'node:string_decoder';

/** The longest event that is read, in characters. */
export const maxEventLength = 4 * 1024 * 1024;

export type SseReader = ReturnType<typeof createSseReader>;

/**
 * Reads server-sent events however the bytes are cut: LF, CR and CRLF mixed, a code point in two pieces, a byte order
 * mark. Time and memory are linear: an unfinished line is kept as a rope and never searched twice.
 */
export function createSseReader(
  onEvent: (data: string, event: string) => void,
  options: { readonly maxLength?: number } = {},
) {
  const maxLength = options.maxLength ?? maxEventLength;
  const decoder = new StringDecoder('utf8');
  let started = false;
  let afterCr = false;
  let line = '';
  let data: string | undefined;
  let event = '';
  let lines = 0;

  const dispatch = (): void => {
    const whole = data;
    const name = event;
    data = undefined;
    event = '';
    if (whole !== undefined) onEvent(whole, name);
  };

  const takeLine = (text: string): void => {
    lines += 1;
    if (text === '') {
      dispatch();
    } else if (text.startsWith('data:')) {
      const value = text.slice(text.charCodeAt(5) === 0x20 ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (text.startsWith('event:')) {
      event = text.slice(6).trimStart();
    } else if (text === 'data') {
      data = data === undefined ? '' : `${data}\n`;
    }
  };

  const read = (chunk: string): boolean => {
    if (chunk === '') return true;
    const text = oneNewline(chunk);
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      const whole = line + text.slice(at, end);
      line = '';
      at = end + 1;
      if (whole.length + (data?.length ?? 0) > maxLength) return false;
      takeLine(whole);
    }
    if (at < text.length) line += text.slice(at);
    return line.length + (data?.length ?? 0) <= maxLength;
  };

  /** A CR ends its line at once; the LF that may follow, in this piece or the next, is part of it. */
  const oneNewline = (chunk: string): string => {
    let text = chunk;
    if (!started) {
      started = true;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    if (afterCr && text.charCodeAt(0) === 0x0a) text = text.slice(1);
    else if (text === '') return text;
    afterCr = text.charCodeAt(text.length - 1) === 0x0d;
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  };

  return {
    /** Reads the next bytes; false once an event grew over the limit: stop then. */
    push: (chunk: Uint8Array | string): boolean =>
      read(typeof chunk === 'string' ? chunk : decoder.write(chunk as Buffer)),
    /** Hands over what a server left without its closing blank line. */
    end() {
      read(decoder.end());
      if (line !== '') takeLine(line);
      line = '';
      dispatch();
    },
    /** How many whole lines were read so far. */
    get lines() {
      return lines;
    },
  };
}
