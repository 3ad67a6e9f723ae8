import { calls, edit, read, run, says, write } from '../calls.js';
import { changesOnly, fileHas, noFileHas } from '../checks.js';
import { tasksOf } from '../task.js';

const medianTest =
  "import assert from 'node:assert/strict';\nimport { median } from './median.mjs';\n\nassert.equal(median([3, 1, 2]), 2);\nassert.equal(median([10, 9, 1]), 9);\nassert.equal(median([4, 1, 3, 2]), 2.5);\nconsole.log('ok');\n";

const pagesTest =
  "import assert from 'node:assert/strict';\nimport { pageOf } from './pages.mjs';\n\nconst items = ['a', 'b', 'c', 'd', 'e'];\nassert.deepEqual(pageOf(items, 1, 2), ['a', 'b']);\nassert.deepEqual(pageOf(items, 3, 2), ['e']);\nassert.deepEqual(pageOf(items, 4, 2), []);\nconsole.log('ok');\n";

const slugTest =
  "import assert from 'node:assert/strict';\nimport { slugOf } from './slug.mjs';\n\nassert.equal(slugOf('Hello World'), 'hello-world');\nassert.equal(slugOf('  Tea & Coffee! '), 'tea-coffee');\nassert.equal(slugOf('a--b__c'), 'a-b-c');\nassert.equal(slugOf('***'), '');\nconsole.log('ok');\n";

/** Code that has to run afterwards: a test that the model has not seen decides. */
export const codeTasks = tasksOf('code', [
  {
    name: 'fix-failing-test',
    prompt:
      'Run `node median.test.mjs`: it fails. Correct median.mjs so that the test passes. Leave the test as it is.',
    files: {
      'median.mjs':
        'export function median(numbers) {\n  const sorted = [...numbers].sort();\n  return sorted[Math.floor(sorted.length / 2)];\n}\n',
      'median.test.mjs': medianTest,
    },
    checks: [changesOnly('median.mjs')],
    proof: {
      files: {
        'unseen.mjs':
          "import assert from 'node:assert/strict';\nimport { median } from './median.mjs';\nconst given = [100, 20, 3];\nassert.equal(median(given), 20);\nassert.deepEqual(given, [100, 20, 3]);\nassert.equal(median([7]), 7);\nassert.equal(median([2, 10]), 6);\n",
      },
      command: 'node median.test.mjs && node unseen.mjs',
    },
    solution: [
      calls(run('node median.test.mjs'), read('median.mjs')),
      calls(
        write(
          'median.mjs',
          'export function median(numbers) {\n  const sorted = [...numbers].sort((a, b) => a - b);\n  const half = Math.floor(sorted.length / 2);\n  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;\n}\n',
        ),
      ),
      calls(run('node median.test.mjs')),
      says('The numbers were sorted as text, and even counts were not averaged. The test passes.'),
    ],
  },
  {
    name: 'fix-off-by-one',
    prompt: 'pages.test.mjs fails when it is run with node. Find out why, and correct pages.mjs.',
    files: {
      'pages.mjs':
        '/** The items of a page; the first page is 1. */\nexport function pageOf(items, page, size) {\n  const start = page * size;\n  return items.slice(start, start + size - 1);\n}\n',
      'pages.test.mjs': pagesTest,
    },
    checks: [changesOnly('pages.mjs')],
    proof: {
      files: {
        'unseen.mjs':
          "import assert from 'node:assert/strict';\nimport { pageOf } from './pages.mjs';\nassert.deepEqual(pageOf([1, 2, 3, 4], 2, 3), [4]);\nassert.deepEqual(pageOf([1, 2, 3, 4], 2, 1), [2]);\n",
      },
      command: 'node pages.test.mjs && node unseen.mjs',
    },
    solution: [
      calls(read('pages.mjs'), read('pages.test.mjs')),
      calls(
        edit(
          'pages.mjs',
          'const start = page * size;\n  return items.slice(start, start + size - 1);',
          'const start = (page - 1) * size;\n  return items.slice(start, start + size);',
        ),
      ),
      says('Pages count from 1, and the end of a slice is not part of it. Both are corrected.'),
    ],
  },
  {
    name: 'rename-function',
    rounds: 16,
    prompt:
      'Rename the function getUser to loadUser in all files of this folder. Other names, such as getUserName, stay as they are. `node main.mjs` must print the same as before.',
    files: {
      'users.mjs':
        "const users = { 7: { name: 'Ada' } };\nexport const getUser = (id) => users[id];\nexport const getUserName = (id) => getUser(id).name;\n",
      'greet.mjs':
        "import { getUser, getUserName } from './users.mjs';\nexport const greet = (id) => (getUser(id) ? 'Hello ' + getUserName(id) : 'Who?');\n",
      'main.mjs': "import { greet } from './greet.mjs';\nconsole.log(greet(7), greet(8));\n",
      'README.md': 'Call getUser with an id, or getUserName for the name alone.\n',
    },
    checks: [
      noFileHas(/\bgetUser\b/),
      fileHas('users.mjs', /\bloadUser = /, /\bgetUserName\b/),
      fileHas('greet.mjs', /\bloadUser\(id\)/, /\bgetUserName\(id\)/),
      fileHas('README.md', /\bloadUser\b/, /\bgetUserName\b/),
      changesOnly('users.mjs', 'greet.mjs', 'README.md'),
    ],
    proof: { command: 'test "$(node main.mjs)" = "Hello Ada Who?"' },
    solution: [
      calls(['grep', { pattern: '\\bgetUser\\b' }]),
      calls(
        ...['users.mjs', 'greet.mjs', 'README.md'].map(
          (path) =>
            [
              'edit_file',
              { path, old_text: '\\bgetUser\\b', new_text: 'loadUser', regex: true, replace_all: true },
            ] as const,
        ),
      ),
      says('getUser is loadUser now, in three files.'),
    ],
  },
  {
    name: 'write-function',
    prompt:
      'Write slug.mjs, which exports a function slugOf(text): small letters, each run of characters other than a-z and 0-9 becomes one dash, and no dash stands at either end. `node slug.test.mjs` must pass.',
    files: { 'slug.test.mjs': slugTest },
    checks: [fileHas('slug.mjs', /slugOf/), changesOnly('slug.mjs')],
    proof: {
      files: {
        'unseen.mjs':
          "import assert from 'node:assert/strict';\nimport { slugOf } from './slug.mjs';\nassert.equal(slugOf('-Already-Done-'), 'already-done');\nassert.equal(slugOf('Version 2.10'), 'version-2-10');\n",
      },
      command: 'node slug.test.mjs && node unseen.mjs',
    },
    solution: [
      calls(read('slug.test.mjs')),
      calls(
        write(
          'slug.mjs',
          "export const slugOf = (text) =>\n  text\n    .toLowerCase()\n    .replaceAll(/[^a-z0-9]+/g, '-')\n    .replaceAll(/^-|-$/g, '');\n",
        ),
      ),
      calls(run('node slug.test.mjs')),
      says('slug.mjs is written, and the test passes.'),
    ],
  },
]);
