import { fail, type ToolFailure } from '../../../tool/outcome.js';

export const missingKey = (name: string): ToolFailure =>
  fail(
    'permission_denied',
    `${name} needs a key and none is set. Ask the person to set webSearch.apiKeyEnv in the config, and that variable.`,
  );
