import type { LooseSchema } from '../schema/json-schema.js';
import type { PlanContext, RunContext } from './context.js';
import type { PlanResult } from './plan.js';

/** What a tool needs of its surroundings; a tool whose capability is missing here is not offered. */
export type Capability = 'workspace' | 'process' | 'network' | 'person' | 'ripgrep' | (string & {});

export interface ToolLimits {
  readonly timeoutMs?: number;
  /** The most characters of a result the model reads; the whole is kept as a blob. */
  readonly resultChars?: number;
  /** How often it may be called; the config may say otherwise. */
  readonly rate?: Rate;
}

/** So many calls in so much time. */
export interface Rate {
  readonly max: number;
  readonly perMs: number;
}

export interface ToolTraits {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Sent only when the tool is looked up by name. */
  readonly help: string | undefined;
  readonly parameters: LooseSchema;
  readonly result: LooseSchema | undefined;
  readonly category: string;
  /** Other categories that it is found under; dots divide them as they do its own. */
  readonly alsoIn?: readonly string[];
  readonly group: string;
  readonly source: 'builtin' | 'mcp' | 'custom' | 'dynamic';
  /** The tool that this one shows in another name and shape. */
  readonly viewOf?: string;
  readonly capabilities: readonly Capability[];
  readonly dangerous: boolean;
  /**
   * The tool as a whole may be granted, for exactly this: of a tool that somebody else can change the hash of what a person
   * has seen of it, of a built-in one the profile that shows it so.
   */
  readonly pinned?: string;
  readonly effects: 'none' | 'workspace' | 'outside';
  /** May a call whose end was never recorded be run again? */
  readonly idempotent: boolean;
  readonly concurrency: 'parallel' | 'exclusive';
  readonly limits: ToolLimits;
  /** Whether strings are turned into the types that the schema wants; they are when absent. */
  readonly coerces?: boolean;
}

/**
 * A tool as the road sees it: arguments are what the schema check let through. `Args` and `Value` are only read by
 * type tests and by programs that call a tool directly.
 */
export interface Tool<Args = never, Value = unknown> extends ToolTraits {
  /** Reads but changes nothing. Undefined: the tool touches nothing (effects none) or does not tell what. */
  plan?(args: Args, ctx: PlanContext): PlanResult | Promise<PlanResult>;
  /** Of a tool that is not idempotent: whether this very call is. */
  mayRepeat?(args: Args): boolean;
  /** Answers the result, or `fail(…)`. A thrown error is a defect and settles as `internal_error`. */
  run(args: Args, ctx: RunContext, carry: never): Value | Promise<Value>;
  show?(result: never): string;
  display?(result: never): string;
  /** Values that go with the words of a result, small and never cut: for profiles that tell a model of them. */
  details?(result: never): Readonly<Record<string, unknown>>;
  /** The pictures of a result, for models that see. */
  images?(result: never): readonly ImageRef[];
  /** What else goes with a result, for programs that can show it. */
  enclosures?(result: never): readonly Enclosure[];
}

/** What a request carries of a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: LooseSchema;
}

/** A picture that is kept as a blob. */
export interface ImageRef {
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mediaType: string;
  readonly blob: string;
}

/** Something that goes with a result and is kept as a blob: a recording, a document. Of it a model reads what the words tell. */
export interface Enclosure {
  readonly name: string;
  /** `audio/wav`, `application/json`, … */
  readonly mediaType: string;
  readonly blob: string;
}
