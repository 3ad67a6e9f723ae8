import { systemClock } from '../base/clock.js';
import type { UndoEnd } from '../change/undo.js';
import { openHosts } from '../policy/net/open-hosts.js';
import type { Store } from '../store/store.js';
import { createWorkspace } from '../workspace/workspace.js';
import { openHooks } from './open-hooks.js';
import type { SessionOptions } from './options.js';
import { sessionMask } from './session-mask.js';
import { sessionProcesses } from './session-processes.js';

/** What hooks are run with, as for a session that is opened. */
export type HookSettings = Pick<
  SessionOptions,
  'hooks' | 'env' | 'rules' | 'secrets' | 'sandbox' | 'sandboxLimits' | 'ownFiles' | 'actor'
>;

interface StoredContext {
  readonly store: Pick<Store, 'append'>;
  readonly session: string;
  /** The workspace of the session. */
  readonly root: string;
}

/** Runs the hooks for files that were written, in a session that nobody has open and this process may write. */
export async function tellReverted(
  end: Extract<UndoEnd, { type: 'done' }>,
  given: HookSettings,
  { store, session, root }: StoredContext,
): Promise<void> {
  const recorded: Promise<unknown>[] = [];
  const { rules = [], actor = 'person' } = given;
  // Of all options only those above matter to processes and hooks.
  const options = given as SessionOptions;
  const mode = 'ask';
  const workspace = createWorkspace({ root });
  const hooks = await openHooks(options, {
    session: { id: session, actor },
    workspace,
    process: sessionProcesses(options, {
      root: workspace.root,
      mode: () => mode,
      hosts: (facts) => openHosts({ rules, grants: [], facts, mode }),
    }),
    clock: systemClock,
    mask: sessionMask(options, workspace.root),
    record: (event) => void recorded.push(store.append(session, [event])),
  });
  await hooks?.reverted(end.event);
  await Promise.all(recorded);
}
