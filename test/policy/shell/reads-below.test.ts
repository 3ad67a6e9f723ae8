import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { makeFolders } from '../cases/scene.js';
import { commandDecider } from './decide-command.js';
import { makeFuzzScene } from './fuzz-scene.js';

const folders = makeFolders();
const decide = commandDecider(folders);
beforeAll(() => makeFuzzScene(folders));
afterAll(() => folders.remove());

/** In the scene `conf` and `.` hold a `.env`, `docs` and `pair` links that lead out. */
it.each([
  ['diff pair/one pair/two', 'diff --no-dereference pair/one pair/two'],
  ['diff -r pair/one pair/two', 'diff -r src src/deep'],
  ['diff docs pair/two/leak', 'diff src src/a.ts'],
  ['sdiff docs pair/two/leak', 'sdiff src src/a.ts'],
  ['diff conf src', 'diff src src/deep'],
  ["grep -r a --include='*' .", "grep -r a --include='*.ts' ."],
  ["grep -r a --include='*.local' .", "grep -r a --include='*.{ts,js}' ."],
  ['git grep --no-index a', 'git grep a'],
  ['git grep --untracked a', 'git grep a src'],
  ['ls -LR pair', 'ls -R pair'],
  ['du -aL pair', 'du -a pair'],
  ['find pair -follow', 'find pair'],
  ['echo */*', 'echo src/*/*'],
  ["rg a -g '*'", "rg a -g '*.{ts,js}'"],
  ['ag --hidden a', 'ag a src'],
  ['tar cf - conf', 'tar cf - src'],
  ['tar chf - docs', 'tar cf - docs'],
  ['zip -r - docs', 'zip -ry - docs'],
  ['lz4cat -r docs', 'lz4cat docs/a.txt'],
  ['zstdcat -T .env', 'zstdcat -T0 a.txt'],
  ['jq --rawfile a .env -h', 'jq --rawfile a a.txt .'],
  ["find conf ! -name '*.ts' -exec cat {} +", "find conf -name '*.yml' -exec cat {} +"],
  ["find conf -name '*.yml' -o -exec cat {} +", "find conf '(' -name '*.yml' -o -name '*.ts' ')' -exec cat {} +"],
  ["find conf -exec cat {} + -name '*.ts'", "find conf -type f -name '*.yml' -exec cat {} +"],
])('asks before %s, and not before %s', async (asked, allowed) => {
  verifies('policy.proof.arguments');
  expect([await decide(asked), await decide(allowed)]).toEqual(['ask', 'allow']);
});
