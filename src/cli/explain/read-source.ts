import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, ToolwrightError } from '../../base/error.js';
import type { SessionRecord } from '../../session/event.js';
import type { Invocation } from '../command.js';
import { type Host, isTerminal } from '../host.js';
import { readAll } from '../read-all.js';
import { readMaskedSession } from '../sessions/read-masked-session.js';
import { usageError } from '../usage-error.js';

/** A message to explain, and what is recorded of it. */
export interface Source {
  readonly from: string;
  readonly text: string;
  /** The events behind it, when it is one of a session. */
  readonly behind: readonly SessionRecord[];
  /** The profile of that session. */
  readonly profile?: string;
}

/** From stdin, a file, or the last answer of a session. */
export async function readSource(invocation: Invocation, host: Host): Promise<Source> {
  const [file] = invocation.arguments;
  const session = invocation.text('session');
  if (file !== undefined && session !== undefined) throw usageError('Name a file or a session, not both.', 'explain');
  if (session !== undefined) return lastAnswer(session, invocation, host);
  if (file !== undefined && file !== '-') return { from: file, text: await readText(file, host.cwd), behind: [] };
  if (isTerminal(host.stdin)) {
    host.stderr.write('Paste the message of a model, then press Ctrl+D on a line of its own.\n');
  }
  const text = await readAll(host.stdin, { most: maxCharacters, what: 'The message', command: 'explain' });
  return { from: 'stdin', text, behind: [] };
}

const maxCharacters = 16 * 1024 * 1024;

async function readText(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new ToolwrightError('bad-usage', `The message cannot be read from ${file}: ${messageOf(error)}`);
  }
}

async function lastAnswer(wanted: string, invocation: Invocation, host: Host): Promise<Source> {
  const { id, events } = await readMaskedSession(wanted, invocation, host);
  const at = events.findLastIndex(({ type }) => type === 'model-answered');
  const answer = events[at];
  if (answer?.type !== 'model-answered') {
    throw new ToolwrightError('bad-usage', `The session ${id} holds no answer of a model yet.`);
  }
  const opened = events.find(({ type }) => type === 'session-opened');
  return {
    from: `the last answer of session ${id}`,
    text: answer.body.text,
    behind: events.slice(at + 1),
    ...(opened?.type === 'session-opened' && { profile: opened.body.profile }),
  };
}
