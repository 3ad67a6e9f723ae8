import { randomHex } from '../base/id.js';
import type { Dialect, DialectCall, DialectEvent, DialectProblem, ParserOptions } from './dialect.js';
import { examplePrompt } from './example-prompt.js';
import type { Grammar, Opener } from './read/grammar.js';
import { MessageReader } from './read/message-reader.js';
import { sameJson } from './value/same-json.js';

/** What a format states of itself: facts, grammar, and how calls and results are written. */
export interface DialectSpec
  extends Omit<
    Dialect,
    'createParser' | 'createId' | 'renderCalls' | 'renderPrompt' | 'entries' | 'aliases' | 'models'
  > {
  readonly entries?: readonly string[];
  readonly aliases?: readonly string[];
  readonly models?: readonly string[];
  /** `call_` and 24 hexadecimal digits by default. The position counts the calls of the conversation. */
  readonly createId?: Dialect['createId'];
  readonly renderPrompt?: Dialect['renderPrompt'];
  readonly grammar: Grammar;
  /** Only its own format is read, also where others are read beside the one that was asked for. */
  readonly strict?: true;
  /** The openers `auto` takes from it; all of them by default. */
  readonly inAuto?: readonly Opener[];
  /** The calls as text, each with arguments that are one JSON object; or why one of them cannot be written. */
  writeCalls(calls: readonly DialectCall[], options: ParserOptions): string | DialectProblem;
}

/** A dialect that reads with the grammar, and writes only what it reads back as the same. */
export function defineDialect({ grammar, writeCalls, ...spec }: DialectSpec): GrammarDialect {
  const createParser: Dialect['createParser'] = (options, emit) => new MessageReader(grammar, options, emit);
  // Written once: where a format has ids a new one each time would change the prompt from request to request.
  let example: string | undefined;
  const writeExample = (): string => {
    example ??= String(writeCalls([exampleCall], { tools: [exampleCall] }));
    return example;
  };
  return {
    entries: [],
    aliases: [],
    models: [],
    createId: () => `call_${randomHex(24)}`,
    renderPrompt: (tools) => examplePrompt(writeExample(), tools),
    ownPrompt: spec.renderPrompt !== undefined,
    ...spec,
    grammar,
    createParser,
    renderCalls(calls, options = {}) {
      const text = writeCalls(calls, options);
      if (typeof text !== 'string') return text;
      return readsBack(createParser, text, calls, options) ? text : unwritable(spec.name, calls);
    },
  };
}

const exampleCall: DialectCall = { name: 'example_tool', arguments: '{"argument": "value"}' };

export interface GrammarDialect extends Dialect {
  readonly grammar: Grammar;
  readonly strict?: true;
  /** Whether the prompt is in the style of its models; otherwise it shows an example. */
  readonly ownPrompt: boolean;
  readonly inAuto?: readonly Opener[];
}

function readsBack(
  createParser: Dialect['createParser'],
  text: string,
  calls: readonly DialectCall[],
  options: ParserOptions,
): boolean {
  const read: Extract<DialectEvent, { readonly type: 'call' }>[] = [];
  const parser = createParser(options, (event) => {
    if (event.type === 'call') read.push(event);
  });
  parser.push(text);
  parser.end();
  return (
    read.length === calls.length &&
    calls.every(
      ({ name, arguments: args }, at) =>
        read[at]?.name === name && sameJson(read[at].arguments, args.trim() === '' ? '{}' : args),
    )
  );
}

function unwritable(dialect: string, calls: readonly DialectCall[]): DialectProblem {
  const names = calls
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 80);
  return { code: 'call-rejected', message: `The format ${dialect} cannot express these calls: ${names}.` };
}
