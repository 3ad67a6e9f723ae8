import { createRequire } from 'node:module';
import type * as Sqlite from '@photostructure/sqlite';
import { callerOf, type FaultPoint } from './caller-of.js';

const { DatabaseSync: Database } = createRequire(import.meta.url)('@photostructure/sqlite') as typeof Sqlite;
const { faultPoint = () => {} } = globalThis as { faultPoint?: FaultPoint };

/** In the place of SQLite's in a child: whatever it is told to write is a fault point. Its methods cannot be replaced. */
export function DatabaseSync(...args: ConstructorParameters<typeof Database>): object {
  const database = new Database(...args);
  const { exec, prepare } = database;
  replace(database, 'exec', (sql: string) => {
    atStatement(sql, []);
    return exec.call(database, sql);
  });
  replace(database, 'prepare', (sql: string) => {
    const statement = prepare.call(database, sql);
    for (const name of ['get', 'run', 'all'] as const) {
      const given = statement[name] as (...values: unknown[]) => unknown;
      replace(statement, name, function watched(...values: unknown[]) {
        atStatement(sql, values);
        return given.apply(statement, values);
      });
    }
    return statement;
  });
  return database;
}

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'CREATE', 'BEGIN', 'COMMIT']);

/** What is appended is told apart by the first event of it. */
function atStatement(sql: string, values: readonly unknown[]): void {
  const words = sql.trim().split(/[\s;]+/);
  if (!writing.has(words[0] ?? '') && !/\b(?:CREATE|BEGIN|checkpoint)/.test(sql)) return;
  const first = values.find((value) => typeof value === 'string' && /^[a-z]+(?:-[a-z]+)+$/.test(value));
  const what = words[2] === 'events' && first !== undefined ? `append ${first}` : words.slice(0, 3).join(' ');
  faultPoint(`sqlite ${what} in ${callerOf()}`);
}

function replace(holder: object, name: string, value: (...args: never[]) => unknown): void {
  Object.defineProperty(holder, name, { value });
}
