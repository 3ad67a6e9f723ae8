import type { Word } from '../../../../src/policy/shell/word.js';

/**
 * The words of a command for a table of tests: parted by spaces, `'…'` literal. A word with `$` in it is one that is only
 * known at run time, its variables empty for now; within `"…"` it is not split.
 */
export function quotedWords(text: string): readonly Word[] {
  return [...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([source]) => {
    const bare = source.replaceAll(
      /'([^']*)'|"([^"]*)"/g,
      (_, single?: string, double?: string) => single ?? double ?? '',
    );
    if (source.startsWith("'") || !source.replaceAll(/'[^']*'/g, '').includes('$')) return { text: bare, source };
    const guess = bare.replaceAll(/\$\w+/g, '');
    return {
      text: undefined,
      source,
      note: `${source} is not known`,
      guess,
      ...(!source.includes('"') && { splits: true }),
    };
  });
}
