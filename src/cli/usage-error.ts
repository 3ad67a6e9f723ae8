import { ToolwrightError } from '../base/error.js';

/** Bad usage: what is wrong, and where the right usage stands. */
export function usageError(message: string, command = ''): ToolwrightError {
  return new ToolwrightError('bad-usage', `${message}\nSee: toolwright ${command === '' ? '' : `${command} `}--help`);
}
