/** What lies at a path. */
export type Version =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file';
      /** sha256 of the content: also its `blob:` address, where it is kept. */
      readonly hash: string;
      readonly bytes: number;
      /** The permission bits. */
      readonly mode: number;
    }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number };

/** What became, or shall become, of one path. */
export interface PathChange {
  /** Relative to the workspace when inside it, else absolute. */
  readonly path: string;
  readonly before: Version;
  readonly after: Version;
}

export const absent: Version = { kind: 'absent' };

export function sameVersion(a: Version, b: Version): boolean {
  if (a.kind === 'file' && b.kind === 'file') return a.hash === b.hash && a.mode === b.mode;
  if (a.kind === 'link' && b.kind === 'link') return a.target === b.target;
  if (a.kind === 'folder' && b.kind === 'folder') return a.mode === b.mode;
  return a.kind === b.kind;
}
