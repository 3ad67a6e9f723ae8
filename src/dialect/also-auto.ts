import { autoGrammar } from './auto.js';
import type { GrammarDialect } from './define-dialect.js';
import type { Dialect } from './dialect.js';
import { mergeGrammars } from './read/merge-grammars.js';
import { MessageReader } from './read/message-reader.js';

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
