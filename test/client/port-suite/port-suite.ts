import { describe } from 'vitest';
import type { Reach } from '../port-scene.js';
import { commandsSuite } from './commands.js';
import { eventsSuite } from './events.js';
import { messagesSuite } from './messages.js';
import { rewindsSuite } from './rewinds.js';

/** Everything a port promises: a port over a wire has to pass the same. */
export function portSuite(name: string, reach: Reach): void {
  describe(`a port: ${name}`, () => {
    eventsSuite(reach);
    messagesSuite(reach);
    rewindsSuite(reach);
    commandsSuite(reach);
  });
}
