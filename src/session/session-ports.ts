import { createModelHost } from '../agent/model-host.js';
import type { Spending } from '../agent/spending.js';
import { defined } from '../base/defined.js';
import { createTerminals } from '../builtin/shell/terminal/create-terminals.js';
import { type OpenCaptures, openCaptures } from '../change/capture/open-captures.js';
import { createChanges } from '../change/changes.js';
import type { Fsync } from '../change/path-write.js';
import type { History } from '../history/history.js';
import type { Model } from '../model/model.js';
import { classifyUrl } from '../policy/net/host.js';
import type { HostRule } from '../policy/net/host-gate.js';
import type { Mode } from '../policy/policy.js';
import type { Mask } from '../policy/secret/mask.js';
import type { HostPorts } from '../run/env.js';
import { maskedBlobs } from '../run/masked-ports.js';
import type { Recorder } from '../run/recorder.js';
import type { Store } from '../store/store.js';
import type { BackgroundHost } from '../tool/background.js';
import type { Fact } from '../tool/fact.js';
import type { WorkspacePort } from '../tool/port.js';
import type { SessionRecord } from './event.js';
import { unrecordedChange } from './finish-changes.js';
import type { SessionOptions } from './options.js';
import { realFolder } from './real-folder.js';
import { sessionCommands } from './session-commands.js';
import { sessionNet } from './session-net.js';
import { sessionProcesses } from './session-processes.js';

interface PortsContext extends Required<Pick<HostPorts, 'clock' | 'log' | 'todos'>>, Pick<HostPorts, 'curator'> {
  readonly id: string;
  readonly store: Store;
  readonly options: SessionOptions;
  readonly past: readonly SessionRecord[];
  readonly fsync: Fsync;
  readonly workspace: WorkspacePort;
  readonly mask: Mask;
  readonly history: History;
  readonly spending: Spending;
  readonly recorder: Recorder;
  /** What a person may change while the session is open. */
  now(): { readonly mode: Mode; readonly model: Model; readonly activeFile: string | null | undefined };
  hosts(facts: readonly Fact[]): Promise<readonly HostRule[]>;
}

interface SessionPorts {
  readonly ports: HostPorts;
  readonly captures: OpenCaptures;
  readonly background: BackgroundHost;
}

/** What tools reach of the world, and what keeps the state of it that they change. */
export function sessionPorts(context: PortsContext): SessionPorts {
  const { id, store, options, past, fsync, workspace, clock, mask, log, recorder, now, hosts } = context;
  const storePath = store.path === undefined ? undefined : realFolder(store.path);
  const process = options.process ?? sessionProcesses(options, { root: workspace.root, mode: () => now().mode, hosts });
  const captures = capturesOf(context, { storePath, sandboxed: () => process.sandboxed });
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
        recorder.record([event]);
        if (event.type === 'change-applied') void recorder.flush();
      },
      flush: async () => unrecordedChange(await recorder.flush()),
      seen: past.flatMap((event) => (event.type === 'call-settled' ? (event.body.seen ?? []) : [])),
      fsync,
      ...defined({ readBeforeWrite: options.readBeforeWrite }),
    }),
    blobs,
    process,
    background,
    terminals: createTerminals({ clock, mask }),
    net: sessionNet({ clock, hosts, configured: searchTargets(options.webSearch) }),
    todos: context.todos,
    model: createModelHost({
      model: () => now().model,
      history: context.history,
      mask,
      spending: context.spending,
      recorder,
    }),
    ...defined({ curator: context.curator }),
    activeFile: () => now().activeFile ?? undefined,
    log,
  };
  return { ports, captures, background };
}

interface Held {
  readonly storePath: string | undefined;
  sandboxed(): boolean;
}

function capturesOf({ id, store, options, fsync, workspace }: PortsContext, held: Held): OpenCaptures {
  return openCaptures({
    session: id,
    storePath: held.storePath,
    root: workspace.root,
    // A command may touch thousands of files: each put on disk by itself would take minutes.
    blobs: {
      read: (address) => store.blobs.read(address),
      writer: () => store.blobs.writer(),
      write: (content) => store.blobs.write(content, { fsync: fsync === 'full' ? 'full' : 'off' }),
    },
    sandboxed: held.sandboxed,
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
