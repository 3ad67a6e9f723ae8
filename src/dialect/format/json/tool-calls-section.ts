import type { Opener } from '../../read/grammar.js';
import { type CallKeys, usualKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { startsCalls } from '../starts.js';

export const sectionOpen = '<tool_calls>';
export const sectionClose = '</tool_calls>';

export interface SectionOptions {
  /** How the format writes the calls; it reads the other form as well. */
  readonly form: 'list' | 'lines';
  readonly keys?: CallKeys;
}

/**
 * `<tool_calls>` with JSON behind it: a list, or one object a line. In reasoning its models draft calls, so that it
 * opens none there, even where the reasoning is never closed.
 */
export function toolCallsSection(dialect: string, { form, keys = usualKeys }: SectionOptions): Opener {
  const shape = form === 'list' ? 'one JSON list of objects' : 'one JSON object a line';
  return {
    dialect,
    text: sectionOpen,
    at: 'anywhere',
    draftsInThought: true,
    starts: startsCalls('list', 'object', 'fence'),
    read: createJsonCalls({
      close: [sectionClose],
      wrongClose: ['</think>'],
      next: [sectionOpen, ...answerEnds],
      ...(form === 'list' ? { list: true } : { several: true, lines: true }),
      keys,
      howTo: `Write the calls as ${sectionOpen}, ${shape} with "name" and "arguments", ${sectionClose}.`,
    }),
  };
}

/** The opener for `auto`, where each form belongs to another format. */
export const onlyForm = (opener: Opener, form: 'list' | 'lines'): Opener => ({
  ...opener,
  starts: form === 'list' ? startsCalls('list') : startsCalls('object', 'fence'),
});
