import type { Profile } from '../agent/profile.js';
import { type Clock, systemClock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import type { Fsync } from '../change/path-write.js';
import type { LogPort, WorkspacePort } from '../tool/port.js';
import { createWorkspace } from '../workspace/workspace.js';
import { joinTree, type TreePart } from './child/tree-part.js';
import type { SessionRecord } from './event.js';
import { guardedLog } from './guarded-log.js';
import type { Opening } from './opening.js';
import { fsyncOf } from './options.js';
import { type SessionInstructions, sessionInstructions } from './session-instructions.js';
import { type SessionMask, sessionMask } from './session-mask.js';
import { sessionProfile } from './session-profile.js';

/** Where a session works, and how: what all its other parts are made with. */
export interface SessionPlace {
  readonly session: { readonly id: string; readonly actor: string };
  /** With what the options say of its limits. */
  readonly profile: Profile;
  readonly tree: TreePart;
  readonly workspace: WorkspacePort;
  readonly instructions: SessionInstructions;
  readonly mask: SessionMask;
  readonly clock: Clock;
  readonly log: LogPort;
  readonly fsync: Fsync;
}

export async function openPlace({ id, options, past, binding }: Opening): Promise<SessionPlace> {
  const root = options.workspace ?? workspaceOf(past);
  if (root === undefined)
    throw new ToolwrightError('bad-option', 'Say which folder to work in: openSession({ workspace: … }).');
  const usual = await sessionProfile(options, past);
  const profile = { ...usual, limits: { ...usual.limits, ...options.limits } };
  const tree = joinTree({ id, past, binding });
  const workspace = createWorkspace({ root, scopes: options.scopes ?? profile.scopes?.(id, tree.group) });
  const instructions = await sessionInstructions(workspace, options, profile);
  const mask = sessionMask(options, workspace.root);
  return {
    session: { id, actor: options.actor ?? 'person' },
    profile,
    tree,
    workspace,
    instructions,
    mask,
    clock: options.clock ?? systemClock,
    log: guardedLog(options.log, mask),
    fsync: fsyncOf(options),
  };
}

function workspaceOf(past: readonly SessionRecord[]): string | undefined {
  const opened = past.find((event) => event.type === 'session-opened');
  return opened?.type === 'session-opened' ? opened.body.workspace : undefined;
}
