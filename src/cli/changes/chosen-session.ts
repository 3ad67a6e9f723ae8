import { realpathSync } from 'node:fs';
import { ToolwrightError } from '../../base/error.js';
import { findSession, lastSessionIn } from '../../session/sessions.js';
import type { Store } from '../../store/store.js';
import { checkFolder } from '../check-folder.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** The session that is named, else the last one of this folder. */
export async function chosenSession(store: Store, invocation: Invocation, host: Host): Promise<string> {
  const [given] = invocation.arguments;
  if (given !== undefined) return findSession(store, given);
  const folder = realpathSync(checkFolder(invocation.text('directory'), host.cwd) ?? host.cwd);
  const found = await lastSessionIn(store, folder);
  if (found !== undefined) return found;
  throw new ToolwrightError(
    'session-unknown',
    `No session worked in ${safeLine(folder)}: name one, \`toolwright sessions\` lists them.`,
  );
}
