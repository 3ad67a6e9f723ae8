import { allDialects } from './all-dialects.js';
import type { Dialect } from './dialect.js';
import { hermes } from './format/hermes.js';
import { mergeGrammars } from './read/merge-grammars.js';
import { MessageReader } from './read/message-reader.js';

/** Everything any dialect reads. Of openers that could be either, that of the earlier dialect counts. */
export const autoGrammar = mergeGrammars(
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
