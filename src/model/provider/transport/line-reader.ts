import { StringDecoder } from 'node:string_decoder';
import { maxEventLength, type SseReader } from './sse.js';

/** Reads one frame a line, however the bytes are cut. Linear: an unfinished line is kept as a rope and never searched twice. */
export function createLineReader(onLine: (data: string, event: string) => void): SseReader {
  const decoder = new StringDecoder('utf8');
  let line = '';
  let lines = 0;

  const read = (text: string): boolean => {
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      const whole = line + text.slice(at, end);
      line = '';
      at = end + 1;
      if (whole.length > maxEventLength) return false;
      lines += 1;
      onLine(whole, '');
    }
    if (at < text.length) line += text.slice(at);
    return line.length <= maxEventLength;
  };

  return {
    push: (chunk) => read(typeof chunk === 'string' ? chunk : decoder.write(chunk as Buffer)),
    end() {
      const rest = decoder.end();
      if (line !== '' || rest !== '') read(`${rest}\n`);
    },
    get lines() {
      return lines;
    },
  };
}
