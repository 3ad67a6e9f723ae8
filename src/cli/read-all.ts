import type { Host } from './host.js';
import { usageError } from './usage-error.js';

export interface ReadAllOptions {
  /** The most characters that are read. */
  readonly most: number;
  /** What is read, for the message when there is more. */
  readonly what: string;
  readonly command: string;
}

/** Everything that comes on stdin. */
export async function readAll(stdin: Host['stdin'], { most, what, command }: ReadAllOptions): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > most) throw usageError(`${what} from stdin is longer than ${most} characters.`, command);
  }
  return text;
}
