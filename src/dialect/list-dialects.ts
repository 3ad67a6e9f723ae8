import { allDialects } from './all-dialects.js';
import type { DialectFacts } from './dialect.js';

/** What can be said of a dialect. */
export interface ListedDialect extends DialectFacts {
  readonly abilities: {
    /** Reads a stream. */
    readonly parse: true;
    readonly renderCalls: true;
    readonly renderResults: true;
    /** `own`: in the style of its models. `example`: the tools and an example of a call. */
    readonly renderPrompt: 'own' | 'example';
    /** Whether `auto` reads it too. */
    readonly auto: boolean;
  };
}

/** Every dialect, `auto` left out. */
export function listDialects(): readonly ListedDialect[] {
  return allDialects.map(({ name, title, entries, aliases, models, sample, ownPrompt, inAuto }) => ({
    name,
    title,
    entries,
    aliases,
    models,
    sample,
    abilities: {
      parse: true,
      renderCalls: true,
      renderResults: true,
      renderPrompt: ownPrompt ? 'own' : 'example',
      auto: inAuto === undefined || inAuto.length > 0,
    },
  }));
}
