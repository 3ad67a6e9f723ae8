/** The folders that a path of the workspace lies in, the innermost first; the workspace itself is none of them. */
export function* outerFolders(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}
