const maxTargets = 500;

/** The files a patch would write, without their first `strip` folders; of a very long one the first. */
export function patchTargets(text: string, strip: number): readonly string[] {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    const [, kind = '', name = ''] = /^(\+\+\+|---|rename to|copy to) (.*)$/.exec(line) ?? [];
    if (name === '' || found.size >= maxTargets) continue;
    const path = unquoted(name.replace(/\t.*$/s, '').trimEnd());
    if (path === '/dev/null') continue;
    // Only the names of `---` and `+++` carry the folders `a/` and `b/`.
    found.add(kind.includes(' ') ? path : path.split('/').slice(strip).join('/') || path);
  }
  return [...found];
}

const unquoted = (name: string): string =>
  name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).replace(/\\(["\\])/g, '$1') : name;
