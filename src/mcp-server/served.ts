import type { PromptMessage } from '@modelcontextprotocol/server';

/** What a resource holds: text, or bytes. */
export type ServedContent = string | Uint8Array;

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** Something that clients can read. */
export interface ServedResource extends Described {
  readonly uri: string;
  /** `text/plain` when absent. */
  readonly mediaType?: string;
  read(): ServedContent | Promise<ServedContent>;
  /** Calls `changed` whenever it holds something else, until what is answered is called. Clients can subscribe to it then. */
  watch?(changed: () => void): () => void;
}

/** Resources of one form: `orders://{year}/{number}`. */
export interface ServedTemplate extends Described {
  /** As RFC 6570 has it. */
  readonly uriTemplate: string;
  readonly mediaType?: string;
  /** Undefined where there is nothing. */
  read(variables: Readonly<Record<string, string>>): Answered<ServedContent | undefined>;
  /** What a variable may be, as far as it is written. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** Words for a model that the person at the client can choose. */
export interface ServedPrompt extends Described {
  readonly description: string;
  readonly arguments?: readonly ServedArgument[];
  /** What is asked for is there, and nothing else. */
  render(args: Readonly<Record<string, string>>): Answered<string | readonly PromptMessage[]>;
}

export interface ServedArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly complete?: Completer;
}

/** The values that begin with what is written; `others` are those that stand already. */
export type Completer = (written: string, others: Readonly<Record<string, string>>) => Answered<readonly string[]>;

type Answered<Value> = Value | Promise<Value>;
