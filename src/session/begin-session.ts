import { channel } from 'node:diagnostics_channel';
import { defined } from '../base/defined.js';
import { version } from '../base/version.js';
import type { SessionHooks } from '../extend/hook/session-hooks.js';
import { excerptOf } from '../policy/taint/excerpt.js';
import type { Store } from '../store/store.js';
import { byProgram } from './by-program.js';
import type { SessionChildren } from './child/create-children.js';
import type { ParentLink, SessionEventBody, SessionRecord } from './event.js';
import { finishChanges } from './finish-changes.js';
import { lastMode } from './last-mode.js';
import type { SessionHost } from './open-host.js';
import type { SessionJudges } from './open-judges.js';
import type { SessionTools } from './open-tools.js';
import type { SessionOptions } from './options.js';
import { recordRules } from './record-rules.js';
import { recoverCommand } from './recover-command.js';
import type { RequestPrefix } from './request-prefix.js';
import { recoverCommands } from './session-commands.js';
import type { SessionPlace } from './session-place.js';
import type { SessionState } from './session-state.js';
import type { SessionStream } from './session-stream.js';
import { userPort } from './user-port.js';

/** The parts of a session that are needed for it. */
interface Begun {
  readonly id: string;
  readonly store: Store;
  readonly place: SessionPlace;
  readonly state: Pick<SessionState, 'model'>;
  readonly stream: SessionStream;
  readonly tools: SessionTools;
  readonly judges: Pick<SessionJudges, 'mode' | 'taint'>;
  readonly host: SessionHost;
  readonly hooks: SessionHooks | undefined;
  readonly children: Pick<SessionChildren, 'recover'>;
  readonly prefix: Pick<RequestPrefix, 'refresh'>;
}

interface Beginning {
  readonly options: SessionOptions;
  readonly past: readonly SessionRecord[];
  /** The session it works for. */
  readonly parent?: ParentLink | undefined;
}

/** For whoever watches which profiles a process opens: `{ name, session }`. */
const profiles = channel('toolwright:profile');

/** Records that the session is open, and settles what an earlier process left of its changes and its commands. */
export async function beginSession(core: Begun, { options, past, parent }: Beginning): Promise<void> {
  const { store, place, stream, host, hooks } = core;
  const { recorder } = stream;
  const { ports, captures, background } = host;
  const resumed = past.length > 0;
  recorder.record(openingOf(core, past, parent));
  if (profiles.hasSubscribers) profiles.publish({ name: place.profile.name, session: core.id });
  if (resumed && (await finishChanges(past, { recorder, ports, blobs: store.blobs }))) stream.used = true;
  if (options.policy === undefined) {
    await recordRules(store, { workspace: ports.workspace.root, rules: options.rules ?? [] });
  }
  if (await recoverCommands(past, { recorder, background })) stream.used = true;
  if (core.children.recover()) stream.used = true;
  if (resumed) await recoverCommand(past, { captures, recorder, log: ports.log });
  await openExtensions(core, options);
  hooks?.opened({ resumed, mode: core.judges.mode.now, model: core.state.model.name });
  taintByInstructions(core);
}

/** What extensions reach of a session, while it is open. */
function openExtensions({ store, place, stream, tools, host, prefix }: Begun, options: SessionOptions): Promise<void> {
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
function taintByInstructions({ place, judges }: Begun): void {
  const { instructions, mask } = place;
  for (const { path, text, untrusted } of instructions.found) {
    if (untrusted !== true) continue;
    const excerpt = excerptOf(text, (given) => mask.text(given).text);
    judges.taint.take({ kind: 'file', source: path, callId: '', excerpt });
  }
}

function openingOf(
  core: Begun,
  past: readonly SessionRecord[],
  parent: ParentLink | undefined,
): readonly SessionEventBody[] {
  const { id, place, state, judges } = core;
  const { session, profile, workspace, instructions } = place;
  const { now: mode } = judges.mode;
  const opening: SessionEventBody = {
    type: 'session-opened',
    body: {
      sessionId: id,
      workspace: workspace.root,
      model: state.model.name,
      profile: profile.name,
      mode,
      version,
      actor: session.actor,
      instructions: instructions.paths,
      resumed: past.length > 0,
      ...defined({ parent }),
    },
  };
  const from = lastMode(past);
  if (from === undefined || from === mode) return [opening];
  return [opening, { type: 'mode-changed', body: { from, to: mode, origin: byProgram(session) } }];
}
