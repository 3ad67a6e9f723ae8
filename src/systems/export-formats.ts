import type { StoredSession } from '../session/sessions.js';

type Render = (session: StoredSession) => string;

/** What a session can be exported as for programs of other systems, by the name of the format. */
export const exportFormats: Readonly<Record<string, () => Promise<Render>>> = {
  seed: async () => (await import('./seed/seed-audit.js')).renderSeedAudit,
  'local-harness': async () => (await import('./local-harness/export-results.js')).renderToolResults,
};
