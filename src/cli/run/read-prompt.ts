import type { Host } from '../host.js';
import { isTerminal } from '../host.js';
import { readAll } from '../read-all.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

const maxCharacters = 4_000_000;

/**
 * The prompt: the argument, or stdin when that is `-` or when there is none and stdin is not a terminal. With a `-` behind
 * it, what comes on stdin follows it. Undefined when a session is to be gone on with.
 */
export async function readPrompt(
  [given, rest]: readonly string[],
  options: { readonly hasSession: boolean; readonly stdin: Host['stdin'] },
): Promise<string | undefined> {
  if (given !== undefined && given !== '-') {
    if (rest === undefined) return notEmpty(given);
    if (rest !== '-')
      throw usageError(
        `Only - may stand behind the prompt, for stdin, not ${safeLine(rest)}. Put the prompt in quotes.`,
        'run',
      );
    return `${notEmpty(given)}\n\n${await readStdin(options.stdin)}`.trimEnd();
  }
  if (given === undefined && options.hasSession) return undefined;
  if (given === undefined && isTerminal(options.stdin)) throw noPrompt();
  return notEmpty(await readStdin(options.stdin));
}

const readStdin = async (stdin: Host['stdin']): Promise<string> =>
  (await readAll(stdin, { most: maxCharacters, what: 'The prompt', command: 'run' })).trimEnd();

function notEmpty(text: string): string {
  if (text.trim() === '') throw noPrompt();
  return text;
}

function noPrompt(): Error {
  return usageError(
    'There is no prompt: give it in quotes, pipe it in, or go on with a session by --session ID.',
    'run',
  );
}
