import type { ToolTable } from '../../read/tool-table.js';
import type { ArgumentObject } from '../../value/argument-object.js';

/** What differs between the formats that name a call and its arguments in attributes. */
export interface InvokeFormat {
  /** The words of the tags of a call and of an argument, the usual one first. */
  readonly call: readonly string[];
  readonly parameter: readonly string[];
  /** What closes the section around the calls, the usual one first; empty where calls stand alone. */
  readonly close: readonly string[];
  /**
   * What white space around a value is. `wrapped`: a line break at both of its ends is layout, anything else is part of
   * it; so a value that has both is written with two more. `exact`: all of it is part of the value.
   */
  readonly layout: 'wrapped' | 'exact';
  /** A value may stand in `<![CDATA[…]]>`, and may hold the word marks of a tokenizer. */
  readonly cdata?: true;
  /** Why a call must not be used. */
  check?(
    call: { readonly name: string; readonly args: ArgumentObject; readonly keys: readonly string[] },
    tools: ToolTable,
  ): string | undefined;
  /** How a call is written rightly, told when one was not. */
  readonly howTo: string;
}

/** `<invoke name="…"><parameter name="…">`. */
export const invokeTags = { call: ['invoke'], parameter: ['parameter'] } as const;
