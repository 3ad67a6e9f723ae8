import type { ReadStream, WriteStream } from 'node:tty';
import { type Host, isTerminal } from '../host.js';
import type { ChatInput } from './input.js';
import { createPlainInput } from './plain-input.js';
import { createTerminalInput } from './terminal-input.js';

/** Line editing where the terminal can do it, plain lines everywhere else. */
export function openInput(host: Host): ChatInput {
  const { stdin, stdout, env } = host;
  const able = isTerminal(stdin) && isTerminal(stdout) && env['TERM'] !== 'dumb' && (env['TERM'] ?? '') !== '';
  return able
    ? createTerminalInput({ stdin: stdin as ReadStream, stdout: stdout as WriteStream })
    : createPlainInput(host);
}
