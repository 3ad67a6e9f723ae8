import type { Dialect, DialectProblem, ParserOptions } from './dialect.js';
import { findDialect } from './find-dialect.js';

export interface ReadMessageOptions extends ParserOptions {
  /** The name of a dialect or one of its aliases; default `auto`. */
  readonly dialect?: string | Dialect;
  /** Reads the text in pieces of so many characters, as a stream brings it. It changes nothing. */
  readonly chunk?: number;
}

/** A message, put together. */
export interface ReadMessage {
  /** The one that was named; with `auto` that of the first call, undefined when there is none. */
  readonly dialect: string | undefined;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ReadCall[];
  readonly problems: readonly PlacedProblem[];
  /** What was changed to use a call. */
  readonly repairs: readonly PlacedProblem[];
}

export interface ReadCall {
  readonly id: string;
  readonly name: string;
  /** The text of one JSON object. */
  readonly arguments: string;
}

export interface PlacedProblem extends DialectProblem {
  /** Where what it is about begins, in UTF-16 units. */
  readonly at: number;
}

/** Reads one whole message of a model. */
export function readMessage(message: string, options: ReadMessageOptions = {}): ReadMessage {
  const { dialect: wanted = 'auto', chunk = message.length, ...parserOptions } = options;
  const dialect = typeof wanted === 'string' ? findDialect(wanted) : wanted;
  let text = '';
  let reasoning = '';
  let seen = dialect.name === 'auto' ? undefined : dialect.name;
  const calls: ReadCall[] = [];
  const problems: PlacedProblem[] = [];
  const parser = dialect.createParser(parserOptions, (event) => {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'reasoning') reasoning += event.text;
    else if (event.type === 'text-was-reasoning') {
      reasoning += text;
      text = '';
    } else if (event.type === 'problem') problems.push({ code: event.code, message: event.message, at: event.at });
    else if (event.type === 'call') {
      const { name, arguments: args } = event;
      seen ??= event.dialect;
      const position = calls.length;
      calls.push({ id: event.id ?? findDialect(event.dialect).createId({ name, position }), name, arguments: args });
    }
  });
  const size = chunk >= 1 ? chunk : message.length;
  for (let at = 0; at < message.length; at += size) parser.push(message.slice(at, at + size));
  parser.end();
  const isRepair = ({ code }: DialectProblem): boolean => code === 'call-repaired';
  return {
    dialect: seen,
    text,
    reasoning,
    calls,
    problems: problems.filter((problem) => !isRepair(problem)),
    repairs: problems.filter(isRepair),
  };
}
