import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, systemCode, ToolwrightError } from '../../base/error.js';
import { plural } from '../../base/text.js';
import { renderJsonLines, renderMarkdown } from '../../session/export-session.js';
import { findSession, readSession, summarizeSession } from '../../session/sessions.js';
import { exportFormats } from '../../systems/export-formats.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { trustedExitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { readMaskedSession, tellDamage } from './read-masked-session.js';

/** `toolwright sessions export ID`: its events as JSON lines, the conversation as Markdown, or its calls as another system has them. */
export async function exportCommand(invocation: Invocation, host: Host): Promise<number> {
  if (invocation.text('format') === 'set-aside') return exportSetAside(invocation, host);
  const session = await readMaskedSession(invocation.arguments[0] ?? '', invocation, host);
  const format = invocation.text('format') ?? 'jsonl';
  const render = format === 'markdown' ? renderMarkdown : await exportFormats[format]?.();
  const text = (render ?? renderJsonLines)(session);
  writeExport(text, `${plural(session.events.length, 'event')} of ${session.id}`, { invocation, host });
  return tellDamage(session, host);
}

/** What repairs took out of a session, a row a line, as it was found. */
async function exportSetAside(invocation: Invocation, host: Host): Promise<number> {
  return withStore(invocation, host, async (store) => {
    const id = await findSession(store, invocation.arguments[0] ?? '');
    const { workspace } = summarizeSession(await readSession(store, id));
    const rows = (await trustedExitMask(store, host, workspace)).value(await store.setAside(id));
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeExport(text, `${plural(rows.length, 'event')} set aside of ${id}`, { invocation, host });
    return exitCodes.answered;
  });
}

/** Writes an export to stdout, or to the new file that `--output` names. `what` says what it is. */
function writeExport(
  text: string,
  what: string,
  { invocation, host }: { readonly invocation: Invocation; readonly host: Host },
): void {
  const output = invocation.text('output') ?? '-';
  if (output === '-') {
    host.stdout.write(text);
    return;
  }
  writeNew(resolve(host.cwd, output), text);
  host.stderr.write(`${safeLine(output)}: ${what}\n`);
}

/** A conversation holds what its person holds: only they can read the file, and no other file is overwritten. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const why = systemCode(error) === 'EEXIST' ? 'it exists already; remove it or name another file' : messageOf(error);
    throw new ToolwrightError('bad-usage', `--output ${safeLine(path)}: ${safeLine(why)}`);
  }
}
