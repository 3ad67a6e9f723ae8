import { isToolwrightError, messageOf } from '../base/error.js';
import { exitCodeOfError } from './exit-code.js';
import type { Host } from './host.js';
import { safeText } from './safe-text.js';

/** Tells what went wrong on stderr and answers the exit code. A stack is shown only when asked for. */
export function reportError(error: unknown, { stderr, env }: Pick<Host, 'stderr' | 'env'>): number {
  stderr.write(`${describeError(error, env['TOOLWRIGHT_DEBUG'] === '1')}\n`);
  return exitCodeOfError(error);
}

export function describeError(error: unknown, debug: boolean): string {
  const message = safeText(messageOf(error));
  const stack = debug && error instanceof Error ? `\n${safeText(error.stack ?? '')}` : '';
  if (isToolwrightError(error)) return `toolwright: ${message}${stack}`;
  const hint = debug ? '' : ' TOOLWRIGHT_DEBUG=1 shows where it happened.';
  return `toolwright: ${message}\nThis is a defect of Toolwright; please report it.${hint}${stack}`;
}
