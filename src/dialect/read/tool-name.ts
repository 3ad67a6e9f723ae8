/**
 * The name of a tool without special tokens: models that speak in channels write `<|channel|>commentary` or
 * `<|constrain|>json` behind it also in other formats. No tool has such a name, so all from the first token on is left
 * out; a token before the name too.
 */
export function withoutTokens(name: string): string {
  if (!/<[|｜]/.test(name)) return name;
  const [bare = ''] = name.replace(/^(?:\s*<[|｜][^|｜<>\s]{1,40}[|｜]>)+/, '').split(/<[|｜]/, 1);
  return bare.trim() === '' ? name : bare.trim();
}

/** Whether what begins so may still name one of these. */
export const mayName = (names: readonly string[], part: string): boolean =>
  names.some((name) => name.startsWith(part) || part.startsWith(`${name}<`));
