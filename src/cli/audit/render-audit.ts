import { cutEnd, words } from '../../base/text.js';
import type { AuditRow } from '../../session/audit/audit-row.js';
import type { Fact } from '../../tool/fact.js';
import { escapeUnseen } from '../render-json.js';
import { safeLine, safeText } from '../safe-text.js';
import { shortTime } from '../view/session-lines.js';
import type { AuditFormat } from './audit-filter.js';

/** How a format begins, and how it tells a row; each ends its lines itself. */
export function auditRenderer(format: AuditFormat, { width }: { readonly width: number | undefined }) {
  if (format === 'jsonl')
    return { head: '', row: (row: AuditRow): string => `${escapeUnseen(JSON.stringify(asJson(row)))}\n` };
  if (format === 'csv') return { head: csvLine(columns), row: (row: AuditRow): string => csvLine(csvCells(row)) };
  const line = (text: string): string => `${fitted(text, width)}\n`;
  return {
    head: line(tableLine(['TIME', 'SESSION', 'WHAT', 'LEVEL', 'TOOL'], 'DETAILS')),
    row: (row: AuditRow): string => line(tableRow(row)),
  };
}

/** The names are fixed: programs go by them. */
function asJson({ at, ...row }: AuditRow): object {
  return { time: new Date(at).toISOString(), ...row };
}

const columns = words(`
  time kind session seq person callId tool verdict level mode by reasons facts digest answer who from outcome says kept
  damaged`) as readonly ('time' | Exclude<keyof AuditRow, 'at'>)[];

function csvCells(row: AuditRow): readonly string[] {
  return columns.map((column) => {
    if (column === 'time') return new Date(row.at).toISOString();
    if (column === 'facts') return (row.facts ?? []).map(factWords).join('; ');
    const value = row[column];
    return Array.isArray(value) ? value.join('; ') : String(value ?? '');
  });
}

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** As RFC 4180 says. What a spreadsheet would take for a formula begins with an apostrophe. */
function csvCell(given: string): string {
  const text = safeText(/^[=+\-@\t\r]/.test(given) ? `'${given}` : given);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function tableRow(row: AuditRow): string {
  const what = `${row.damaged ? '!' : ''}${row.verdict ?? row.kind}`;
  const session = cutEnd(row.session ?? '', sessionWidth);
  return tableLine([shortTime(row.at), session, what, row.level ?? '', row.tool ?? ''], details(row));
}

/** As much of an id as tells it from others. */
const sessionWidth = 14;
const widths = [16, sessionWidth, 8, 8, 14];

function tableLine(cells: readonly string[], rest: string): string {
  return [...cells.map((cell, at) => safeLine(cell).padEnd(widths[at] ?? 0)), safeLine(rest)].join('  ').trimEnd();
}

function fitted(line: string, width: number | undefined): string {
  return width === undefined || line.length <= width ? line : `${cutEnd(line, Math.max(0, width - 1))}…`;
}

function details(row: AuditRow): string {
  const parts = [
    row.says ?? '',
    row.facts === null ? '' : shortFacts(row.facts),
    row.by.length === 0 ? '' : `by ${row.by.join(', ')}`,
    row.kind === 'refusal' ? row.reasons.join('; ') : '',
    answerWords(row),
    row.outcome ?? '',
    row.kind === 'decision' && row.mode !== null ? `mode ${row.mode}` : '',
    row.kept ? 'kept of a deleted session' : '',
    row.damaged ? 'NOT WHAT WAS WRITTEN' : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function answerWords({ kind, answer, who, from }: AuditRow): string {
  const whose = who === null ? '' : `${who}${from === null ? '' : ` (${from})`}`;
  if (kind !== 'decision' && kind !== 'refusal') return whose;
  if (answer === null) return '';
  return whose === '' ? `${answer}: nobody was there` : `${answer}: ${whose}`;
}

function shortFacts(facts: readonly Fact[]): string {
  const [first] = facts;
  if (first === undefined) return '';
  return facts.length === 1 ? factWords(first) : `${factWords(first)} and ${facts.length - 1} more`;
}

const factWords = ({ kind, target, known }: Fact): string => `${kind} ${target}${known ? '' : ' (not fully known)'}`;
