import { allDialects } from './all-dialects.js';
import type { GrammarDialect } from './define-dialect.js';
import type { Dialect } from './dialect.js';
import { hermes } from './format/hermes.js';
import type { Grammar } from './read/grammar.js';
import { MessageReader } from './read/message-reader.js';

/** Everything any dialect reads. Of openers that could be either, that of the earlier dialect counts. */
const autoGrammar = mergeGrammars(
  allDialects.map(({ grammar, inAuto = grammar.openers }) => ({ ...grammar, openers: inAuto })),
);

/** Needs no configuration: the format is known by its markers, by its shape and by the names of the tools. */
export const auto: Dialect = {
  ...hermes,
  name: 'auto',
  title: 'Any of the others, known by what was written',
  entries: [],
  aliases: [],
  models: [],
  createParser: (options, emit) => new MessageReader(autoGrammar, options, emit),
};

/**
 * The dialect, reading every other format too: a model that was asked for one may slip into that of its training. Of
 * what could be either, its own counts.
 */
export function alsoAuto(dialect: Dialect): Dialect {
  const known = made.get(dialect);
  if (known !== undefined) return known;
  if (!('grammar' in dialect) || (dialect as GrammarDialect).strict === true) return dialect;
  const grammar = mergeGrammars([(dialect as GrammarDialect).grammar, autoGrammar]);
  const both: Dialect = { ...dialect, createParser: (options, emit) => new MessageReader(grammar, options, emit) };
  made.set(dialect, both);
  return both;
}

const made = new WeakMap<Dialect, Dialect>();

/** Everything any of them reads; of openers with the same text those of the earlier ones are tried first. */
function mergeGrammars(grammars: readonly Grammar[]): Grammar {
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
