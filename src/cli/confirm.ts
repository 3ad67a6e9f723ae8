import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Invocation } from './command.js';
import { type Host, isTerminal } from './host.js';
import { usageError } from './usage-error.js';

type Streams = Pick<Host, 'stdin' | 'stderr'>;

const settleMs = 300;

/** Asks on the terminal; only a yes is one, and the end of the input is none. */
export async function confirm(question: string, { stdin, stderr }: Streams): Promise<boolean> {
  await dropTyped(stdin);
  // Its end was typed too: nobody will answer.
  if ('readableEnded' in stdin && stdin.readableEnded) return false;
  const lines = createInterface({ input: stdin, output: stderr });
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  const answer = await Promise.race([lines.question(question), ended]).catch(() => undefined);
  // What is said next begins on a line of its own, also after Ctrl+C or the end of the input.
  if (answer === undefined) stderr.write('\n');
  lines.close();
  return /^y(?:es)?$/i.test(answer?.trim() ?? '');
}

/** Lines a person typed before the question could be read were meant for something else. */
async function dropTyped(stdin: Streams['stdin']): Promise<void> {
  if (!('setRawMode' in stdin)) return;
  const drop = (): void => {};
  stdin.on('data', drop);
  await sleep(settleMs);
  stdin.off('data', drop);
  stdin.pause();
}

interface Asked {
  readonly invocation: Invocation;
  readonly host: Host;
  /** What `--yes` is for, in words. */
  readonly to: string;
  readonly command: string;
}

/** Whether the person agrees, as `--yes` says without asking. Throws where nobody can be asked. */
export async function agrees(question: string, { invocation, host, to, command }: Asked): Promise<boolean> {
  if (invocation.flag('yes')) return true;
  if (isTerminal(host.stdin)) return confirm(`${question} [y/N] `, host);
  throw usageError(`Without a terminal nobody can be asked: give --yes to ${to}.`, command);
}
