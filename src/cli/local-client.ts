import { defined } from '../base/defined.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import type { ClientPort, OpenRequest, SessionState, SettingsChange } from '../client/client-port.js';
import type { ModelWords } from '../client/host-table.js';
import { createLocalHost } from '../client/local-host.js';
import { type SessionWatch, watchSession } from '../client/watch-session.js';
import { flagsAgainstLocks } from '../config/managed-lock.js';
import type { ModelFlags } from '../config/model-choice/model-spec.js';
import type { Model } from '../model/model.js';
import type { AnswerOrigin } from '../run/question.js';
import type { SessionOptions } from '../session/options.js';
import { openSession } from '../session/session.js';
import { chooseModel } from './choose-model.js';
import type { Host } from './host.js';
import { safeLine } from './safe-text.js';
import type { Start } from './start.js';
import { usageError } from './usage-error.js';

/** Sessions of this process, by the settings in force, for one face. */
export interface LocalClient {
  readonly port: ClientPort;
  watch(state: SessionState): SessionWatch;
  /** Closes the sessions that are open; the store stays open. */
  close(): Promise<void>;
}

/** A model that is ready, and why it is this one. */
interface OpenedModel {
  readonly model: Model;
  readonly choice?: ModelWords;
}

export interface LocalClientOptions {
  readonly start: Start;
  readonly host: Host;
  /** The model that `start.flags` mean. */
  readonly chosen: OpenedModel;
  /** Who the face is for, and by which channel they come. */
  readonly origin: AnswerOrigin;
  /** What this face has otherwise than the settings say: who answers, where the log goes, what it leaves out. */
  readonly session: Partial<SessionOptions> & Pick<SessionOptions, 'onAsk' | 'log'>;
}

export function openClient({ start, host, chosen, origin, session: own }: LocalClientOptions): LocalClient {
  const { store, config, settings } = start;
  let current: OpenedModel & { readonly flags: ModelFlags } = { flags: start.flags, ...chosen };
  const modelFor = async (flags: ModelFlags): Promise<OpenedModel> => {
    if (JSON.stringify(flags) !== JSON.stringify(current.flags))
      current = { flags, ...(await chooseModel(flags, { config, env: host.env })) };
    return current;
  };
  const refuse = ({ mode, riskMode }: SettingsChange): string | undefined => {
    const [locked] = flagsAgainstLocks(config, [
      { flag: '/mode', path: ['mode'], value: mode },
      { flag: '/risk', path: ['risk'], value: riskMode },
    ]);
    return locked === undefined ? undefined : safeLine(locked);
  };
  const open = async (wanted: OpenRequest) => {
    const { session, workspace, mode, riskMode, activeFile, profile: named, model: flags = current.flags } = wanted;
    const refusal = refuse(defined({ mode, riskMode }));
    if (refusal !== undefined) throw new ToolwrightError('bad-usage', refusal);
    if (named !== undefined) throw usageError('The profile is chosen when the program starts: use --profile NAME.');
    const { model, choice } = await modelFor(flags);
    const profile = session === start.session ? start.profile : await start.profileOf(session);
    return {
      session: await openSession({
        model,
        store,
        env: host.env,
        ...settings,
        ...own,
        ...defined({ session, workspace, mode, riskMode, activeFile, profile }),
      }),
      ...defined({ choice }),
    };
  };
  const table = createLocalHost({
    store,
    open,
    openModel: modelFor,
    refuse,
    async listServers(workspace) {
      const { listConfigured } = await import('./servers/list-configured.js');
      return listConfigured(workspace, { store, config, host });
    },
    async mask(workspace) {
      const { exitMask } = await import('./exit-mask.js');
      return exitMask(host, workspace);
    },
  });
  const port = table.clientFor(origin);
  const onThrown = (error: unknown): void => own.log?.warn(`a listener threw: ${messageOf(error)}`);
  return { port, watch: (state) => watchSession(port, state, { onThrown }), close: table.close };
}
