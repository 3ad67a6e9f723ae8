import { fail } from '../../tool/outcome.js';

export const noChildren = fail('not_found', 'Nothing can be delegated here. Do it yourself.');
