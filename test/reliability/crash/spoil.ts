import { appendFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** What a program could have left that broke its promises, each with how the checker begins to tell of it. */
export const spoils: readonly (readonly [tells: RegExp, spoil: (folder: string) => void])[] = [
  [/^R1: the acknowledged event/, (folder) => change(folder, `DELETE FROM events WHERE ${last}`)],
  [/^chain: .* is not what was written/, (folder) => change(folder, `UPDATE events SET at = at + 1 WHERE ${last}`)],
  [/^chain: .* where .* should be/, (folder) => change(folder, "DELETE FROM events WHERE type = 'call-started'")],
  [/^blobs: .* which is not there/, (folder) => rmSync(firstBlob(folder))],
  [/^blobs: .* is not what it is named after/, (folder) => truncateSync(firstBlob(folder), 10)],
  [/^R3: c03 had 2 effects and 1 starts/, (folder) => appendFileSync(join(folder, 'effects.log'), 'c03\n')],
  [
    /^R3: c06 has no settlement/,
    (folder) => change(folder, "DELETE FROM events WHERE body LIKE '%c06%' AND type = 'call-settled'"),
  ],
  [
    /^R6: c04 was started by a verdict of an earlier process/,
    (folder) => change(folder, "DELETE FROM events WHERE body LIKE '%c04%' AND type = 'call-decided'"),
  ],
  [/^R5: edited.txt is neither old nor new/, (folder) => truncateSync(join(folder, 'ws', 'edited.txt'), 100)],
  [/^R5: c07 was done in part/, (folder) => rmSync(join(folder, 'ws', 'moved', 'to.txt'))],
  [/^R5: left.tmp was left behind/, (folder) => writeFileSync(join(folder, 'ws', 'left.tmp'), '')],
];

const last = '(stream, seq) = (SELECT stream, max(seq) FROM events GROUP BY stream ORDER BY max(seq) DESC LIMIT 1)';

function change(folder: string, sql: string): void {
  const database = new DatabaseSync(join(folder, 'store.db'));
  database.exec(sql);
  database.close();
}

function firstBlob(folder: string): string {
  const blobs = join(folder, 'store.db.blobs');
  const found = readdirSync(blobs, { recursive: true, encoding: 'utf8' }).find((name) => /[0-9a-f]{64}$/.test(name));
  return join(blobs, found ?? 'none');
}
