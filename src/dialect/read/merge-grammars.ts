import type { Grammar } from './grammar.js';

/** Everything any of them reads; of openers with the same text those of the earlier ones are tried first. */
export function mergeGrammars(grammars: readonly Grammar[]): Grammar {
  const all = <Item>(pick: (grammar: Grammar) => readonly Item[] | undefined): readonly Item[] => [
    ...new Set(grammars.flatMap((grammar) => pick(grammar) ?? [])),
  ];
  return {
    openers: all(({ openers }) => openers),
    thoughts: all(({ thoughts }) => thoughts),
    dropped: all(({ dropped }) => dropped),
    wrappers: all(({ wrappers }) => wrappers),
    strays: all(({ strays }) => strays),
    results: all(({ results }) => results),
  };
}
