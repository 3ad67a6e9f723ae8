import { createModelHost } from '../agent/model-host.js';
import type { Clock } from '../base/clock.js';
import { defined } from '../base/defined.js';
import type { Curator, CuratorOptions } from '../builtin/curator/create-curator.js';
import { createTerminals } from '../builtin/shell/terminal/create-terminals.js';
import { type OpenCaptures, openCaptures } from '../change/capture/open-captures.js';
import { createChanges } from '../change/changes.js';
import { classifyUrl } from '../policy/net/host.js';
import type { HostRule } from '../policy/net/host-gate.js';
import type { HostPorts } from '../run/env.js';
import { maskedBlobs } from '../run/masked-ports.js';
import type { Fact } from '../tool/fact.js';
import { unrecordedChange } from './finish-changes.js';
import type { SessionConversation } from './open-conversation.js';
import type { SessionJudges } from './open-judges.js';
import type { Opening } from './opening.js';
import type { SessionOptions } from './options.js';
import { realFolder } from './real-folder.js';
import { sessionCommands } from './session-commands.js';
import type { SessionLimits } from './session-limits.js';
import { sessionNet } from './session-net.js';
import type { SessionPlace } from './session-place.js';
import { sessionProcesses } from './session-processes.js';
import type { SessionState } from './session-state.js';
import type { SessionStream } from './session-stream.js';

interface HostContext {
  readonly place: SessionPlace;
  readonly state: Pick<SessionState, 'model' | 'activeFile'>;
  readonly stream: SessionStream;
  readonly conversation: Pick<SessionConversation, 'history' | 'todos'>;
  readonly limits: Pick<SessionLimits, 'spending'>;
  readonly judges: Pick<SessionJudges, 'deciding' | 'mode' | 'taint'>;
}

/** What tools reach of the world, and what keeps the state of it that they change. */
export type SessionHost = Awaited<ReturnType<typeof openHost>>;

export async function openHost(opening: Opening, context: HostContext) {
  const { id, store, options, past } = opening;
  const { place, state, stream, conversation, limits, judges } = context;
  const { profile, tree, workspace, clock, mask, log, fsync } = place;
  const { deciding, mode, taint } = judges;
  const { recorder } = stream;
  const storePath = store.path === undefined ? undefined : realFolder(store.path);
  const hosts = (facts: readonly Fact[]): Promise<readonly HostRule[]> =>
    deciding.openHosts(facts, { mode: mode.now, tainted: taint.sources.length > 0 });
  const process = options.process ?? sessionProcesses(options, { root: workspace.root, mode: () => mode.now, hosts });
  const captures = capturesOf(opening, { place, storePath, sandboxed: () => process.sandboxed });
  const curating = options.curator ?? (profile.curates && { keep: profile.curates });
  const curator = curating && (await openCurator(curating, clock));
  tree.onChanged((changed) => {
    captures.changed(changed);
    curator?.forget(changed.map(({ path }) => path));
  });
  const blobs = maskedBlobs(store.blobs, mask);
  const background = sessionCommands({
    sessionId: id,
    workspace: workspace.root,
    storePath,
    options,
    past,
    recorder,
    clock,
    blobs,
  });
  const ports: HostPorts = {
    workspace,
    clock,
    change: createChanges({
      captures,
      workspace,
      blobs: store.blobs,
      clock,
      record: (event) => {
        stream.record(event);
        if (event.type === 'change-applied') void recorder.flush();
      },
      flush: async () => unrecordedChange(await recorder.flush()),
      past: profile.keepsStaged === true ? past : [],
      seen: past.flatMap((event) => (event.type === 'call-settled' ? (event.body.seen ?? []) : [])),
      fsync,
      ...defined({ readBeforeWrite: options.readBeforeWrite }),
    }),
    blobs,
    process,
    background,
    terminals: createTerminals({ clock, mask }),
    net: sessionNet({ clock, hosts, configured: searchTargets(options.webSearch) }),
    todos: conversation.todos,
    model: createModelHost({
      model: () => state.model,
      history: conversation.history,
      mask,
      spending: limits.spending,
      recorder,
    }),
    ...defined({ curator }),
    activeFile: () => state.activeFile ?? undefined,
    log,
  };
  return { ports, captures, background };
}

/** Few sessions have one: it is loaded for those. */
async function openCurator(options: CuratorOptions, clock: Clock): Promise<Curator> {
  const { createCurator } = await import('../builtin/curator/create-curator.js');
  return createCurator(options, clock);
}

interface Held {
  readonly place: Pick<SessionPlace, 'fsync' | 'workspace'>;
  readonly storePath: string | undefined;
  sandboxed(): boolean;
}

function capturesOf({ id, store, options }: Opening, { place, storePath, sandboxed }: Held): OpenCaptures {
  const { fsync, workspace } = place;
  return openCaptures({
    session: id,
    storePath,
    root: workspace.root,
    // A command may touch thousands of files: each put on disk by itself would take minutes.
    blobs: {
      read: (address) => store.blobs.read(address),
      writer: () => store.blobs.writer(),
      write: (content) => store.blobs.write(content, { fsync: fsync === 'full' ? 'full' : 'off' }),
    },
    sandboxed,
    // What runs processes in place of ours may keep other places.
    held: async (facts) => {
      if (options.process !== undefined) return [];
      const { findHeld } = await import('../change/capture/held-places.js');
      return findHeld(workspace.root, facts);
    },
    lease: (session) => store.lease(session),
  });
}

/** Where the engines are that the person named. */
const searchTargets = (settings: SessionOptions['webSearch']): readonly string[] =>
  settings === undefined
    ? []
    : [settings, ...(settings.fallback ?? [])].flatMap(({ url }) =>
        url === undefined ? [] : [classifyUrl(url).target],
      );
