/** The names a jq filter calls or binds (`env`, `$ENV`, `import`), without fields and keys. Undefined when it cannot be read. */
export function namesInFilter(filter: string): readonly string[] | undefined {
  const names: string[] = [];
  /** What is open: brackets, and strings whose `\(…)` is being read. */
  const open: string[] = [];
  let before = '';
  let at = 0;
  const readString = (): boolean => {
    while (at < filter.length) {
      const char = filter[at];
      if (char === '"') {
        at += 1;
        before = '"';
        return true;
      }
      if (char === '\\' && filter[at + 1] === '(') {
        open.push('"');
        at += 2;
        before = '(';
        return true;
      }
      at += char === '\\' ? 2 : 1;
    }
    return false;
  };
  while (at < filter.length) {
    const char = filter[at] as string;
    const token = tokenAt(filter, at);
    at += token.length;
    if (/^\s/.test(token)) continue;
    if (char === '#') {
      // A backslash carries a comment on in some versions.
      if (/env|import|include|modulemeta|\\/i.test(token)) return undefined;
      continue;
    }
    if (char === '"') {
      if (!readString()) return undefined;
      continue;
    }
    if ('([{'.includes(char)) open.push(char);
    else if (')]}'.includes(char)) {
      const inner = open.pop();
      if (inner === '"') {
        if (char !== ')' || !readString()) return undefined;
        continue;
      }
    } else if (/[A-Za-z_$]/.test(char)) {
      if (char === '$' || !isKey(filter, at, { before, inside: open.at(-1) })) names.push(token);
    }
    before = token;
  }
  return open.length === 0 ? names : undefined;
}

/** A comment, blanks, a field (`.name`), a name, a variable, a format, a number, or one sign. */
const tokens =
  /#[^\n]*|\s+|\.\.|\.[A-Za-z_]\w*|\$?(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*|\$__loc__|@\w+|[0-9]+(?:\.[0-9]+)?|[\s\S]/y;

function tokenAt(filter: string, at: number): string {
  tokens.lastIndex = at;
  return tokens.exec(filter)?.[0] ?? '';
}

/** `{env: 1}` and `{env}` name a key. */
function isKey(
  filter: string,
  end: number,
  { before, inside }: { readonly before: string; readonly inside: string | undefined },
): boolean {
  if (inside !== '{' || (before !== '{' && before !== ',')) return false;
  return /^\s*[:,}]/.test(filter.slice(end, end + 50));
}
