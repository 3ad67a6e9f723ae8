import { completeCommand } from '../../../src/cli/completion/complete-command.js';
import { processHost } from '../../../src/cli/host.js';
import { hostileTable } from './hostile-table.js';

/** Only `complete SHELL -- WORD…`, by the hostile table. */
const [, , , shell = '', , ...words] = process.argv;
const none = { text: () => undefined, texts: () => [], flag: () => false };
void completeCommand(hostileTable)({ arguments: [shell, ...words], ...none }, processHost());
