import { firstLine, plural } from '../base/text.js';
import type { Level } from '../policy/policy.js';
import type { Question } from '../run/question.js';
import type { SessionRepaired } from './event.js';
import { type StoredSession, summarizeSession } from './sessions.js';
import { type TranscriptEntry, transcriptOf } from './transcript.js';

/** The events as they are stored, one JSON object a line. */
export function renderJsonLines({ events }: StoredSession): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** The conversation as a Markdown document. */
export function renderMarkdown(session: StoredSession): string {
  const { id, openedAt, workspace, model } = summarizeSession(session);
  const head = [
    `# Session ${id}`,
    [
      `- opened: ${new Date(openedAt).toISOString()}`,
      `- workspace: ${code(workspace ?? 'unknown')}`,
      `- model: ${code(model ?? 'unknown')}`,
      ...(session.damage === undefined ? [] : [`- damaged: ${code(session.damage)}`]),
    ].join('\n'),
  ];
  return `${[...head, ...transcriptOf(session.events).map(markdownEntry)].join('\n\n')}\n`;
}

function markdownEntry(entry: TranscriptEntry): string {
  if (entry.kind === 'person') return `## Person\n\n${quote(entry.text)}`;
  if (entry.kind === 'model') return `## Model\n\n${quote(entry.text)}`;
  if (entry.kind === 'end') {
    const { reason, message } = entry.end;
    return [`*The turn ended: ${reason}.*`, ...(message === undefined ? [] : [quote(message)])].join('\n\n');
  }
  if (entry.kind === 'child') {
    const { name, childId, title, end } = entry;
    return `*Subagent ${name} (${childId}), ${end?.status ?? 'not ended'}:* ${code(firstLine(title))}`;
  }
  if (entry.kind === 'repair') return [`*${repairWords(entry.repaired)}*`, quote(entry.repaired.damage)].join('\n\n');
  const { settlement, questions } = entry;
  return [
    `### Call ${code(entry.name)}${settlement === undefined ? ' (open)' : `: ${settlement.outcome}`}${levelMark(entry.level)}`,
    fence(entry.arguments, 'json'),
    ...questions.map(({ question, answer }) =>
      quote(`Asked: ${questionWords(question)}. Answer: ${answer ?? 'none yet'}.`),
    ),
    ...(settlement === undefined ? [] : [fence(settlement.content, '')]),
  ].join('\n\n');
}

/** What a repair left and took. */
export const repairWords = ({ validUntil, setAside }: SessionRepaired): string =>
  `The session was damaged and cut back to event ${validUntil}: ${plural(setAside, 'event')} that followed were set aside.`;

/** Nothing is said of what is safe. */
const levelMark = (level: Level | undefined): string => (level === undefined || level === 'safe' ? '' : `, ${level}`);

function questionWords(question: Question): string {
  return question.kind === 'input' ? firstLine(question.text) : `${question.level}, ${question.reasons.join('; ')}`;
}

/** A quotation ends only where its lines end: no heading, fence or comment in the text reaches beyond it. */
function quote(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** A fence longer than any run of backticks in the text, so that the text cannot end it. */
function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${text.replaceAll(/[\r\n]+/g, ' ')}${space}${ticks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
