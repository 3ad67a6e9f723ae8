/**
 * The tag that stands at this place of a text; `partial` when the text ends before that can be told; undefined when
 * there is none.
 */
export function tagAt<Tag extends string>(text: string, at: number, tags: readonly Tag[]): Tag | 'partial' | undefined {
  const left = text.length - at;
  let partial = false;
  for (const tag of tags) {
    if (text.startsWith(tag, at)) return tag;
    partial ||= left < tag.length && tag.startsWith(text.slice(at));
  }
  return partial ? 'partial' : undefined;
}
