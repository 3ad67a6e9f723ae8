import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, ToolwrightError } from '../../base/error.js';
import { parseJson } from '../../base/json.js';
import { cutEnd, plural } from '../../base/text.js';
import { version } from '../../base/version.js';
import { configPaths } from '../../config/config-paths.js';
import { hasProfile, openProfile } from '../../config/profile/open-profile.js';
import type { SessionRecord } from '../../session/event.js';
import { renderJsonLines } from '../../session/export-session.js';
import type { Difference } from '../../session/replay/compare-events.js';
import { redactSession } from '../../session/replay/redact-session.js';
import { type ReplayOptions, type ReplayReport, replaySession } from '../../session/replay/replay-session.js';
import { findSession, readSession, type StoredSession, summarizeSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { tellDamage } from '../sessions/read-masked-session.js';

/** `toolwright replay`: runs a recorded session again against its record, and tells every difference. */
export async function replayCommand(invocation: Invocation, host: Host): Promise<number> {
  const stored = await readRecorded(invocation, host);
  const exit = exitMask(host, summarizeSession(stored).workspace);
  if (invocation.flag('redact')) {
    const events = redactSession(exit.value(stored.events));
    host.stdout.write(renderJsonLines({ ...stored, events }));
    return tellDamage(stored, host);
  }
  const report = exit.value({
    session: stored.id,
    ...(await replaySession(stored.events, await replayOptions(stored, host))),
  });
  host.stdout.write(`${invocation.flag('json') ? renderJson(report) : renderReplay(report, version)}\n`);
  const told = tellDamage(stored, host);
  return report.differences.length > 0 ? exitCodes.failed : told;
}

/** A profile of the user's own counts as it is now; where its file is gone, the default one does. */
async function replayOptions({ events }: StoredSession, { env }: Host): Promise<ReplayOptions> {
  const opened = events.find(({ type }) => type === 'session-opened');
  const name = opened?.type === 'session-opened' ? opened.body.profile : undefined;
  const paths = configPaths({ env, platform: process.platform });
  return name !== undefined && hasProfile(name, paths) ? { profile: await openProfile(name, paths) } : {};
}

function readRecorded(invocation: Invocation, host: Host): Promise<StoredSession> {
  const [session] = invocation.arguments;
  const file = invocation.text('file');
  if ((session === undefined) === (file === undefined))
    throw new ToolwrightError('bad-usage', 'Say which session to replay: its id, last, or --file FILE.');
  if (file !== undefined) return readSessionFile(file, host);
  return withStore(invocation, host, async (store) => readSession(store, await findSession(store, session ?? '')));
}

type Report = ReplayReport & { readonly session: string };

/** What a replay found, for people. */
function renderReplay(report: Report, version: string): string {
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

/** The events of a file as `replay --redact` and `sessions export` write it: one JSON object a line. */
async function readSessionFile(file: string, { cwd }: Pick<Host, 'cwd'>): Promise<StoredSession> {
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
