import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, systemCode, ToolwrightError } from '../../base/error.js';
import { plural } from '../../base/text.js';
import { renderSeedAudit } from '../../session/export-seed.js';
import { renderJsonLines, renderMarkdown } from '../../session/export-session.js';
import type { StoredSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { safeLine, safeText } from '../safe-text.js';
import { readMaskedSession } from './read-masked-session.js';

/** `toolwright sessions export ID`: its events as JSON lines, the conversation as Markdown, or its calls as Seed logs them. */
export async function exportCommand(invocation: Invocation, host: Host): Promise<number> {
  const session = await readMaskedSession(invocation.arguments[0] ?? '', invocation, host);
  const text = (renderers[invocation.text('format') ?? 'jsonl'] ?? renderJsonLines)(session);
  const given = invocation.text('output');
  const output = given === '-' ? undefined : given;
  if (output === undefined) host.stdout.write(text);
  else writeNew(resolve(host.cwd, output), text);
  if (output !== undefined)
    host.stderr.write(`${safeLine(output)}: ${plural(session.events.length, 'event')} of ${session.id}\n`);
  if (session.damage === undefined) return exitCodes.answered;
  host.stderr.write(`toolwright: ${safeText(session.damage)}\n`);
  return exitCodes.failed;
}

const renderers: Readonly<Record<string, (session: StoredSession) => string>> = {
  jsonl: renderJsonLines,
  markdown: renderMarkdown,
  seed: renderSeedAudit,
};

/** A conversation holds what its person holds: only they can read the file, and no other file is overwritten. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const why = systemCode(error) === 'EEXIST' ? 'it exists already; remove it or name another file' : messageOf(error);
    throw new ToolwrightError('bad-usage', `--output ${safeLine(path)}: ${safeLine(why)}`);
  }
}
