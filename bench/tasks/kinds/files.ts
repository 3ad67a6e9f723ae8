import { calls, edit, read, says, write } from '../calls.js';
import { changesOnly, fileIs, isGone } from '../checks.js';
import { tasksOf } from '../task.js';

const downloads = {
  'downloads/cat.png': 'png of a cat\n',
  'downloads/dog.png': 'png of a dog\n',
  'downloads/march.csv': 'day,sales\n1,20\n',
  'downloads/readme.txt': 'What came in March.\n',
};

const patch = `--- a/lib/area.js
+++ b/lib/area.js
@@ -1,3 +1,3 @@
 export function area(a, b) {
-  return a + b;
+  return a * b;
 }
--- a/lib/names.js
+++ b/lib/names.js
@@ -1,2 +1,3 @@
 export const first = 'Ada';
 export const last = 'Byron';
+export const born = 1815;
--- a/notes/old.txt
+++ /dev/null
@@ -1,1 +0,0 @@
-to be removed
`;

/** Making, moving and removing files. */
export const fileTasks = tasksOf('files', [
  {
    name: 'create-files',
    prompt:
      'Make two files. site/robots.txt has the two lines "User-agent: *" and "Disallow: /private". site/data/version.txt has the one line "3.1.4".',
    files: { 'site/index.html': '<p>Hello</p>\n' },
    checks: [
      fileIs('site/robots.txt', 'User-agent: *\nDisallow: /private\n'),
      fileIs('site/data/version.txt', '3.1.4\n'),
      changesOnly('site/robots.txt', 'site/data/version.txt'),
    ],
    solution: [
      calls(write('site/robots.txt', 'User-agent: *\nDisallow: /private\n'), write('site/data/version.txt', '3.1.4\n')),
      says('Both files are there.'),
    ],
  },
  {
    name: 'sort-into-folders',
    needs: 'removals',
    prompt:
      'In the folder downloads move the .png files into downloads/pictures and the .csv files into downloads/tables. Leave the rest where it is.',
    files: downloads,
    checks: [
      fileIs('downloads/pictures/cat.png', downloads['downloads/cat.png']),
      fileIs('downloads/pictures/dog.png', downloads['downloads/dog.png']),
      fileIs('downloads/tables/march.csv', downloads['downloads/march.csv']),
      isGone('downloads/cat.png', 'downloads/dog.png', 'downloads/march.csv'),
      changesOnly(
        ...['downloads/cat.png', 'downloads/dog.png', 'downloads/march.csv'],
        ...['downloads/pictures/cat.png', 'downloads/pictures/dog.png', 'downloads/tables/march.csv'],
      ),
    ],
    solution: [
      calls(['list_dir', { path: 'downloads' }]),
      calls(
        ['move_file', { from: 'downloads/cat.png', to: 'downloads/pictures/cat.png' }],
        ['move_file', { from: 'downloads/dog.png', to: 'downloads/pictures/dog.png' }],
        ['move_file', { from: 'downloads/march.csv', to: 'downloads/tables/march.csv' }],
      ),
      says('Two pictures and one table are moved.'),
    ],
  },
  {
    name: 'delete-some',
    needs: 'removals',
    prompt: 'Delete all files whose names end in .tmp, in this folder and those below it. Delete nothing else.',
    files: {
      'a.tmp': '1\n',
      'a.tmp.md': 'Why there are .tmp files.\n',
      'src/b.tmp': '2\n',
      'src/tmp/c.tmp': '3\n',
      'src/tmp/keep.txt': '4\n',
      'src/template.js': '5\n',
    },
    checks: [isGone('a.tmp', 'src/b.tmp', 'src/tmp/c.tmp'), changesOnly('a.tmp', 'src/b.tmp', 'src/tmp/c.tmp')],
    solution: [
      calls(['glob', { pattern: '*.tmp' }]),
      calls(
        ['delete_file', { path: 'a.tmp' }],
        ['delete_file', { path: 'src/b.tmp' }],
        ['delete_file', { path: 'src/tmp/c.tmp' }],
      ),
      says('Three files are deleted.'),
    ],
  },
  {
    name: 'rename-and-relink',
    rounds: 16,
    needs: 'removals',
    prompt: 'Rename docs/setup.md to docs/install.md, and correct every link to it.',
    files: {
      'docs/setup.md': '# Setup\n\nUnpack the archive.\n',
      'docs/usage.md': 'First see [the setup](setup.md). A backup.md is no setup.\n',
      'README.md': '- [Setup](docs/setup.md)\n- [Usage](docs/usage.md)\n',
    },
    checks: [
      isGone('docs/setup.md'),
      fileIs('docs/install.md', '# Setup\n\nUnpack the archive.\n'),
      fileIs('docs/usage.md', 'First see [the setup](install.md). A backup.md is no setup.\n'),
      fileIs('README.md', '- [Setup](docs/install.md)\n- [Usage](docs/usage.md)\n'),
      changesOnly('docs/setup.md', 'docs/install.md', 'docs/usage.md', 'README.md'),
    ],
    solution: [
      calls(['grep', { pattern: 'setup.md', literal: true }]),
      calls(
        ['move_file', { from: 'docs/setup.md', to: 'docs/install.md' }],
        edit('docs/usage.md', '(setup.md)', '(install.md)'),
        edit('README.md', '(docs/setup.md)', '(docs/install.md)'),
      ),
      says('The file is renamed, and two links are corrected.'),
    ],
  },
  {
    name: 'apply-patch',
    needs: 'removals',
    prompt: 'Make the changes of changes.patch in this folder. Leave changes.patch itself as it is.',
    files: {
      'changes.patch': patch,
      'lib/area.js': 'export function area(a, b) {\n  return a + b;\n}\n',
      'lib/names.js': "export const first = 'Ada';\nexport const last = 'Byron';\n",
      'notes/old.txt': 'to be removed\n',
    },
    checks: [
      fileIs('lib/area.js', 'export function area(a, b) {\n  return a * b;\n}\n'),
      fileIs('lib/names.js', "export const first = 'Ada';\nexport const last = 'Byron';\nexport const born = 1815;\n"),
      isGone('notes/old.txt'),
      changesOnly('lib/area.js', 'lib/names.js', 'notes/old.txt'),
    ],
    solution: [calls(read('changes.patch')), calls(['apply_patch', { patch }]), says('All three changes are made.')],
  },
]);
