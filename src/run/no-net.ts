import type { NetPort } from '../tool/net.js';
import { fail } from '../tool/outcome.js';

/** The network where there is none. */
export const noNet: NetPort = {
  keeps: () => false,
  request: async () => fail('permission_denied', 'There is no network here. Go on without it.'),
};
