/** What a search was told to look at beside the usual, as it is shown: `+hidden`, `+gitignored`. */
export function renderFlags({ hidden, ignored }: { readonly hidden: boolean; readonly ignored: boolean }): string[] {
  return [...(hidden ? ['+hidden'] : []), ...(ignored ? ['+gitignored'] : [])];
}

/** What the model must know when it is told that there is nothing. */
export const unreadNote = (unread: number): string[] =>
  unread === 0 ? [] : [`${unread} files or folders could not be read and were not searched`];
