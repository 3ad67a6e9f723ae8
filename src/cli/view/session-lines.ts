import { firstLine, plural } from '../../base/text.js';
import type { SessionSummary } from '../../session/sessions.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** One line a session: id, when, messages, folder, first words. Subagents stand below the session they work for. */
export function renderSessions(sessions: readonly SessionSummary[], env: Host['env']): string {
  const rows = inFamilies(sessions).map(({ session, depth }) => [
    session.id,
    shortTime(session.lastAt),
    plural(session.messages, 'message'),
    safeLine(shortFolder(session.workspace ?? '?', env)),
    session.damage === undefined ? firstWords(session, depth) : '(damaged)',
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

interface Member {
  readonly session: SessionSummary;
  /** How far below another of the list; 0 also where that is not in it. */
  readonly depth: number;
}

function inFamilies(sessions: readonly SessionSummary[]): readonly Member[] {
  const listed = new Set(sessions.map(({ id }) => id));
  const below = new Map<string, SessionSummary[]>();
  const heads: SessionSummary[] = [];
  for (const session of sessions) {
    const { parent, id } = session;
    if (parent === undefined || parent.sessionId === id || !listed.has(parent.sessionId)) heads.push(session);
    else below.set(parent.sessionId, [session, ...(below.get(parent.sessionId) ?? [])]);
  }
  const withBelow = (session: SessionSummary, depth: number): readonly Member[] => [
    { session, depth },
    ...(below.get(session.id) ?? []).flatMap((one) => withBelow(one, depth + 1)),
  ];
  return heads.flatMap((head) => withBelow(head, 0));
}

function firstWords({ firstMessage = '', parent }: SessionSummary, depth: number): string {
  const words = safeLine(firstLine(firstMessage, 60));
  if (parent === undefined) return words;
  const of = depth === 0 ? ` of ${safeLine(parent.sessionId)}` : '';
  return `${'  '.repeat(Math.max(0, depth - 1))}↳ ${safeLine(parent.name)}${of}: ${words}`;
}

/** Local time, to the minute. */
export function shortTime(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A path with the home folder as `~`. */
export function shortFolder(path: string, env: Host['env']): string {
  const home = env['HOME'];
  if (!home || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
