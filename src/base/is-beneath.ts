/** Whether a path is a folder or lies in it. Both are absolute and without `.`, `..` and a slash at the end. */
export const isBeneath = (path: string, folder: string): boolean =>
  folder === '/' || path === folder || path.startsWith(`${folder}/`);
