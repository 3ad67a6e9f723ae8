import type { Readable } from 'node:stream';
import { parseTrusted } from '../../base/trusted-json.js';

/** Longer than any text that may be written to a command, however it is escaped. */
const maxLine = 2 ** 20;

/** Reads one JSON value a line. What is none, or does not end, ends the stream. */
export function onJsonLines(stream: Readable, take: (value: object) => void, maxLength = maxLine): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = parseTrusted(line);
      if (typeof value !== 'object' || value === null) return void stream.destroy();
      take(value);
    }
    if (rest.length > maxLength) stream.destroy();
  });
}

export const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;
