import { cutEnd, plural } from '../../base/text.js';
import type { Difference } from '../../session/replay/compare-events.js';
import type { ReplayReport } from '../../session/replay/replay-session.js';
import { safeLine } from '../safe-text.js';

type Report = ReplayReport & { readonly session: string };

/** What a replay found, for people. */
export function renderReplay(report: Report, version: string): string {
  const { session, turns, events, differences, left, versions, redacted } = report;
  const found = differences.length === 0 ? 'no difference' : plural(differences.length, 'difference');
  const listed = (why: string): string =>
    left
      .filter((one) => one.why === why)
      .map(({ type, count }) => `${count} ${safeLine(type)}`)
      .join(', ');
  const others = versions.filter((one) => one !== version);
  return [
    ...differences.map(renderDifference),
    `${plural(turns, 'turn')} of ${safeLine(session)}, ${plural(events, 'event')} compared: ${found}.`,
    ...(listed('doing') === '' ? [] : [`Left out, as nothing is run again: ${listed('doing')}.`]),
    ...(listed('unknown') === '' ? [] : [`Left out, as this version does not know them: ${listed('unknown')}.`]),
    ...(others.length === 0
      ? []
      : [`Recorded by version ${others.map((one) => safeLine(one)).join(', ')}; this is ${version}.`]),
    ...(redacted ? ['The session is redacted: of its words only the form was compared.'] : []),
  ].join('\n');
}

function renderDifference({ turn, seq, type, callId, path, recorded, replayed }: Difference): string {
  const place = [
    `turn ${turn}`,
    ...(seq === undefined ? [] : [`event ${seq}`]),
    `${type}${callId === undefined ? '' : ` ${callId}`}`,
  ].join(', ');
  const from = firstOther(recorded, replayed);
  return [
    safeLine(`${place}${path === '' ? '' : `: ${path}`}`),
    `  recorded: ${shown(recorded, from)}`,
    `  replayed: ${shown(replayed, from)}`,
  ].join('\n');
}

/** A little of what is the same stands before what is not. */
const lead = 40;
const maxShown = 300;

function firstOther(recorded: unknown, replayed: unknown): number {
  if (typeof recorded !== 'string' || typeof replayed !== 'string') return 0;
  let at = 0;
  while (at < recorded.length && recorded[at] === replayed[at]) at += 1;
  return Math.max(0, at - lead);
}

function shown(value: unknown, from: number): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value.slice(from) : (JSON.stringify(value) ?? '');
  return `${from > 0 ? '…' : ''}${safeLine(cutEnd(text, maxShown))}${text.length > maxShown ? '…' : ''}`;
}
