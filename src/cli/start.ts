import type { LimitSettings } from '../agent/limits.js';
import type { Profile } from '../agent/profile.js';
import { attempt } from '../base/attempt.js';
import { defined } from '../base/defined.js';
import { findAgentFiles } from '../config/agent-files.js';
import { checkConfigExamples } from '../config/check-rule-examples.js';
import { homeOf } from '../config/config-paths.js';
import { flagsAgainstLocks, lockOf } from '../config/managed-lock.js';
import type { ModelFlags } from '../config/model-choice/model-spec.js';
import { type LoadedConfig, loadUserConfig, withWorkspace } from '../config/open-config.js';
import { refuseProblems, renderProblem } from '../config/problem.js';
import { userTools, workspaceTools } from '../config/tool-folders.js';
import { type InspectedContent, inspectTrust, type TrustInspection } from '../config/trust.js';
import type { ToolFolder } from '../extend/custom/tool-folder.js';
import type { Mode } from '../policy/policy.js';
import { analyseIn } from '../session/check-examples.js';
import { findSession } from '../session/sessions.js';
import type { Store } from '../store/store.js';
import { checkFile } from './check-file.js';
import { checkFolder } from './check-folder.js';
import { chooseModel, modelFlags } from './choose-model.js';
import { chosenRisk, goOnProfile, newProfile, storedProfile } from './chosen-profile.js';
import type { Invocation } from './command.js';
import type { Host } from './host.js';
import { givenLimits, limitFlags } from './limit-flags.js';
import { openStoreAt, storePlace } from './open-user-store.js';
import { ownFilesOf } from './own-files.js';
import { safeLine } from './safe-text.js';
import { type SessionSettings, sessionSettings } from './session-settings.js';
import { usageError } from './usage-error.js';

/** What the commands that talk to a model begin with: the settings in force, the store, and what is to be opened. */
export interface Start {
  readonly config: LoadedConfig;
  readonly store: Store;
  readonly flags: ModelFlags;
  /** The folder `-C` named. */
  readonly givenFolder: string | undefined;
  /** The folder of the session; undefined when that of a stored one is not known or gone. */
  readonly folder: string | undefined;
  /** How what the folder brings is trusted. */
  readonly trust: TrustInspection | undefined;
  /** The session to go on with. */
  readonly session: string | undefined;
  /** What was chosen for a new session; undefined: the session's own. */
  readonly mode: Mode | undefined;
  readonly riskMode: string | undefined;
  /** What the session to open gets; undefined: the default one. */
  readonly profile: Profile | undefined;
  readonly settings: SessionSettings;
  /** The profile of a new session, or the one that a stored one has. */
  profileOf(session: string | undefined): Promise<Profile | undefined>;
}

/**
 * Reads the settings, opens the store and looks whether what the workspace brings may count. `askTrust` is told of what is
 * not trusted and answers how it stands then. Throws before anything is opened when the command line or a file is wrong.
 */
