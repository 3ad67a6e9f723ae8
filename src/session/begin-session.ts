import { channel } from 'node:diagnostics_channel';
import type { TurnEnv } from '../agent/turn-env.js';
import { defined } from '../base/defined.js';
import { version } from '../base/version.js';
import type { OpenCaptures } from '../change/capture/open-captures.js';
import type { SessionHooks } from '../extend/hook/session-hooks.js';
import type { Model } from '../model/model.js';
import type { Mode } from '../policy/policy.js';
import type { HostPorts } from '../run/env.js';
import type { Recorder } from '../run/recorder.js';
import type { Store } from '../store/store.js';
import type { BackgroundHost } from '../tool/background.js';
import { byProgram } from './by-program.js';
import type { SessionChildren } from './child/create-children.js';
import type { ParentLink, SessionEventBody, SessionRecord } from './event.js';
import { finishChanges } from './finish-changes.js';
import type { SessionOptions } from './options.js';
import { recordRules } from './record-rules.js';
import { recoverCommand } from './recover-command.js';
import { recoverCommands } from './session-commands.js';
import type { SessionExtensions } from './session-extensions.js';

/** The parts of a session that are needed for it. */
interface Begun {
  readonly id: string;
  readonly store: Store;
  readonly recorder: Recorder;
  readonly ports: HostPorts;
  readonly captures: OpenCaptures;
  readonly background: BackgroundHost;
  readonly hooks: SessionHooks | undefined;
  readonly extensions: Pick<SessionExtensions, 'open'>;
  readonly children: Pick<SessionChildren, 'recover'>;
  readonly env: Pick<TurnEnv, 'session' | 'profile'>;
  readonly instructions: readonly string[];
  readonly mode: Mode;
  readonly model: Model;
  used: boolean;
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
  const { store, recorder, ports, captures, background, hooks } = core;
  const resumed = past.length > 0;
  recorder.record(openingOf(core, past, parent));
  if (profiles.hasSubscribers) profiles.publish({ name: core.env.profile.name, session: core.id });
  if (resumed && (await finishChanges(past, { recorder, ports, blobs: store.blobs }))) core.used = true;
  if (options.policy === undefined) {
    await recordRules(store, { workspace: ports.workspace.root, rules: options.rules ?? [] });
  }
  if (await recoverCommands(past, { recorder, background })) core.used = true;
  if (core.children.recover()) core.used = true;
  if (resumed) await recoverCommand(past, { captures, recorder, log: ports.log });
  await core.extensions.open();
  hooks?.opened({ resumed, mode: core.mode, model: core.model.name });
}

/** The mode a stored session was in when it ended. */
export function lastMode(past: readonly SessionRecord[]): Mode | undefined {
  const event = past.findLast(({ type }) => type === 'mode-changed' || type === 'session-opened');
  if (event?.type === 'mode-changed') return event.body.to;
  return event?.type === 'session-opened' ? event.body.mode : undefined;
}

function openingOf(
  core: Begun,
  past: readonly SessionRecord[],
  parent: ParentLink | undefined,
): readonly SessionEventBody[] {
  const { id, env, ports, model, mode, instructions } = core;
  const opening: SessionEventBody = {
    type: 'session-opened',
    body: {
      sessionId: id,
      workspace: ports.workspace.root,
      model: model.name,
      profile: env.profile.name,
      mode,
      version,
      actor: env.session.actor,
      instructions,
      resumed: past.length > 0,
      ...defined({ parent }),
    },
  };
  const from = lastMode(past);
  if (from === undefined || from === mode) return [opening];
  return [opening, { type: 'mode-changed', body: { from, to: mode, origin: byProgram(env.session) } }];
}
