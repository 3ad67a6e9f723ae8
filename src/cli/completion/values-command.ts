import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { reportError } from '../report-error.js';
import { safeLine } from '../safe-text.js';
import { completionValues } from './completion-values.js';

/** Longer than this nobody waits at a prompt. */
const deadlineMs = 2000;

/**
 * `toolwright completion values KIND`: one value a line, then a tab and what it says. It stands between a person and the
 * next key: it is silent when something is wrong, and gives up after a while.
 */
export async function valuesCommand(invocation: Invocation, host: Host): Promise<number> {
  try {
    const values = completionValues(invocation.arguments[0] ?? '', { host, invocation });
    for (const { value, says = '' } of (await withinDeadline(values)) ?? [])
      host.stdout.write(says === '' ? `${value}\n` : `${value}\t${safeLine(says)}\n`);
  } catch (error) {
    if (host.env['TOOLWRIGHT_DEBUG'] === '1') return reportError(error, host);
  }
  return exitCodes.answered;
}

async function withinDeadline<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
