/** In the stream of the user: what a person has seen of a server and wants to be used. The last of a server counts. */
export interface ServerPinned {
  readonly server: string;
  /** The real path of the workspace whose file brings the server; absent for one of the user. */
  readonly workspace?: string;
  /** Of how it is started or reached. */
  readonly launchHash: string;
  /** The same for people, so that a difference can be shown. */
  readonly launch: string;
  /** Of each tool, by its name at the server. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The `blob:` address of the definitions. */
  readonly definitions: string;
}

/** In the stream of the user: what was seen of a server counts no more. */
export type ServerForgotten = Pick<ServerPinned, 'server' | 'workspace'>;

export type McpEvent =
  | { readonly type: 'server-pinned'; readonly body: ServerPinned }
  | { readonly type: 'server-forgotten'; readonly body: ServerForgotten };
