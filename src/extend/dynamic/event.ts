import type { VersionedDefinition } from './definition.js';

/** What became of the tools that were made in a session: read again when it is gone on with. */
export type DynamicEvent =
  | { readonly type: 'tool-created'; readonly body: VersionedDefinition }
  | { readonly type: 'tool-updated'; readonly body: VersionedDefinition }
  | { readonly type: 'tool-deleted'; readonly body: { readonly name: string } };
