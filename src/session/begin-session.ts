import { channel } from 'node:diagnostics_channel';
import { defined } from '../base/defined.js';
import { version } from '../base/version.js';
import { excerptOf } from '../policy/taint/excerpt.js';
import { byProgram } from './by-program.js';
import type { ParentLink, SessionEventBody, SessionRecord } from './event.js';
import { finishChanges } from './finish-changes.js';
import { recordRules } from './record-rules.js';
import { recoverCommand } from './recover-command.js';
import { recoverCommands } from './session-commands.js';
import { lastMode } from './session-mode.js';
import type { SessionParts } from './session-parts.js';
import { lastRiskMode } from './session-risk.js';
import { userPort } from './user-port.js';

/** For whoever watches which profiles a process opens: `{ name, session }`. */
const profiles = channel('toolwright:profile');

/** Records that the session is open, and settles what an earlier process left of its changes and its commands. */
export async function beginSession(
  parts: SessionParts,
  past: readonly SessionRecord[],
  parent: ParentLink | undefined,
): Promise<void> {
  const { store, options, place, stream, host, hooks } = parts;
  const { recorder } = stream;
  const { ports, captures, background } = host;
  const resumed = past.length > 0;
  recorder.record(openingOf(parts, past, parent));
  if (profiles.hasSubscribers) profiles.publish({ name: place.profile.name, session: parts.id });
  if (resumed && (await finishChanges(past, { recorder, ports, blobs: store.blobs }))) stream.used = true;
  if (options.policy === undefined) {
    await recordRules(store, { workspace: ports.workspace.root, rules: options.rules ?? [] });
  }
  if (await recoverCommands(past, { recorder, background })) stream.used = true;
  if (parts.children.recover()) stream.used = true;
  if (resumed) await recoverCommand(past, { captures, recorder, log: ports.log });
  await openExtensions(parts);
  hooks?.opened({ resumed, mode: parts.judges.mode.now, model: parts.state.model.name });
  taintByInstructions(parts);
}

/** What extensions reach of a session, while it is open. */
function openExtensions({ store, options, place, stream, tools, host, prefix }: SessionParts): Promise<void> {
  const { session, profile, workspace, clock, mask, log } = place;
  const { registry, extensions, exposed } = tools;
  const { process, net } = host.ports;
  return extensions.open({
    host: {
      session,
      profile,
      workspace,
      registry,
      activate: exposed.bring,
      process,
      net,
      env: options.env ?? {},
      clock,
      mask,
      log,
      past: stream.past,
      record: stream.recordAside,
      user: userPort(store),
    },
    onPrompt: prefix.refresh,
    onEntries: exposed.refresh,
  });
}

/** Instructions in files marked untrusted are part of every request: they have come in. */
function taintByInstructions({ place, judges }: SessionParts): void {
  const { instructions, mask } = place;
  for (const { path, text, untrusted } of instructions.found) {
    if (untrusted !== true) continue;
    const excerpt = excerptOf(text, (given) => mask.text(given).text);
    judges.taint.take({ kind: 'file', source: path, callId: '', excerpt });
  }
}

function openingOf(
  { id, place, state, judges }: SessionParts,
  past: readonly SessionRecord[],
  parent: ParentLink | undefined,
): readonly SessionEventBody[] {
  const { session, profile, workspace, instructions } = place;
  const { now: mode } = judges.mode;
  const { now: riskMode } = judges.risk;
  const opening: SessionEventBody = {
    type: 'session-opened',
    body: {
      sessionId: id,
      workspace: workspace.root,
      model: state.model.name,
      profile: profile.name,
      mode,
      ...defined({ riskMode }),
      version,
      actor: session.actor,
      instructions: instructions.paths,
      resumed: past.length > 0,
      ...defined({ parent }),
    },
  };
  const origin = byProgram(session);
  const from = lastMode(past);
  const fromRisk = lastRiskMode(past);
  const events: SessionEventBody[] = [opening];
  if (from !== undefined && from !== mode) events.push({ type: 'mode-changed', body: { from, to: mode, origin } });
  if (fromRisk !== undefined && riskMode !== undefined && fromRisk !== riskMode)
    events.push({ type: 'risk-mode-changed', body: { from: fromRisk, to: riskMode, origin } });
  return events;
}
