/** One element within another one. */
export interface TagChild {
  readonly name: string;
  /** What stands between its tags. */
  readonly raw: string;
}

/** The elements a text consists of; undefined when there is anything else in it but white space. */
export function readChildren(text: string): readonly TagChild[] | undefined {
  const children: TagChild[] = [];
  let at = behindSpace(text, 0);
  if (at >= text.length) return undefined;
  while (at < text.length) {
    openTag.lastIndex = at;
    const tag = openTag.exec(text);
    if (tag === null) return undefined;
    const [whole, name = '', empty] = tag;
    const from = at + whole.length;
    const end = empty === '/' ? { at: from, behind: from } : closeOf(text, name, from);
    if (end === undefined) return undefined;
    children.push({ name, raw: text.slice(from, end.at) });
    at = behindSpace(text, end.behind);
  }
  return children;
}

/** Where the element ends; those of the same name within it are passed over. */
function closeOf(
  text: string,
  name: string,
  from: number,
): { readonly at: number; readonly behind: number } | undefined {
  let depth = 0;
  for (let at = text.indexOf('<', from); at !== -1; at = text.indexOf('<', at + 1)) {
    if (text.startsWith(name, at + 1)) {
      openTag.lastIndex = at;
      const tag = openTag.exec(text);
      if (tag?.[1] === name && tag[2] !== '/') depth += 1;
    } else if (text.charAt(at + 1) === '/') {
      closeTag.lastIndex = at;
      const tag = closeTag.exec(text);
      if (tag?.[1] !== name) continue;
      if (depth === 0) return { at, behind: at + tag[0].length };
      depth -= 1;
    }
  }
  return undefined;
}

function behindSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

const openTag =
  /<([A-Za-z0-9_][\w.-]{0,127})(?:\s[^<>"'/]{0,256}(?:(?:"[^"<]{0,256}"|'[^'<]{0,256}')[^<>"'/]{0,256}){0,16})?(\/?)>/y;
const closeTag = /<\/\s{0,8}([A-Za-z0-9_][\w.-]{0,127})\s{0,8}>/y;
