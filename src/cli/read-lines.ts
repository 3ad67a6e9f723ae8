import type { Host } from './host.js';

/** The lines of stdin, without their ends. Of a line that is longer than `most` one character more is kept, to tell. */
export async function* readLines(stdin: Host['stdin'], most: number): AsyncGenerator<string> {
  let line = '';
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) {
    const [first = '', ...more] = String(chunk).split('\n');
    line = joined(line, first, most);
    for (const next of more) {
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
      line = joined('', next, most);
    }
  }
  if (line !== '') yield line;
}

const joined = (line: string, more: string, most: number): string =>
  line.length > most ? line : (line + more).slice(0, most + 1);
