import { isToolwrightError, messageOf, systemCode } from '../base/error.js';
import { exitCodeOfError } from './exit-code.js';
import type { Host } from './host.js';
import { safeText } from './safe-text.js';

/** Tells what went wrong on stderr and answers the exit code. A stack is shown only when asked for. */
export function reportError(
  error: unknown,
  { stderr, env }: Pick<Host, 'stderr' | 'env'>,
  mask = (text: string): string => text,
): number {
  stderr.write(`${mask(describeError(error, env['TOOLWRIGHT_DEBUG'] === '1'))}\n`);
  return exitCodeOfError(error);
}

export function describeError(error: unknown, debug: boolean): string {
  const message = safeText(messageOf(error));
  const stack = debug && error instanceof Error ? `\n${safeText(error.stack ?? '')}` : '';
  if (isToolwrightError(error)) return `toolwright: ${message}${stack}`;
  const advice = systemAdvice(error);
  if (advice !== undefined) return `toolwright: ${message}. ${advice}${stack}`;
  const hint = debug ? '' : ' TOOLWRIGHT_DEBUG=1 shows where it happened.';
  return `toolwright: ${message}\nThis is a defect of Toolwright; please report it.${hint}${stack}`;
}

/** What to do when the system refuses something; undefined for any other error. Codes of Node.js itself begin with ERR_. */
function systemAdvice(error: unknown): string | undefined {
  const code = systemCode(error) ?? '';
  if (!/^E[A-Z0-9]+$/.test(code)) return undefined;
  return advices[code] ?? 'The system refused it: look at what the message names, then try again.';
}

const full = 'Nothing more can be written there: free some space, or write elsewhere.';
const forbidden = 'You lack the rights for it: change them, or name another place.';

const advices: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'Nothing can be written there: name another place.',
  EMFILE: 'Too many files are open: close other programs, or raise the limit (ulimit -n).',
  ENFILE: 'Too many files are open: close other programs, or raise the limit.',
};
