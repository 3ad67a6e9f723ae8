import type { CatalogEntry } from '../src/tool/catalog/catalog-entry.js';

export const verbs =
  'read write list create delete update search fetch send convert compress open move merge filter'.split(' ');
export const nouns =
  'file folder page message invoice customer ticket branch commit issue calendar event contact payment order product'.split(
    ' ',
  );
export const word = (words: readonly string[], at: number): string => words[at % words.length] as string;

/** Tools of 200 servers, with names and descriptions of the usual length. */
export const manyEntries = (count: number): readonly CatalogEntry[] =>
  Array.from({ length: count }, (_, at) => {
    const [verb, noun, other] = [word(verbs, at), word(nouns, at >> 2), word(nouns, at >> 5)];
    const server = `server${at % 200}`;
    return {
      kind: 'tool',
      name: `mcp__${server}__${verb}_${noun}_${at}`,
      server,
      category: 'Custom',
      keywords: ['path', 'query', `${other}_id`, 'limit'],
      description: `${verb}s the ${noun} of a ${other}, with all that belongs to it, and answers what has changed since. Use it when a ${other} is asked about by its number ${at}.`,
    };
  });
