import { calls, read, says } from '../calls.js';
import { answerHas, answerLacks, changesOnly } from '../checks.js';
import { tasksOf } from '../task.js';

/** Answers that stand in files, and in no model. */
export const answerTasks = tasksOf('answer', [
  {
    name: 'two-hops',
    prompt: 'A change in src/payments needs a review. What is the e-mail address of the person who leads that team?',
    files: {
      'OWNERS.md': '- src/search: team Lantern\n- src/payments: team Otter\n- src/mail: team Quill\n',
      'teams/teams.json':
        '{\n  "Lantern": { "lead": "R. Okafor" },\n  "Otter": { "lead": "M. Lindqvist" },\n  "Quill": { "lead": "S. Haddad" }\n}\n',
      'teams/people.csv':
        'name,mail\nR. Okafor,okafor@corp.example\nM. Lindqvist,m.lq@corp.example\nM. Lindgren,lindgren@corp.example\nS. Haddad,haddad@corp.example\n',
    },
    checks: [answerHas(/m\.lq@corp\.example/), answerLacks(/lindgren@/, /okafor@/, /haddad@/), changesOnly()],
    solution: [
      calls(read('OWNERS.md'), read('teams/teams.json'), read('teams/people.csv')),
      says('Team Otter owns it; M. Lindqvist leads it: m.lq@corp.example'),
    ],
  },
  {
    name: 'add-amounts',
    prompt: 'What is the sum of the amounts of the three invoices in the folder invoices? Answer with the number.',
    files: {
      'invoices/0117.txt': 'Invoice 0117\nNet: 310.00\nTax: 58.90\nAmount: 368.90\n',
      'invoices/0118.txt': 'Invoice 0118\nNet: 95.50\nTax: 0.00\nAmount: 95.50\n',
      'invoices/0121.txt': 'Invoice 0121\nNet: 1,200.00\nTax: 228.00\nAmount: 1,428.00\n',
    },
    checks: [answerHas(/1[,. ]?892[.,]40?\b/), changesOnly()],
    solution: [calls(['grep', { pattern: '^Amount', path: 'invoices' }]), says('368.90 + 95.50 + 1,428.00 = 1,892.40')],
  },
  {
    name: 'read-code',
    prompt: 'With which exit code does this program end when its config file is missing? Answer with the number.',
    files: {
      'src/main.py':
        'import sys\nfrom codes import Exit\nfrom config import load, ConfigMissing, ConfigBroken\n\ndef main():\n    try:\n        load("app.toml")\n    except ConfigMissing:\n        return Exit.NO_INPUT\n    except ConfigBroken:\n        return Exit.DATA\n    return Exit.OK\n\nsys.exit(main().value)\n',
      'src/codes.py':
        'from enum import Enum\n\nclass Exit(Enum):\n    OK = 0\n    DATA = 65\n    NO_INPUT = 66 + 7\n    CONFIG = 78\n',
      'src/config.py':
        'class ConfigMissing(Exception): pass\nclass ConfigBroken(Exception): pass\ndef load(path): ...\n',
    },
    checks: [answerHas(/\b73\b/), answerLacks(/\b78\b/), changesOnly()],
    solution: [calls(read('src/main.py'), read('src/codes.py')), says('73')],
  },
  {
    name: 'compare-files',
    prompt: 'Which keys have different values in a.json and b.json? Name these keys and no others.',
    files: {
      'a.json':
        '{\n  "color": "blue",\n  "width": 640,\n  "height": 480,\n  "title": "Pond",\n  "depth": 24,\n  "loop": true\n}\n',
      'b.json':
        '{\n  "title": "Pond",\n  "loop": false,\n  "depth": 24,\n  "height": 408,\n  "width": 640,\n  "color": "Blue"\n}\n',
    },
    checks: [
      answerHas(/\bcolor\b/, /\bheight\b/, /\bloop\b/),
      answerLacks(/\bwidth\b/, /\btitle\b/, /\bdepth\b/),
      changesOnly(),
    ],
    solution: [calls(read('a.json'), read('b.json')), says('color, height and loop.')],
  },
  {
    name: 'not-in-the-files',
    prompt:
      'What is the phone number of the Oslo office? The folder offices tells of all offices. If it is not there, say so.',
    files: {
      'offices/bergen.md': '# Bergen\n\nPhone: +47 5550 1122\n',
      'offices/oslo.md': '# Oslo\n\nOpen from 9 to 17. Ask for the key at the desk.\n',
      'offices/turku.md': '# Turku\n\nPhone: +358 555 9081\n',
    },
    checks: [
      answerHas(/\b(?:not?|none|nowhere|missing|without|cannot)\b|n['’]t\b/i),
      answerLacks(/\+47 ?\d{3}/, /\b\d{4} ?\d{4}\b/),
      changesOnly(),
    ],
    solution: [
      calls(['grep', { pattern: 'Phone|Oslo', path: 'offices' }], read('offices/oslo.md')),
      says('The files give no phone number for the Oslo office.'),
    ],
  },
]);
