import type { NamedServer } from '../../extend/named-server.js';

/** Where servers are looked at from. */
export interface ServerPlace {
  /** The real path of the workspace. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where what was seen of a server is kept: one that a workspace brings is another in every workspace. */
export const scopeOf = ({ origin }: NamedServer, { root }: ServerPlace): string | undefined =>
  origin?.layer === 'workspace' ? root : undefined;
