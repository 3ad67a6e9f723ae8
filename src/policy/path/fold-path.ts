/**
 * The names on a path, in the form in which they are compared: as the most forgiving file system would take them.
 * Letter case, look-alikes of letters, characters that some systems leave out, dots and spaces at the end of a name and
 * alternate streams make no difference; `\` parts names as `/` does. A relative path goes on from the names of `from`.
 */
export function foldPath(path: string, from: readonly string[] = []): readonly string[] {
  const lower = ascii.test(path) ? path.toLowerCase() : foldUnicode(path);
  const parts = [...from];
  for (const name of (lower.includes('\\') ? lower.replaceAll('\\', '/') : lower).split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') parts.pop();
    else parts.push(foldEnd(name));
  }
  return parts;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ascii = /^[\x00-\x7f]*$/;

/** HFS+ leaves out some of these; none of them shows. A dot above is what is left of the Turkish capital I. */
const unseen = /\p{Default_Ignorable_Code_Point}|\u0307/gu;

const foldUnicode = (path: string): string =>
  path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(unseen, '');

/** Windows drops dots and spaces at the end, and `name:stream` is a part of `name`. A drive keeps its colon. */
function foldEnd(name: string): string {
  let end = name.length;
  const colon = name.indexOf(':');
  if (colon > 1 || (colon === 1 && name.length > 2)) end = colon;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return end === name.length || end === 0 ? name : name.slice(0, end);
}
