import type { SeedAuditRow } from './seed-audit.js';

/** What an executor did, a row when a call is asked for and one when it is over. */
export interface SeedAuditLog {
  readonly rows: readonly SeedAuditRow[];
  append(type: SeedAuditRow['type'], payload: Readonly<Record<string, unknown>>): void;
}

export interface AuditLogOptions {
  readonly now?: () => number;
  onEntry?(row: SeedAuditRow): void;
}

export function createAuditLog({ now = Date.now, onEntry }: AuditLogOptions = {}): SeedAuditLog {
  const rows: SeedAuditRow[] = [];
  return {
    rows,
    append(type, payload) {
      const timestamp = now();
      const createdAt = new Date(timestamp).toISOString();
      const row = { id: rows.length + 1, type, payload: { ...payload, timestamp }, createdAt };
      rows.push(row);
      onEntry?.(row);
    },
  };
}
