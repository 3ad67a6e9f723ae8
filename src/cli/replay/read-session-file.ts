import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, ToolwrightError } from '../../base/error.js';
import { parseJson } from '../../base/json.js';
import type { SessionRecord } from '../../session/event.js';
import type { StoredSession } from '../../session/sessions.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** The events of a file as `replay --redact` and `sessions export` write it: one JSON object a line. */
export async function readSessionFile(file: string, { cwd }: Pick<Host, 'cwd'>): Promise<StoredSession> {
  const events = textOf(resolve(cwd, file))
    .split('\n')
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => eventOf(line, `${safeLine(file)}:${number}`));
  const opened = events.find((event) => event.type === 'session-opened');
  if (opened === undefined) throw new ToolwrightError('bad-usage', `${safeLine(file)} holds no session.`);
  return { id: opened.body.sessionId, events };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ToolwrightError('bad-usage', `--file ${safeLine(path)}: ${safeLine(messageOf(error))}`);
  }
}

function eventOf(line: string, place: string): SessionRecord {
  const parsed = parseJson(line);
  const event = (parsed.ok ? parsed.value : undefined) as Partial<SessionRecord> | undefined | null;
  if (typeof event?.type === 'string' && typeof event.body === 'object' && event.body !== null)
    return event as SessionRecord;
  throw new ToolwrightError('bad-usage', `${place} is no event: give a file of \`toolwright replay --redact\`.`);
}
