import type { Recovery } from '../../agent/recovery.js';

/** What is safe runs again; anything else is confirmed afresh. */
export const seedRecovery: Recovery = { asks: true, unknownTool: 'interrupted (Unknown tool)' };
