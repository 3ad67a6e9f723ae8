import { objectOf } from '../../schema/object-of.js';
import type { ToolDefinition } from '../tool.js';

/** What a model calls that may only call what requests declare: every other tool goes through it. */
export const doorName = 'call_tool';

/** `text`: for an API that takes no object without named members. */
export const doorDefinition = (how: 'object' | 'text'): ToolDefinition => ({
  name: doorName,
  description: 'Calls a tool that is not among these, by a name that tool_search or a note gave you.',
  parameters: objectOf({
    name: { type: 'string' },
    arguments: how === 'object' ? { type: 'object' } : { type: 'string', description: 'A JSON object.' },
  }),
});
