import { firstLine, plural } from '../../base/text.js';
import type { SessionSummary } from '../../session/sessions.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** One line a session: id, when, messages, folder, first words. */
export function renderSessions(sessions: readonly SessionSummary[], env: Host['env']): string {
  const rows = sessions.map((session) => [
    session.id,
    shortTime(session.lastAt),
    plural(session.messages, 'message'),
    safeLine(shortFolder(session.workspace ?? '?', env)),
    session.damage === undefined ? safeLine(firstLine(session.firstMessage ?? '', 60)) : '(damaged)',
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
