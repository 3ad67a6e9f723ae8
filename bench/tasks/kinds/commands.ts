import { calls, read, run, says } from '../calls.js';
import { answerHas, changesOnly, commandRan, fileIs } from '../checks.js';
import { tasksOf } from '../task.js';

const parts = ['make.sh', 'out/result.txt', 'part/one.txt', 'part/two.txt', 'parts/one.txt', 'parts/two.txt'];

/** What only running a command tells. */
export const commandTasks = tasksOf('commands', [
  {
    name: 'run-and-report',
    needs: 'commands',
    prompt: 'Run `node checksum.mjs` and tell me the checksum that it prints.',
    files: {
      'checksum.mjs':
        "import { createHash } from 'node:crypto';\nimport { readFileSync } from 'node:fs';\nconsole.log('checksum', createHash('sha256').update(readFileSync('poem.txt')).digest('hex').slice(0, 12));\n",
      'poem.txt': 'The kettle hums,\nthe window fogs,\nthe river comes\nto wake the frogs.\n',
    },
    checks: [commandRan(/checksum\.mjs/), answerHas(/\bc98cd12497d3\b/), changesOnly()],
    solution: [calls(run('node checksum.mjs')), says('The checksum is c98cd12497d3.')],
  },
  {
    name: 'exit-code',
    needs: 'commands',
    prompt: 'Run `sh check.sh`. With which exit code does it end, and what does it say is wrong?',
    files: {
      'check.sh':
        'n=$(wc -l < items.txt)\nif [ "$n" -lt 5 ]; then\n  echo "only $n items, 5 are needed"\n  exit $((n * 7))\nfi\n',
      'items.txt': 'saw\nnail\nrope\n',
    },
    checks: [commandRan(/check\.sh/), answerHas(/\b21\b/, /\b3 items|\bonly 3\b|three items/i), changesOnly()],
    solution: [calls(run('sh check.sh')), says('It ends with exit code 21: only 3 items, 5 are needed.')],
  },
  {
    name: 'build-and-count',
    needs: 'commands',
    prompt: 'Run `node build.mjs`. It writes dist/words.txt. How many lines does that file have?',
    files: {
      'build.mjs':
        "import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';\nconst words = readFileSync('text.md', 'utf8').toLowerCase().match(/[a-z]{4,}/g);\nmkdirSync('dist', { recursive: true });\nwriteFileSync('dist/words.txt', [...new Set(words)].sort().map((word) => word + '\\n').join(''));\n",
      'text.md':
        'A lantern hung above the narrow bridge. The lantern burned all night, and the bridge creaked above the water.\n',
    },
    checks: [
      commandRan(/build\.mjs/),
      fileIs('dist/words.txt', 'above\nbridge\nburned\ncreaked\nhung\nlantern\nnarrow\nnight\nwater\n'),
      answerHas(/\b9\b|\bnine\b/i),
      changesOnly('dist/words.txt'),
    ],
    solution: [calls(run('node build.mjs && wc -l dist/words.txt')), says('dist/words.txt has 9 lines.')],
  },
  {
    name: 'fix-and-rerun',
    needs: 'commands',
    prompt: '`sh make.sh` fails. Find out why, correct it, and run it again until it has written out/result.txt.',
    files: {
      'make.sh': 'set -e\nsource=parts\ncat $source/one.txt $source/two.txt > out/result.txt\necho made\n',
      'part/one.txt': 'first half\n',
      'part/two.txt': 'second half\n',
    },
    checks: [commandRan(/make\.sh/), fileIs('out/result.txt', 'first half\nsecond half\n'), changesOnly(...parts)],
    proof: { command: 'rm out/result.txt && sh make.sh && test -s out/result.txt' },
    solution: [
      calls(run('sh make.sh'), read('make.sh'), ['list_dir', { path: '.' }]),
      calls(['edit_file', { path: 'make.sh', old_text: 'source=parts\n', new_text: 'source=part\nmkdir -p out\n' }]),
      calls(run('sh make.sh')),
      says('The folder is called part, and out was missing. out/result.txt is written.'),
    ],
  },
]);
