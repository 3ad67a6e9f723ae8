import type { NamedServer } from '../../named-server.js';
import type { Launch } from '../expand.js';

/** The one server a login is for: another address, or another who names it so, has none of it. */
export interface LoginKey {
  readonly server: string;
  /** The real path of the workspace whose file brings the server; absent for one of the user. */
  readonly workspace?: string;
  readonly url: string;
}

export function loginKey(
  { name, origin }: NamedServer,
  { url }: Extract<Launch, { kind: 'web' }>,
  root: string,
): LoginKey {
  return { server: name, ...(origin?.layer === 'workspace' && { workspace: root }), url };
}
