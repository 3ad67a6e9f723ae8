import type { Dialect, DialectEvent, ParserOptions } from './dialect.js';
import { findDialect } from './find-dialect.js';

/** Reads one message, and answers what each piece of it told. */
export interface EventParser {
  push(chunk: string): readonly DialectEvent[];
  /** The message is over: its calls are among these events. Call it once. */
  end(): readonly DialectEvent[];
}

/** A parser for one message in a dialect, by its name or an alias; `auto` knows the format by itself. */
export function createParser(dialect: string | Dialect, options: ParserOptions = {}): EventParser {
  const { createParser: create } = typeof dialect === 'string' ? findDialect(dialect) : dialect;
  let events: DialectEvent[] = [];
  const parser = create(options, (event) => events.push(event));
  const taken = (): readonly DialectEvent[] => {
    const told = events;
    events = [];
    return told;
  };
  return {
    push(chunk) {
      parser.push(chunk);
      return taken();
    },
    end() {
      parser.end();
      return taken();
    },
  };
}
