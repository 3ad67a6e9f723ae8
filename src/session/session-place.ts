import { systemClock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import { createWorkspace } from '../workspace/workspace.js';
import { joinTree } from './child/tree-part.js';
import type { SessionRecord } from './event.js';
import { guardedLog } from './guarded-log.js';
import type { Opening } from './opening.js';
import { fsyncOf } from './options.js';
import { sessionInstructions } from './session-instructions.js';
import { sessionMask } from './session-mask.js';
import { sessionProfile } from './session-profile.js';

/** Where a session works, and how: what all its other parts are made with. */
export type SessionPlace = Awaited<ReturnType<typeof openPlace>>;

export async function openPlace({ id, options, past, binding }: Opening) {
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
    /** With what the options say of its limits. */
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
