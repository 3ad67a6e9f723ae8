import { plural } from '../../base/text.js';
import { renderJsonLines, renderMarkdown } from '../../session/export-session.js';
import type { StoredSession } from '../../session/sessions.js';
import { renderToolResults } from '../../systems/local-harness/export-results.js';
import { renderSeedAudit } from '../../systems/seed/seed-audit.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { safeText } from '../safe-text.js';
import { exportSetAside } from './export-set-aside.js';
import { readMaskedSession } from './read-masked-session.js';
import { writeExport } from './write-export.js';

/** `toolwright sessions export ID`: its events as JSON lines, the conversation as Markdown, or its calls as another system has them. */
export async function exportCommand(invocation: Invocation, host: Host): Promise<number> {
  if (invocation.text('format') === 'set-aside') return exportSetAside(invocation, host);
  const session = await readMaskedSession(invocation.arguments[0] ?? '', invocation, host);
  const text = (renderers[invocation.text('format') ?? 'jsonl'] ?? renderJsonLines)(session);
  writeExport(text, `${plural(session.events.length, 'event')} of ${session.id}`, { invocation, host });
  if (session.damage === undefined) return exitCodes.answered;
  host.stderr.write(`toolwright: ${safeText(session.damage)}\n`);
  return exitCodes.failed;
}

const renderers: Readonly<Record<string, (session: StoredSession) => string>> = {
  jsonl: renderJsonLines,
  markdown: renderMarkdown,
  seed: renderSeedAudit,
  'local-harness': renderToolResults,
};
