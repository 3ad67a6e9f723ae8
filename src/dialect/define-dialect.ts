import { channel } from 'node:diagnostics_channel';
import { randomHex } from '../base/id.js';
import type {
  Dialect,
  DialectCall,
  DialectEvent,
  DialectMessage,
  DialectProblem,
  DialectResult,
  ParserOptions,
} from './dialect.js';
import { thinkTags, turnEnds } from './format/marks.js';
import { defaultPrompt } from './format/tools-prompt.js';
import type { DialectOpener, Grammar, Opener } from './read/grammar.js';
import { MessageReader } from './read/message-reader.js';
import { sameJson } from './value/same-json.js';

/**
 * A grammar that leaves out what is usual: openers say what differs from their dialect, thoughts stand in `<think>`, and
 * the ends of turns are left out of the text.
 */
export interface FormatGrammar extends Omit<Grammar, 'openers'> {
  readonly openers: readonly Opener[];
}

/** What a format states of itself: facts, grammar, and how calls and results are written. */
export interface DialectSpec
  extends Omit<
    Dialect,
    'createParser' | 'createId' | 'renderCalls' | 'renderPrompt' | 'renderResults' | 'entries' | 'aliases' | 'models'
  > {
  readonly entries?: readonly string[];
  readonly aliases?: readonly string[];
  readonly models?: readonly string[];
  /** `call_` and 24 hexadecimal digits by default. The position counts the calls of the conversation. */
  readonly createId?: Dialect['createId'];
  readonly renderPrompt?: Dialect['renderPrompt'];
  readonly grammar: FormatGrammar;
  /** Only its own format is read, also where others are read beside the one that was asked for. */
  readonly strict?: true;
  /** The openers `auto` takes from it; all of them by default. */
  readonly inAuto?: readonly Opener[];
  /** One call or more as text, each with arguments that are one JSON object; or why one of them cannot be written. */
  writeCalls(calls: readonly DialectCall[], options: ParserOptions): string | DialectProblem;
  /** Each text is a message of the user. */
  renderResults(results: readonly DialectResult[]): string | readonly (string | DialectMessage)[];
}

/** For whoever watches which formats a process reads: `{ name }`. */
const dialects = channel('toolwright:dialect');

/** A dialect that reads with the grammar, and writes only what it reads back as the same. */
export function defineDialect({
  grammar: own,
  inAuto,
  writeCalls,
  renderResults,
  ...spec
}: DialectSpec): GrammarDialect {
  const named = (openers: readonly Opener[]) => openers.map((opener) => nameOpener(opener, spec.name));
  const grammar: Grammar = { thoughts: thinkTags, dropped: turnEnds, ...own, openers: named(own.openers) };
  const createParser: Dialect['createParser'] = (options, emit) => {
    if (dialects.hasSubscribers) dialects.publish({ name: spec.name });
    return new MessageReader(grammar, options, emit);
  };
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
    renderPrompt: (tools) => defaultPrompt(writeExample(), tools),
    ownPrompt: spec.renderPrompt !== undefined,
    ...spec,
    ...(inAuto !== undefined && { inAuto: named(inAuto) }),
    grammar,
    createParser,
    renderCalls(calls, options = {}) {
      if (calls.length === 0) return '';
      const text = writeCalls(calls, options);
      if (typeof text !== 'string') return text;
      return readsBack(createParser, text, calls, options) ? text : unwritable(spec.name, calls);
    },
    renderResults: (results) => [renderResults(results)].flat().map(asMessage),
  };
}

const asMessage = (said: string | DialectMessage): DialectMessage =>
  typeof said === 'string' ? { role: 'user', text: said } : said;

const exampleCall: DialectCall = { name: 'example_tool', arguments: '{"argument": "value"}' };

export interface GrammarDialect extends Dialect {
  readonly grammar: Grammar;
  readonly strict?: true;
  /** Whether the prompt is in the style of its models; otherwise it shows an example. */
  readonly ownPrompt: boolean;
  readonly inAuto?: readonly DialectOpener[];
}

/** The same object each time: where grammars are put together, an opener of several of them is tried once. */
function nameOpener(opener: Opener, name: string): DialectOpener {
  const { dialect = name } = opener;
  const known = namedOpeners.get(opener) ?? new Map<string, DialectOpener>();
  namedOpeners.set(opener, known);
  const named = known.get(dialect) ?? { at: 'anywhere', ...opener, dialect };
  known.set(dialect, named);
  return named;
}

const namedOpeners = new WeakMap<Opener, Map<string, DialectOpener>>();

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
