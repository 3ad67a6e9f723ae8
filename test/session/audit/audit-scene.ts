import { realpathSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { AuditRow } from '../../../src/session/audit/audit-row.js';
import { type AuditQuery, readAudit } from '../../../src/session/audit/read-audit.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { openSession } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { Store } from '../../../src/store/store.js';
import { newFolder } from '../open.js';

/** Rules as they stand in a config file, from line 3 on. */
export const rulesOf = (...list: readonly object[]) =>
  parseRuleList(list, (path) => ({ layer: 'user', file: '/home/me/config.json', line: 3 + Number(path[0]) })).rules;

export interface AuditScene {
  readonly store: Store;
  readonly folder: string;
  /** One turn with these calls, in a session of its own; answers its id. */
  turn(calls: readonly object[], options?: Partial<SessionOptions>): Promise<string>;
  rows(query?: AuditQuery): Promise<readonly AuditRow[]>;
}

export function auditScene(store: Store = createMemoryStore()): AuditScene {
  onTestFinished(() => store.close());
  const folder = realpathSync(newFolder());
  return {
    store,
    folder,
    async turn(calls, options = {}) {
      const model = scriptedModel([{ calls: calls as never }, { text: 'Done.' }]);
      const session = await openSession({ workspace: folder, model, store, ...options });
      await session.send('go').result;
      await session.close();
      return session.id;
    },
    async rows(query = {}) {
      const rows: AuditRow[] = [];
      for await (const row of readAudit(store, query)) rows.push(row);
      return rows;
    },
  };
}

export const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'x\n' } });
export const list = { name: 'list_dir', arguments: { path: '.' } };
