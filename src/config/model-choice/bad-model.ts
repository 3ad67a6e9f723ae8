import { ToolwrightError } from '../../base/error.js';

/** A model that cannot be used as it was named. */
export const badModel = (message: string): ToolwrightError => new ToolwrightError('bad-usage', message);
