import { repairWords } from '../../session/export-session.js';
import { type StoredSession, summarizeSession } from '../../session/sessions.js';
import { type TranscriptEntry, transcriptOf } from '../../session/transcript.js';
import { safeLine, safeText } from '../safe-text.js';
import { renderCall, renderLevel, renderResult } from './call-line.js';
import { shortTime } from './session-lines.js';
import type { Style } from './style.js';

/** A stored conversation for a terminal. */
export function renderTranscript(session: StoredSession, style: Style): string {
  const { id, openedAt, workspace, model, parent } = summarizeSession(session);
  const of = parent === undefined ? [] : [`subagent ${safeLine(parent.name)} of ${safeLine(parent.sessionId)}`];
  const head = [id, shortTime(openedAt), safeLine(workspace ?? '?'), safeLine(model ?? '?'), ...of].join(' · ');
  return [style.dim(head), ...transcriptOf(session.events).map((entry) => renderEntry(entry, style))].join('\n');
}

export function renderEntry(entry: TranscriptEntry, style: Style): string {
  if (entry.kind === 'person') return `\n${style.bold('>')} ${indent(safeText(entry.text))}`;
  if (entry.kind === 'model') return `\n${safeText(entry.text)}`;
  if (entry.kind === 'end')
    return style.yellow(`! ${safeText(entry.end.message ?? `The turn ended: ${entry.end.reason}.`)}`);
  if (entry.kind === 'child') {
    const { name, title, childId, end } = entry;
    return style.dim(`  ↳ ${safeLine(name)} (${safeLine(childId)}, ${end?.status ?? 'not ended'}): ${safeLine(title)}`);
  }
  if (entry.kind === 'repair')
    return style.yellow(`! ${repairWords(entry.repaired)}\n  ${safeLine(entry.repaired.damage)}`);
  const { settlement, questions } = entry;
  const asked = questions.map(({ answer }) => style.dim(`  ? asked: ${safeLine(answer ?? 'not answered yet')}`));
  const result = settlement === undefined ? 'open' : renderResult(settlement);
  return [
    `${style.cyan('•')} ${renderCall(entry.name, entry.arguments)}${renderLevel(entry.level, style)}`,
    ...asked,
    `  ${style.dim('⎿')} ${result}`,
  ].join('\n');
}

const indent = (text: string): string => text.trimEnd().replaceAll('\n', '\n  ');
