import { findInstructions, type Instructions } from '../agent/instructions.js';
import type { Profile } from '../agent/profile.js';
import { systemClock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import type { Mask } from '../policy/secret/mask.js';
import { createUntrustedFiles } from '../policy/taint/untrusted-files.js';
import type { LogPort, WorkspacePort } from '../tool/port.js';
import { scopesIn } from '../workspace/scopes.js';
import { createWorkspace } from '../workspace/workspace.js';
import { joinTree } from './child/tree-part.js';
import type { SessionRecord } from './event.js';
import type { Opening } from './opening.js';
import { fsyncOf, type SessionOptions } from './options.js';
import { sessionMask } from './session-mask.js';
import { homeFolder, placesOf } from './session-places.js';
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
  const scopes = options.scopes ?? (profile.scopes && scopesIn(profile.scopes, id, tree.group));
  const workspace = createWorkspace({ root, scopes, lead: options.resolvePath });
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

interface SessionInstructions {
  readonly found: readonly Instructions[];
  readonly paths: readonly string[];
  /** What is to be said of a file, by its path: also of those that are there and not used. */
  readonly notes: ReadonlyMap<string, string>;
}

/** The instruction files a session goes by. */
async function sessionInstructions(
  workspace: WorkspacePort,
  options: SessionOptions,
  { instructionFiles: names, instructions }: Pick<Profile, 'instructionFiles' | 'instructions'>,
): Promise<SessionInstructions> {
  const untrusted = createUntrustedFiles(options.untrusted ?? [], placesOf(options, workspace.root));
  const { files, leftOut } = await findInstructions(workspace, {
    names,
    nearest: instructions === 'nearest',
    home: homeFolder(options.env ?? {}),
    isUntrusted: (path) => untrusted.has({ kind: 'read', target: path, where: 'outside', known: true }),
  });
  const notes = new Map(leftOut.map(({ path, why }) => [path, `not loaded: ${why}`]));
  for (const { path, cut, untrusted: foreign } of files) {
    const words = [...(cut === true ? ['cut'] : []), ...(foreign === true ? ['untrusted'] : [])];
    if (words.length > 0) notes.set(path, words.join(', '));
  }
  return { found: files, paths: files.map(({ path }) => path), notes };
}

/** Words for the log must not stop what they are about. */
function guardedLog(log: LogPort | undefined, mask: Mask): LogPort {
  const guarded = (write: ((message: string) => void) | undefined) => (message: string) => {
    try {
      write?.(mask.text(message).text);
    } catch {
      // There is nobody left to tell.
    }
  };
  return { debug: guarded(log?.debug.bind(log)), warn: guarded(log?.warn.bind(log)) };
}
