import { version } from '../../base/version.js';
import type { CommandTable, Runner } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { renderManPage } from './man-page.js';

/** `toolwright man`. */
export const manCommand =
  (table: CommandTable): Runner =>
  async (_invocation, { stdout }) => {
    stdout.write(renderManPage({ table, version }));
    return exitCodes.answered;
  };
