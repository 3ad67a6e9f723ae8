import { absolutePath, isLost, type Shell } from './shell.js';

const maxMatches = 500;
const maxLooks = 2000;
/** Over all patterns of a command: how many names may be compared and looked up. */
const maxNames = 100_000;
const lookUp = 10;

/**
 * The files an unquoted pattern matches now, as bash would name them and in its order; the pattern itself when there are
 * none. Undefined when that cannot be told: too many, or the folder is not known.
 */
export function globMatches(pattern: string, shell: Shell): readonly string[] | undefined {
  if (isLost(pattern, shell)) return undefined;
  let found: string[] = [pattern.startsWith('/') ? '/' : ''];
  let looks = 0;
  const parts = splitPattern(pattern);
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const next: string[] = [];
    for (const before of found) {
      if (!isPattern(part)) {
        const path = join(before, unescapePattern(part));
        if (last || shell.context.list(absolutePath(path, shell)) !== undefined) next.push(path);
        continue;
      }
      looks += 1;
      if (looks > maxLooks || shell.spent.names > maxNames) return undefined;
      const names = shell.context.list(absolutePath(before === '' ? '.' : before, shell));
      const test = compilePattern(part);
      if (test === undefined || (names === undefined && isFolder(before, shell))) return undefined;
      shell.spent.names += names?.length ?? 0;
      for (const name of names ?? []) {
        if (name.startsWith('.') && !unescapePattern(part).startsWith('.')) continue;
        if (test(name)) next.push(join(before, name));
      }
      if (next.length > maxMatches) return undefined;
    }
    found = next;
  }
  shell.spent.names += found.length * lookUp;
  const existing = found.filter((path) => exists(path, shell));
  return existing.length === 0 ? [unescapePattern(pattern)] : existing.sort();
}

const splitPattern = (pattern: string): readonly string[] => pattern.split('/').filter((part) => part !== '');

const join = (before: string, name: string): string =>
  before === '' || before.endsWith('/') ? before + name : `${before}/${name}`;

/** A link counts also when it leads to nothing yet. */
function exists(path: string, shell: Shell): boolean {
  const place = shell.context.resolve(absolutePath(path, shell));
  return 'kind' in place && (place.kind !== 'missing' || place.via !== undefined);
}

/** One that cannot be listed, such as one with too many names. */
function isFolder(path: string, shell: Shell): boolean {
  const place = shell.context.resolve(absolutePath(path === '' ? '.' : path, shell));
  return 'kind' in place && place.kind === 'directory';
}

const isPattern = (part: string): boolean => /(^|[^\\])[*?[]/.test(part.replaceAll('\\\\', ''));

const unescapePattern = (part: string): string => part.replaceAll(/\\(.)/g, '$1');

/** One part of a path as a test of names; undefined for what we do not read as bash surely does. */
function compilePattern(part: string): ((name: string) => boolean) | undefined {
  let source = '';
  for (let at = 0; at < part.length; at += 1) {
    const char = part[at] as string;
    if (char === '\\') {
      at += 1;
      source += escapeRegExp(part[at] ?? '');
    } else if (char === '*') {
      // Several in a row would make the search slow and mean the same.
      if (!source.endsWith('.*')) source += '.*';
    } else if (char === '?') source += '.';
    else if (char === '[') {
      const close = part.indexOf(']', part[at + 1] === '!' || part[at + 1] === '^' ? at + 3 : at + 2);
      if (close === -1) return undefined;
      const inside = part.slice(at + 1, close);
      if (!/^[!^]?[\w.-]+$/.test(inside)) return undefined;
      source += `[${inside.replace(/^!/, '^')}]`;
      at = close;
    } else source += escapeRegExp(char);
  }
  // At most two stars are surely quick to match.
  if (source.split('.*').length > 4) return undefined;
  try {
    const test = new RegExp(`^${source}$`, 'su');
    return (name) => test.test(name);
  } catch {
    return undefined;
  }
}

const escapeRegExp = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, '\\$&');
