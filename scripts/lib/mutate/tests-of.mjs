import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { leftOut, rooms } from './rooms.mjs';

/** The test files that are asked about the mutants of a room, its own first. */
export function testsOf(tree, room) {
  const files = [room, ...rooms[room]].flatMap((name) => filesIn(tree, `test/${name}`));
  return [...new Set(files)].filter((file) => !leftOut.some((start) => file.startsWith(start)));
}

function filesIn(tree, path) {
  const at = join(tree, path);
  if (!existsSync(at)) throw new Error(`${path} is gone; change scripts/lib/mutate/rooms.mjs`);
  if (statSync(at).isFile()) return [path];
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => `${path}/${name}`);
}
