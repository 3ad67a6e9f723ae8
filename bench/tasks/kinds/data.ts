import { calls, edit, read, says, write } from '../calls.js';
import { changesOnly, fileHas, fileIs, jsonIs } from '../checks.js';
import { tasksOf } from '../task.js';

const users = [
  { id: 1, name: 'Ines', lastLogin: '2025-06-30' },
  { id: 2, name: 'Tomas', lastLogin: '2024-12-31' },
  { id: 3, name: 'Priya', lastLogin: '2025-01-01' },
  { id: 4, name: 'Noor', lastLogin: '2023-08-14' },
];
const marked = users.map((user) => (user.lastLogin < '2025' ? { ...user, active: false } : user));

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const base = { name: 'app', log: { level: 'info', file: 'app.log' }, ports: [80, 443], cache: true };
const over = { log: { level: 'debug' }, ports: [8080], owner: 'ops' };
const merged = {
  name: 'app',
  log: { level: 'debug', file: 'app.log' },
  ports: [8080],
  cache: true,
  owner: 'ops',
};

const list = (tests: string, docs: string): string =>
  `# To do\n\n- [x] Draw the plan\n- [${tests}] Write tests\n- [ ] Write tests for the old parts\n- [${docs}] Update the docs\n  - [ ] Translate them\n`;

/** As `list` writes it, with a tick of either size. */
const ticked = new RegExp(`^${list('@', '@').replaceAll(/[[\]]/g, '\\$&').replaceAll('@', '[xX]')}$`);

/** Data that other programs read: a comma too many is a failure. */
export const dataTasks = tasksOf('data', [
  {
    name: 'json-mark',
    prompt:
      'In users.json add "active": false to each user whose lastLogin is before 2025. Change nothing of the others.',
    files: { 'users.json': pretty(users) },
    checks: [jsonIs('users.json', marked), changesOnly('users.json')],
    solution: [
      calls(read('users.json')),
      calls(write('users.json', pretty(marked))),
      says('Tomas and Noor are marked.'),
    ],
  },
  {
    name: 'json-merge',
    prompt:
      'Write merged.json: base.json with the values of override.json on top. Objects are merged member by member, also within each other; anything else is replaced as a whole.',
    files: { 'base.json': pretty(base), 'override.json': pretty(over) },
    checks: [jsonIs('merged.json', merged), changesOnly('merged.json')],
    solution: [
      calls(read('base.json'), read('override.json')),
      calls(write('merged.json', pretty(merged))),
      says('merged.json is written.'),
    ],
  },
  {
    name: 'csv-filter',
    prompt:
      'Write open.csv: the header of tickets.csv and its rows whose status is open, in the same order and spelling.',
    files: {
      'tickets.csv':
        'id,title,status\n11,"Broken link, again",open\n12,Slow start,closed\n13,"Say ""hello""",open\n14,Open the window,closed\n15,Crash,reopened\n16,Typo,open\n',
    },
    checks: [
      fileIs('open.csv', 'id,title,status\n11,"Broken link, again",open\n13,"Say ""hello""",open\n16,Typo,open\n'),
      changesOnly('open.csv'),
    ],
    solution: [
      calls(read('tickets.csv')),
      calls(
        write('open.csv', 'id,title,status\n11,"Broken link, again",open\n13,"Say ""hello""",open\n16,Typo,open\n'),
      ),
      says('open.csv has three rows.'),
    ],
  },
  {
    name: 'csv-to-table',
    prompt:
      'Write report.md with one Markdown table of the columns Region and Total: for each region of sales.csv the sum of its amounts, the largest first.',
    files: {
      'sales.csv':
        'region,day,amount\nNorth,1,120\nSouth,1,75\nNorth,2,80\nWest,2,310\nSouth,3,150\nWest,3,15\nNorth,4,1\n',
    },
    checks: [
      fileHas(
        'report.md',
        /^\|?\s*Region\s*\|\s*Total\s*\|?\s*$/m,
        /^\|?\s*:?-+:?\s*\|\s*:?-+:?\s*\|?\s*$/m,
        /\bWest\s*\|\s*325\s*\|?\s*\n\|?\s*South\s*\|\s*225\s*\|?\s*\n\|?\s*North\s*\|\s*201\b/,
      ),
      changesOnly('report.md'),
    ],
    solution: [
      calls(read('sales.csv')),
      calls(
        write('report.md', '| Region | Total |\n| --- | --- |\n| West | 325 |\n| South | 225 |\n| North | 201 |\n'),
      ),
      says('report.md has three regions.'),
    ],
  },
  {
    name: 'tick-boxes',
    prompt: 'In TODO.md tick "Write tests" and "Update the docs". Tick nothing else.',
    files: { 'TODO.md': list(' ', ' ') },
    checks: [fileHas('TODO.md', ticked), changesOnly('TODO.md')],
    solution: [
      calls(read('TODO.md')),
      calls(
        edit('TODO.md', '- [ ] Write tests\n', '- [x] Write tests\n'),
        edit('TODO.md', '- [ ] Update the docs\n', '- [x] Update the docs\n'),
      ),
      says('Both are ticked.'),
    ],
  },
]);
