import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../src/base/error.js';
import { openSqliteStore } from '../../../src/store/sqlite.js';
import { oldText } from './run-stress.js';

/** What was not kept of what a child said, in words; empty when everything was. */
export async function checkStress(folder: string, lines: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const line of lines) if (/^(?:untyped|unhandled) /.test(line)) found.push(line);
  const path = join(folder, 'deep', 'store.db');
  if (!existsSync(path)) {
    if (lines.some((line) => /^(?:acked|blob) /.test(line))) found.push('the store is gone');
    return found;
  }
  const store = await openSqliteStore({ path });
  try {
    for (const { id } of await store.streams()) {
      const verified = await store.verify(id);
      if (!verified.ok) found.push(`${id}: ${verified.message}`);
    }
    for (const line of lines) {
      const [word, what = '', seq, hash] = line.split(' ');
      if (word === 'acked') {
        const [event] = await store.read(what, { after: Number(seq) - 1, limit: 1 });
        if (event?.hash !== hash) found.push(`lost: ${line}`);
      }
      if (word === 'blob' && (await store.blobs.read(what)) === undefined) found.push(`lost: ${line}`);
    }
  } catch (thrown) {
    found.push(`it cannot be read: ${messageOf(thrown)}`);
  } finally {
    await store.close();
  }
  return [...found, ...badFiles(folder, lines)];
}

/** Every file is wholly old or wholly new; what was acknowledged as changed is new. */
function badFiles(folder: string, lines: readonly string[]): readonly string[] {
  const work = join(folder, 'work');
  const changed = (name: string): boolean => lines.includes(`changed ${name}`);
  const fits = (name: string, allowed: readonly (string | undefined)[]): readonly string[] => {
    const path = join(work, name);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    return allowed.includes(text) ? [] : [`${name} is ${JSON.stringify(text?.slice(0, 40))}`];
  };
  const fresh = 'new\n'.repeat(50);
  const made = 'made\n'.repeat(50);
  // What an apply leaves beside a file has a name of its own, which recovery knows.
  const strange = readdirSync(work).filter((name) => !['old.txt', 'made.txt'].includes(name) && !name.startsWith('.'));
  return [
    ...fits('old.txt', changed('old.txt') ? [fresh] : [oldText, fresh]),
    ...fits('made.txt', changed('made.txt') ? [made] : [undefined, made]),
    ...strange.map((name) => `${name} was left in the workspace`),
  ];
}
