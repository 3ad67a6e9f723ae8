import { exitCodes } from './exit-code.js';
import type { Host } from './host.js';

/** The answer to a line, as JSON. */
export interface LineAnswer {
  /** Whether the line could be read. */
  readonly ok: boolean;
  readonly json: string;
}

/**
 * Answers each line of stdin with one on stdout, in their order; blank ones are passed over. Of a line that is longer than `most`
 * one character more is kept, for whoever reads it to tell. Answers the exit code.
 */
export async function answerLines(
  host: Host,
  most: number,
  answer: (line: string) => LineAnswer | Promise<LineAnswer>,
): Promise<number> {
  const write = lineWriter(host);
  let code: number = exitCodes.answered;
  for await (const line of readLines(host.stdin, most)) {
    if (line.trim() === '') continue;
    const { ok, json } = await answer(line);
    if (!ok) code = exitCodes.failed;
    if (host.outputGone()) break;
    await write(json);
  }
  return code;
}

/** Writes no faster than is read, and waits for nobody who went away. */
function lineWriter({ stdout, onOutputGone }: Host): (line: string) => Promise<void> {
  let goOn = (): void => {};
  onOutputGone(() => goOn());
  return (line) =>
    new Promise((resolve) => {
      goOn = resolve;
      if (stdout.write(`${line}\n`)) resolve();
      else stdout.once('drain', resolve);
    });
}

/** The lines of stdin, without their ends. */
async function* readLines(stdin: Host['stdin'], most: number): AsyncGenerator<string> {
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
