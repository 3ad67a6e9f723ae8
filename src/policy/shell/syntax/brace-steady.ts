/**
 * Whether bash, when it looks for braces, passes over this unquoted `${ … }` as a whole: it counts its braces and looks at
 * quotes, and knows nothing of where an expansion really ends.
 */
export function isSteady(source: string): boolean {
  if (/[$<>]\(/.test(source)) return false;
  let level = 0;
  let quote = '';
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] as string;
    if (character === '\\' && quote !== "'") at += 1;
    else if (character === '$' && source[at + 1] === '{' && quote !== "'") {
      if (quote === '') level += 1;
      at += 1;
    } else if (quote !== '') {
      if (character === quote) quote = '';
    } else if ('"\'`'.includes(character)) quote = character;
    else if (character === '{') level += 1;
    else if (character === '}') level -= 1;
    if (level === 0 && quote === '') return at === source.length - 1;
  }
  return false;
}
