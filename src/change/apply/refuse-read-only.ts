import { closeSync, constants, openSync } from 'node:fs';
import { systemCode } from '../../base/error.js';
import type { Batch, Item } from './batch.js';

/** A rename would replace a file its owner made read-only. Opening asks as the user one acts as; `access` does not. */
export function refuseReadOnly({ folders }: Batch, { write, found, folder, name }: Item): void {
  if (write.asWritten !== true || found.kind !== 'file') return;
  const flags = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    closeSync(openSync(folders.open(folder).at(name), flags));
  } catch (error) {
    // A program that is running cannot be written in place, but may be replaced.
    if (systemCode(error) !== 'ETXTBSY') throw error;
  }
}
