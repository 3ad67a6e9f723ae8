import { words } from '../base/text.js';
import type { EventIndex } from '../store/store.js';

/** What happens seldom, and is looked for by what it is. */
export const rareEvents = words(`
  mode-changed risk-mode-changed change-undone change-redone session-forked session-repaired session-rewound
  taint-raised taint-cleared session-deleted decisions-kept rules-changed trust-given trust-revoked grant-created grant-revoked`);

/** What `toolwright audit` finds quickly. Decisions are many, and are looked for by what they say. */
export const recordIndexes: readonly EventIndex[] = [
  {
    name: 'rare',
    types: rareEvents,
    fields: ['workspace'],
  },
  // Questions that wait are looked for over all sessions.
  { name: 'questions', types: ['approval-requested'], fields: [] },
  {
    name: 'record',
    types: ['call-decided', 'call-refused', 'approval-answered', 'session-opened'],
    fields: ['verdict', 'level', 'tool', 'actor', 'origin.who'],
  },
];