export async function openStart(
  invocation: Invocation,
  host: Host,
  askTrust: (inspection: TrustInspection, store: Store) => Promise<TrustInspection>,
): Promise<Start> {
  const flags = modelFlags(invocation);
  const givenFolder = checkFolder(invocation.text('directory'), host.cwd);
  const user = loadUserConfig({ env: host.env, platform: process.platform });
  refuseProblems(user.problems);
  const limits = givenLimits(invocation);
  refuseLocked(invocation, user, limits);
  const place = storePlace(invocation, host, user);
  const store = await openStoreAt(place);
  try {
    const wanted = invocation.text('session');
    const session = wanted === undefined ? undefined : await findSession(store, wanted);
    const folder = givenFolder ?? (session === undefined ? host.cwd : await folderOf(store, session));
    const trust = folder === undefined ? undefined : await trusted(store, folder, askTrust);
    const config = trust === undefined ? user : withWorkspace(user, trust);
    refuseProblems(config.problems);
    for (const warning of config.warnings)
      host.stderr.write(`toolwright: warning: ${safeLine(renderProblem(warning))}\n`);
    refuseProblems(await exampleProblems(config, { folder: folder ?? host.cwd, env: host.env }));
    const mode = invocation.text('mode') as Mode | undefined;
    // A session that is gone on with keeps its own mode, unless this machine has one for all.
    const isLocked = lockOf(config, ['mode']) !== undefined;
    const sandbox = (invocation.text('sandbox') as SessionSettings['sandbox']) ?? config.values.sandbox;
    const profile =
      session === undefined
        ? await newProfile(invocation, config)
        : await goOnProfile(invocation, { store, session, config });
    return {
      config,
      store,
      flags,
      givenFolder,
      folder,
      trust,
      session,
      mode: mode ?? (session === undefined || isLocked ? config.values.mode : undefined),
      riskMode: riskOf(invocation, { session, profile, config }),
      profile,
      profileOf: (id) => (id === undefined ? newProfile(invocation, config) : storedProfile(store, id, config)),
      settings: {
        ...sessionSettings(config, {
          sandbox,
          limits,
          trust,
          toolFolders: toolFoldersOf(config, { folder, store }),
          ownFiles: ownFilesOf(config.paths, place.path, host.env),
        }),
        ...defined({ activeFile: checkFile(invocation.text('active-file'), host.cwd, '--active-file') }),
        agents: findAgentFiles(config.paths, trust),
        openModel: async (name) => (await chooseModel(namedModel(name), { config, env: host.env })).model,
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** As `--model` would: what is managed for this machine counts for agents too. */
const namedModel = (model: string): ModelFlags => ({ api: undefined, baseUrl: undefined, model, apiKeyEnv: undefined });

/** Rules whose examples are commands are checked before anything goes by them. */
function exampleProblems(
  config: LoadedConfig,
  { folder, env }: { readonly folder: string; readonly env: Host['env'] },
) {
  return checkConfigExamples(config, analyseIn({ root: folder, home: homeOf(env) ?? folder }, env));
}

async function trusted(
  store: Store,
  folder: string,
  askTrust: (inspection: TrustInspection, store: Store) => Promise<TrustInspection>,
): Promise<TrustInspection> {
  const inspection = await inspectTrust(store, folder);
  return inspection.state === 'nothing' || inspection.state === 'trusted' ? inspection : askTrust(inspection, store);
}

/** A session that is gone on with keeps its own, too, unless the flag or this machine says otherwise. */
function riskOf(
  invocation: Invocation,
  { session, ...context }: { session: string | undefined; profile: Profile | undefined; config: LoadedConfig },
): string | undefined {
  const isChosen = invocation.text('risk') !== undefined || lockOf(context.config, ['risk']) !== undefined;
  return session === undefined || isChosen ? chosenRisk(invocation, context) : undefined;
}

/** What is managed for this machine is not changed by a flag. */
function refuseLocked(invocation: Invocation, config: LoadedConfig, limits: LimitSettings): void {
  const flags = (['mode', 'profile', 'risk', 'sandbox'] as const).map((name) => ({
    flag: `--${name}`,
    path: [name],
    value: invocation.text(name),
  }));
  const [against] = flagsAgainstLocks(config, [...flags, ...limitFlags(limits)]);
  if (against !== undefined) throw usageError(against);
}

/** The folder a stored session works in; undefined when it is not known or gone: opening the session tells. */
async function folderOf(store: Store, session: string): Promise<string | undefined> {
  const [first] = await store.read(session, { limit: 1 });
  const { workspace } = (first?.body ?? {}) as { readonly workspace?: unknown };
  if (typeof workspace !== 'string') return undefined;
  return attempt(() => checkFolder(workspace, '/'), undefined);
}

/** Those of the user first: a name they have is theirs. */
function toolFoldersOf(
  { paths }: LoadedConfig,
  { folder, store }: { readonly folder: string | undefined; readonly store: Store },
): readonly ToolFolder[] {
  const describe = async (inspected: InspectedContent): Promise<string> =>
    (await import('./trust/render-trust.js')).renderTrustQuestion(inspected);
  return [
    ...(paths.user === undefined ? [] : [userTools(paths.user)]),
    ...(folder === undefined ? [] : [workspaceTools({ workspace: folder, store, describe })]),
  ];
}
