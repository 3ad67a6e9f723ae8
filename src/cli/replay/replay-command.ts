import { ToolwrightError } from '../../base/error.js';
import { version } from '../../base/version.js';
import { configPaths } from '../../config/config-paths.js';
import { hasProfile, openProfile } from '../../config/profile/open-profile.js';
import { renderJsonLines } from '../../session/export-session.js';
import { redactSession } from '../../session/replay/redact-session.js';
import { type ReplayOptions, replaySession } from '../../session/replay/replay-session.js';
import { findSession, readSession, type StoredSession, summarizeSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeText } from '../safe-text.js';
import { readSessionFile } from './read-session-file.js';
import { renderReplay } from './render-replay.js';

/** `toolwright replay`: runs a recorded session again against its record, and tells every difference. */
export async function replayCommand(invocation: Invocation, host: Host): Promise<number> {
  const stored = await readRecorded(invocation, host);
  const exit = exitMask(host, summarizeSession(stored).workspace);
  if (invocation.flag('redact')) {
    const events = redactSession(exit.value(stored.events));
    host.stdout.write(renderJsonLines({ ...stored, events }));
    return endWith(exitCodes.answered, stored, host);
  }
  const report = exit.value({
    session: stored.id,
    ...(await replaySession(stored.events, await replayOptions(stored, host))),
  });
  host.stdout.write(`${invocation.flag('json') ? renderJson(report) : renderReplay(report, version)}\n`);
  return endWith(report.differences.length === 0 ? exitCodes.answered : exitCodes.failed, stored, host);
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

/** What is before the damage was looked at all the same. */
function endWith(code: number, { damage }: StoredSession, host: Host): number {
  if (damage === undefined) return code;
  host.stderr.write(`toolwright: ${safeText(damage)}\n`);
  return exitCodes.failed;
}
